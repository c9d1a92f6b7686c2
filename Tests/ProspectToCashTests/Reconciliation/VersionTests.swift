import Archives
import Foundation
import ProspectToCash
import TestSupport
import Testing

@Suite("Two exports of one side")
struct VersionTests {
  private func compare(
    _ folder: TestFolder, _ old: String, _ new: String, memory: Int = 2 << 30
  ) throws -> (rows: [[String]], drift: [[String]], result: RunResult) {
    func path(_ name: String) -> String { name.hasPrefix("/") ? name : folder.path(name) }
    var options = VersionOptions(old: [path(old)], new: [path(new)])
    options.output = folder.path("reported")
    options.replacesOutput = true
    options.memory = memory
    let summary = try VersionComparison(options).run()
    return (
      CSVRows(try folder.text("reported/differences.csv")).records,
      CSVRows(try folder.text("reported/drift.csv")).records,
      summary.result
    )
  }

  @Test("An export is the same as itself")
  func same() throws {
    let reported = try compare(try TestFolder(), Samples.path("contoso-sales"), Samples.path("contoso-sales"))
    #expect(reported.rows.count == 1 && reported.drift.count == 1 && reported.result == .ok)
  }

  @Test("Records and values that were added, changed and removed, whatever the order", arguments: [2 << 30, 1])
  func changes(memory: Int) throws {
    let folder = try TestFolder()
    let heading = "CUSTOMERACCOUNT,ORGANIZATIONNAME,CREDITLIMIT,PARTYTYPE\r\n"
    try folder.write(
      "old/Customers V2.csv",
      heading + "A-1,Alpine,1.50,Organization\r\nA-2,Beta,2,Organization\r\nA-3,Cube,,Person\r\nA-4,Dot,4,Person\r\n")
    try folder.write(
      "new/Customers V2.csv",
      heading
        + "A-4,Dot,4,Person\r\nA-5,Echo,5,Group\r\nA-2,beta,2.01,Organization\r\na-1,Alpine,1.500,Organization\r\nA-4,Dot,4,Person\r\n"
    )
    let reported = try compare(folder, "old", "new", memory: memory)
    #expect(
      reported.rows.dropFirst().map { $0.dropFirst().joined(separator: "¦") } == [
        "changed¦A-2¦organizationname¦Beta¦beta¦case¦USMF", "changed¦A-2¦creditlimit¦2¦2.01¦number¦USMF",
        "removed¦A-3¦¦¦¦¦USMF", "duplicate¦A-4¦¦¦¦new¦USMF", "added¦A-5¦¦¦¦¦USMF",
        "changed¦a-1¦customeraccount¦A-1¦a-1¦case¦USMF",
      ])
    #expect(reported.drift.count == 1 && reported.result == .findings)
  }

  @Test("Records of several companies are compared each with that of its own company", arguments: [2 << 30, 1])
  func companies(memory: Int) throws {
    let folder = try TestFolder()
    let heading = "DATAAREAID,CUSTOMERACCOUNT,ORGANIZATIONNAME\r\n"
    try folder.write("old/Customers V2.csv", heading + "usmf,C-1,Alpine\r\ndemf,C-1,Beta\r\ndemf,C-2,Cube\r\n")
    try folder.write("new/Customers V2.csv", heading + "DEMF,C-1,Gamma\r\nUSMF,C-1,Alpine\r\n usmf ,C-2,Cube\r\n")
    let reported = try compare(folder, "old", "new", memory: memory)
    #expect(
      reported.rows.dropFirst().map { $0.dropFirst().joined(separator: "¦") } == [
        "changed¦C-1¦organizationname¦Beta¦Gamma¦value¦DEMF", "removed¦C-2¦¦¦¦¦DEMF", "added¦C-2¦¦¦¦¦USMF",
      ])
    #expect(reported.rows[0].last == "company")
  }

  @Test("Columns, options and formats that changed are reported")
  func drift() throws {
    let folder = try TestFolder()
    try folder.write("old/account.csv", "accountid,accountnumber,fax,statecode\r\n\(Trade.id(1)),A-1,1,0\r\n")
    try folder.write("new/account.csv", "accountid;accountnumber;telephone1;statecode\r\n\(Trade.id(1));A-1;1;1\r\n")
    try folder.write("new/contact.csv", "contactid;lastname;firstname\r\n\(Trade.id(2));Li;Bo\r\n")
    let reported = try compare(folder, "old", "new")
    #expect(
      reported.drift.dropFirst().map { $0.joined(separator: "¦") } == [
        "column¦account¦fax¦fax¦", "column¦account¦telephone1¦¦telephone1", "delimiter¦account¦account.csv¦,¦;",
        "entity¦contact¦contact¦¦contact.csv", "option¦account¦statecode¦0¦", "option¦account¦statecode¦¦1",
      ])
    #expect(reported.rows.dropFirst().map { $0[3] } == ["statecode"])
  }

  @Test("A type that changed in the schema of a Configuration Migration package is reported")
  func types() throws {
    let folder = try TestFolder()
    let texts = try unpack(Samples.path("contoso-sales"))
    for (name, bytes) in texts { try folder.write("old/\(name)", bytes) }
    for (name, bytes) in texts {
      try folder.write(
        "new/\(name)",
        name == "data_schema.xml"
          ? bytes.replacing("name=\"creditlimit\" type=\"money\"", with: "name=\"creditlimit\" type=\"decimal\"")
          : bytes)
    }
    let reported = try compare(folder, "old", "new")
    #expect(reported.drift.dropFirst().contains(["type", "account", "creditlimit", "money", "decimal"]))
    #expect(reported.rows.count == 1)
  }

  private func unpack(_ path: String) throws -> [String: String] {
    let container = try Container.open(path)
    return try Dictionary(
      uniqueKeysWithValues: container.entries.map {
        ($0.name, String(decoding: try container.readAll($0, limit: 1 << 24), as: UTF8.self))
      })
  }

  private static func package(_ folder: TestFolder, _ name: String, _ edits: [(String, String)] = []) throws {
    let schema = """
      <entities><entity name="new_visit" displayname="Visit" primaryidfield="activityid" primarynamefield="subject">\
      <fields><field name="activityid" type="guid" /><field name="subject" type="string" /></fields></entity>\
      <entity name="new_tag" displayname="Tag" primaryidfield="new_tagid" primarynamefield="new_name">\
      <fields><field name="new_name" type="string" /></fields></entity></entities>
      """
    var data = """
      <entities><entity name="new_visit" displayname="Visit"><records>\
      <record id="\(Trade.id(1))"><field name="activityid" value="\(Trade.id(1))" /><field name="subject" value="Call" />\
      </record><record id="\(Trade.id(2))"><field name="subject" value="Call" /></record></records><m2mrelationships>\
      <m2mrelationship sourceid="\(Trade.id(1))" targetentityname="new_tag" m2mrelationshipname="new_visit_tag">\
      <targetids><targetid>\(Trade.id(8))</targetid><targetid> \(Trade.id(9)) </targetid></targetids>\
      </m2mrelationship></m2mrelationships></entity>\
      <entity name="new_tag" displayname="Tag"><records><record id="\(Trade.id(8))"><field name="new_name" value="Red" />\
      </record></records></entity></entities>
      """
    for (old, new) in edits { data = data.replacing(old, with: new) }
    try folder.write("\(name)/data.xml", data)
    try folder.write("\(name)/data_schema.xml", schema)
  }

  private func changes(_ edits: [(String, String)], to old: [(String, String)] = []) throws -> [String] {
    let folder = try TestFolder()
    try VersionTests.package(folder, "old", old)
    try VersionTests.package(folder, "new", edits)
    let reported = try compare(folder, "old", "new")
    #expect((reported.result == .ok) == (reported.rows.count == 1 && reported.drift.count == 1))
    return reported.rows.dropFirst().map { $0.joined(separator: "¦") }
  }

  @Test("Records of a table that no schema knows are known by the id that their package names")
  func unknownTable() throws {
    let last = "\(Trade.id(2))\"><field name=\"subject\" value=\""
    #expect(
      try changes([(last + "Call", last + "Visit"), ("Red", "Blue")]) == [
        "new_tag¦changed¦\(Trade.id(8))¦new_name¦Red¦Blue¦value¦",
        "new_visit¦changed¦\(Trade.id(2))¦subject¦Call¦Visit¦value¦",
      ])
  }

  @Test("An id in another spelling is the same id")
  func spelling() throws {
    #expect(try changes([(Trade.id(2), "{\(Trade.id(2).uppercased())}")]) == [])
  }

  @Test("A pair of a many-to-many relationship is known by both ids, in any order and spelling")
  func pairs() throws {
    let target = "<targetid>\(Trade.id(8))</targetid>"
    #expect(
      try changes([(target, "<targetid>\(Trade.id(7))</targetid>")]) == [
        "new_visit_tag¦added¦\(Trade.id(1))|\(Trade.id(7))¦¦¦¦¦",
        "new_visit_tag¦removed¦\(Trade.id(1))|\(Trade.id(8))¦¦¦¦¦",
      ])
    #expect(try changes([(target, ""), ("</targetids>", target.uppercased().lowercased() + "</targetids>")]) == [])
    #expect(try changes([(target, "<targetid>{\(Trade.id(8).uppercased())}</targetid>" + target)]) == [])
    #expect(try changes([("new_visit_tag", "new_other")]).count == 4)
  }

  @Test("A package with records that are doubled does not differ from itself")
  func doubled() throws {
    let again = [(Trade.id(2), Trade.id(1))]
    #expect(try changes(again, to: again) == [])
    let records = try changes(again)
    #expect(records.contains("new_visit¦duplicate¦\(Trade.id(1))¦¦¦¦new¦") && records.count == 2)
  }

  @Test("Exports of both sides are no two versions of one")
  func sides() throws {
    let folder = try TestFolder()
    #expect(throws: Failure.self) {
      try compare(folder, Samples.path("contoso-sales"), Samples.path("contoso-finops"))
    }
  }
}
