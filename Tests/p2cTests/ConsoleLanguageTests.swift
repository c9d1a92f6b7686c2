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
