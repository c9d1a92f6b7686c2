import Foundation
import TestSupport
import Testing

@Suite("A damaged installation")
struct InstallationTests {
  private let folder: TestFolder

  /// A copy of the program with its resources.
  init() throws {
    folder = try TestFolder()
    let built = CommandRun.program.deletingLastPathComponent()
    for name in ["p2c", "p2c_Mapping.resources", "p2c_Reporting.resources"] {
      try FileManager.default.copyItem(
        at: built.appending(path: name).resolvingSymlinksInPath(), to: folder.url.appending(path: name))
    }
  }

  private func run(_ arguments: String) throws -> CommandRun {
    let samples = CommandRun.repository.appending(path: "samples").path
    return try CommandRun(script: "./p2c \(arguments.replacingOccurrences(of: "SAMPLES", with: samples))", in: folder)
  }

  private static let convert = "convert SAMPLES/contoso-sales.zip --output out"

  @Test("A copy of the program with its resources works")
  func copied() throws { #expect(try run(Self.convert).code == 1) }

  @Test(
    "Without a folder of resources commands end with 70 and one line",
    arguments: ["p2c_Mapping.resources", "p2c_Reporting.resources"])
  func missing(_ name: String) throws {
    try FileManager.default.removeItem(at: folder.url.appending(path: name))
    let run = try run(Self.convert)
    #expect(run.code == 70)
    #expect(run.output.isEmpty)
    #expect(run.messages.hasPrefix("p2c: ") && run.messages.count(where: \.isNewline) == 1, "\(run.messages)")
    #expect(!folder.holds("out"))
    #expect(try self.run("--version").code == 0)
  }

  @Test(
    "A damaged file among the resources ends with 70 and one line",
    arguments: ["codes.csv", "templates/accounts.yaml", "countries.csv", "value_maps.yaml"])
  func damaged(_ name: String) throws {
    let file = folder.url.appending(path: "p2c_Mapping.resources/Resources/\(name)")
    try #require(FileManager.default.fileExists(atPath: file.path))
    try Data([0xFF, 0xFE, 0x00, 0xC3]).write(to: file)
    let run = try run(Self.convert)
    #expect(run.code == 70, "\(run.messages)")
    #expect(run.messages.hasPrefix("p2c: ") && run.messages.count(where: \.isNewline) == 1, "\(run.messages)")
    #expect(!folder.holds("out"))
  }
}
