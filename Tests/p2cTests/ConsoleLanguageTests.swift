import Foundation
import TestSupport
import Testing

@Suite("The language of the console and of outputs")
struct ConsoleLanguageTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write("account.csv", "accountnumber,name,creditlimit\nA-1,Alpine,x\nA-1,Alpine,1\nA-2,,2\n")
  }

  private static let danish = ["LC_ALL": "", "LC_MESSAGES": "", "LANG": "da_DK.UTF-8"]

  /// The files of an output folder.
  private func files(_ name: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path(name))
    for path in paths where (try? folder.bytes("\(name)/\(path)")) != nil {
      files[path] = try folder.bytes("\(name)/\(path)")
    }
    return files
  }

  @Test("The environment changes what is printed, and no byte of the output")
  func environment() throws {
    let plain = try CommandRun(["convert", "account.csv", "--output", "one"], in: folder)
    let danish = try CommandRun(["convert", "account.csv", "--output", "two"], in: folder, environment: Self.danish)
    #expect(plain.code == 1 && danish.code == 1)
    #expect(plain.output.contains("3 read") && danish.output.contains("3 læst"))
    #expect(danish.output.contains("Nøglen findes to gange"))
    let (one, two) = (try files("one"), try files("two"))
    #expect(one.count > 5 && one == two)
  }

  @Test(
    "The environment changes no document for programs",
    arguments: [
      ["validate", "account.csv", "--format", "json"], ["validate", "account.csv", "--format", "sarif"],
      ["inspect", "account.csv", "--format", "json"], ["codes", "--format", "json"], ["templates", "list"],
      ["convert", "account.csv", "--output", "out", "--dry-run", "--format", "json"], ["schema", "show", "account"],
    ])
  func documents(arguments: [String]) throws {
    let plain = try CommandRun(arguments, in: folder)
    try? FileManager.default.removeItem(atPath: folder.path("out"))
    let danish = try CommandRun(arguments, in: folder, environment: Self.danish)
    #expect(plain.output == danish.output && !plain.output.isEmpty && plain.code == danish.code)
  }

  @Test(
    "The option counts for everything, whatever the environment",
    arguments: [
      ("en", "written", "Run sheet", "Key twice"), ("nl", "geschreven", "Draaiboek", "Sleutel komt twee keer voor"),
      ("da", "skrevet", "Kørselsark", "Nøglen findes to gange"),
      ("sv", "skrivna", "Körschema", "Nyckeln förekommer två gånger"),
      ("is", "skrifaðar", "Keyrsluáætlun", "Lykill kemur tvisvar fyrir"),
    ])
  func option(language: String, written: String, title: String, message: String) throws {
    let arguments = ["convert", "account.csv", "--output", "out", "--language", language]
    let run = try CommandRun(arguments, in: folder, environment: Self.danish)
    #expect(run.output.contains(written))
    #expect(try folder.text("out/RUNSHEET.md").hasPrefix("# \(title)\n"))
    #expect(try folder.text("out/findings.csv").contains(message))
  }

  @Test(
    "Codes are explained in the language",
    arguments: [("nl", "Waarom"), ("da", "Hvorfor"), ("sv", "Varför"), ("is", "Hvers vegna")])
  func codes(language: String, why: String) throws {
    for run in [
      try CommandRun(["codes", "P2C2104", "--language", language], in: folder),
      try CommandRun(["codes", "P2C2104"], in: folder, environment: ["LC_ALL": "\(language)_XX.UTF-8"]),
    ] {
      #expect(run.code == 0 && run.output.contains("\(why): "))
    }
  }

  @Test(
    "A failure is one line in the language",
    arguments: [
      ("nl", "er is geen bestand of map met deze naam"), ("da", "der er ingen fil eller mappe med det navn"),
      ("sv", "det finns ingen sådan fil eller mapp"), ("is", "engin slík skrá eða mappa er til"),
    ])
  func failures(language: String, words: String) throws {
    for run in [
      try CommandRun(["inspect", "nowhere.zip", "--language", language], in: folder),
      try CommandRun(["inspect", "nowhere.zip"], in: folder, environment: ["LC_ALL": "\(language)_XX.UTF-8"]),
    ] {
      #expect(run.code == 66 && run.messages.hasPrefix("p2c: nowhere.zip: \(words)"), "\(run.messages)")
    }
    try folder.write("job.yaml", "inputs: [account.csv]\noutputs: out\n")
    let project = try CommandRun(["run", "job.yaml", "--language", language], in: folder)
    #expect(project.code == 78 && project.messages.hasPrefix("p2c: job.yaml:2: "), "\(project.messages)")
    #expect(!project.messages.contains("has no member") && !project.messages.contains("did you mean"))
    #expect(project.messages.contains("\"outputs\"") && project.messages.contains("\"output\""))
  }

  @Test("A failure for programs is in English, unless the option says otherwise")
  func failuresForPrograms() throws {
    let arguments = ["inspect", "nowhere.zip", "--format", "json"]
    let plain = try CommandRun(arguments, in: folder)
    let danish = try CommandRun(arguments, in: folder, environment: Self.danish)
    #expect(plain.messages == danish.messages && plain.messages.contains("there is no such file or folder"))
    let option = try CommandRun(arguments + ["--language", "da"], in: folder)
    #expect(option.messages.contains("der er ingen fil eller mappe med det navn"))
  }

  @Test(
    "Comparisons, explanations and run sheets are in the language, and files for programs are not",
    arguments: [
      ("nl", "verschillend", "gewijzigd", "geweigerd", "Draaiboek van een afstemming"),
      ("da", "forskellige", "ændret", "afvist", "Kørselsark for en afstemning"),
      ("sv", "olika", "ändrade", "avvisad", "Körschema för en avstämning"),
      ("is", "ólíkar", "breyttar", "hafnað", "Keyrsluáætlun afstemmingar"),
    ])
  func comparisons(language: String, different: String, changed: String, rejected: String, title: String) throws {
    try folder.write("CustCustomerV2Entity.csv", "CUSTOMERACCOUNT,ORGANIZATIONNAME\nA-2,Alp\nA-3,Other\n")
    let ids = (1...2).map { "0000000\($0)-0000-4000-8000-000000000000" }
    for (name, second) in [("account", "Alp"), ("newer", "Alps")] {
      try folder.write(
        "\(name)/account.csv",
        "accountid,accountnumber,name,creditlimit\n\(ids[0]),A-1,Alpine,x\n\(ids[1]),A-2,\(second),2\n")
    }
    let both = ["--finops", "CustCustomerV2Entity.csv", "--sales", "account", "--output"]
    let english = try CommandRun(["reconcile"] + both + ["english"], in: folder)
    let reconciled = try CommandRun(["reconcile"] + both + ["out", "--language", language], in: folder)
    #expect(english.output.contains(" different, ") && reconciled.output.contains(different), "\(reconciled.output)")
    #expect(reconciled.code == english.code)
    #expect(try folder.text("out/RUNSHEET.md").hasPrefix("# \(title)\n"))
    for file in ["differences.csv", "totals.csv"] {
      #expect(try folder.bytes("out/\(file)") == folder.bytes("english/\(file)"), "\(file)")
    }
    let diff = try CommandRun(["diff", "account", "newer", "--language", language], in: folder)
    #expect(diff.code == 1 && diff.output.contains("1 \(changed)"), "\(diff.output)")
    let explained = try CommandRun(["explain", "account", "--key", "A-1", "--language", language], in: folder)
    #expect(explained.output.contains("accounts.customers: \(rejected)"), "\(explained.output)")
    for text in [reconciled.output, diff.output, explained.output] {
      #expect(!text.contains(/\b(the same|only in|changed|rejected)\b/), "\(text)")
    }
  }

  @Test("Only the edge reads the environment's language")
  func edge() throws {
    let sources = CommandRun.repository.appending(path: "Sources")
    for case let file as URL in try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    where file.pathExtension == "swift" && !file.path.contains("/p2c/") {
      #expect(
        !(try String(contentsOf: file, encoding: .utf8)).contains("Language(environment:"), "\(file.lastPathComponent)")
    }
  }
}
