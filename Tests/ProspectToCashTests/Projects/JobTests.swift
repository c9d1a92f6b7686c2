import Archives
import Foundation
import Mapping
import Packages
import ProspectToCash
import TestSupport
import Testing

@Suite("Jobs from project files")
struct JobTests {
  static let accounts = """
    accountid,accountnumber,name
    0f8fad5b-d9cb-469f-a165-708677289501,A-1,Alpine
    0f8fad5b-d9cb-469f-a165-708677289502,A-2,Blue Yonder
    """

  @Test("A job reads and writes where its file says, and the report names the command")
  func job() throws {
    let folder = try folder("inputs: [exports/account.csv]\noutput: results/first\nfileFormat: csv\ncompany: DAT\n")
    try FileManager.default.createDirectory(atPath: folder.path("results"), withIntermediateDirectories: true)
    let summary = try folder.run()
    #expect(summary.result == .ok)
    let report = try folder.text("results/first/report.json")
    #expect(report.contains("\"command\" : \"run\""))
    #expect(report.contains("\"path\" : \"exports/account.csv\""))
    // The project is called as it was given, inputs are as the project calls them.
    #expect(report.components(separatedBy: folder.url.path).count == 2)
    #expect(report.contains("\"path\" : \"\(folder.path("job.yaml"))\""))
    #expect(try folder.text("results/first/report.html").contains("for legal entity: DAT."))
  }

  @Test(
    "A project may name any format that files are written in",
    arguments: FinopsFileFormat.all.filter { !$0.isDescribed }.map(\.name))
  func fileFormat(name: String) throws {
    let folder = try folder("inputs: [exports/account.csv]\noutput: out\nfileFormat: \(name)\n")
    try folder.run()
    let records = try folder.records("out/packages/010-accounts.zip", schemas: .builtIn())
    #expect(records.map { $0["CUSTOMERACCOUNT"] } == ["A-1", "A-2"])
    let package = try Container.open(folder.path("out/packages/010-accounts.zip"))
    #expect(package.entries[0].name.hasSuffix(name == "xlsx" ? ".xlsx" : name.hasPrefix("xml") ? ".xml" : ".csv"))
  }

  @Test("What the command line says wins over the project")
  func commandLine() throws {
    let folder = try folder(
      "inputs: [exports/account.csv]\noutput: nowhere/out\nonly: [contacts]\nfileFormat: xml-element\n"
        + "templates: {accounts: {defaults: {CustomerGroupId: 20}}}\n")
    try folder.run(output: folder.path("out")) { options in
      options.templates = ["accounts"]
      options.fileFormat = .csv
      options.overrides = [Override(template: "accounts", field: "CustomerGroupId", value: "30")]
    }
    let records = try folder.records("out/packages/010-accounts.zip", schemas: .builtIn())
    #expect(records.map { $0["CUSTOMERGROUPID"] } == ["30", "30"])
    #expect(!folder.holds("nowhere"))
  }

  @Test("A reject limit of the project holds: there are no packages and the result is failed")
  func rejectLimit() throws {
    let folder = try folder("inputs: [exports/account.csv]\noutput: out\nrejectLimit: 0\n", key: "")
    #expect(try folder.run().result == .failed)
    #expect(folder.holds("out/report.html") && !folder.holds("out/packages"))
    #expect(try folder.text("out/report.html").contains("Not to be imported: 1 of 2 records were rejected"))
  }

  @Test("A job tells what the systems lack for its templates, or that nothing is stated of them")
  func requirements() throws {
    let job = "inputs: [exports/account.csv]\noutput: out\n"
    let silent = try folder(job)
    #expect(try silent.run().result == .ok)
    #expect(try silent.text("out/findings.csv").contains("info,P2C5005"))
    let old = try folder(job + "environments: {sales: {version: 8.2.1.206, prospectToCash: 1.14.0.0}}\n")
    #expect(try old.run().result == .findings)
    #expect(try old.text("out/findings.csv").contains("error,P2C5003"))
    #expect(try old.text("out/report.html").contains(">Sales too old: 8.2.1.207</li>"))
  }

  @Test(
    "A wrong project ends with 78 before anything is read or written, and names file and line",
    arguments: [
      ("inputs: [missing.zip]\noutputs: out\n", "job.yaml:2"), ("output: out\n", "inputs"),
      ("inputs: [missing.zip]\n", "output"),
      ("inputs: [missing.zip]\noutput: out\nonly: [account]\n", "did you mean \"accounts\"?"),
      (
        "inputs: [missing.zip]\noutput: out\ntemplates:\n  accounts:\n    filters: {customers: nam eq 1}\n",
        "job.yaml:5"
      ),
    ])
  func wrong(text: String, reported: String) throws {
    let folder = try folder(text)
    let error = try #require(throws: ProjectError.self) { try folder.run() }
    #expect(error.exitCode == 78)
    #expect(error.description.contains("job.yaml") && error.description.contains(reported), "\(error)")
    #expect(!folder.holds("out"))
  }

  private func folder(_ project: String, key: String = "A-2") throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write("job.yaml", project)
    try folder.write("exports/account.csv", Self.accounts.replacing("A-2", with: key))
    return folder
  }
}
