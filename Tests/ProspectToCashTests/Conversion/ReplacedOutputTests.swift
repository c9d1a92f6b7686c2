import Archives
import Foundation
import ProspectToCash
import TestSupport
import Testing

@Suite("Outputs that are replaced")
struct ReplacedOutputTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write("account.csv", "accountid,accountnumber,name\n,A-1,Alpine\n")
  }

  private func convert() throws {
    let job = try ConversionJob(
      packages: [folder.path("account.csv")], output: folder.path("out"), project: nil
    ) { $0.replacesOutput = true }
    _ = try job.run(progress: .silent)
  }

  @Test(
    "A folder that the tool has not made is never replaced",
    arguments: [
      ["thesis.txt": "years of work"], ["SHA256SUMS": ""], ["report.json": #"{"tool": "p2c"}"#],
      ["SHA256SUMS": "", "report.json": "{}"], ["SHA256SUMS": "", "report.json": #"{"tool": "other"}"#],
      ["SHA256SUMS": "", "report.json": "no JSON"], ["SHA256SUMS/x": "", "report.json": #"{"tool": "p2c"}"#],
    ])
  func ofOthers(_ files: [String: String]) throws {
    for (name, text) in files { try folder.write("out/\(name)", text) }
    #expect(throws: ArchiveError.notOurs(path: folder.path("out"))) { try convert() }
    #expect(ArchiveError.notOurs(path: "out").exitCode == 73)
    for (name, text) in files { #expect(try folder.text("out/\(name)") == text) }
    #expect(try folder.names == ["account.csv", "out"])
  }

  @Test("An earlier output is replaced as a whole, and so is an empty folder")
  func ours() throws {
    try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: true)
    try convert()
    try folder.write("out/SHA256SUMS.sig", "a seal")
    try folder.write("out/note.txt", "of somebody")
    try convert()
    #expect(!folder.holds("out/SHA256SUMS.sig") && !folder.holds("out/note.txt"))
    #expect(try Seal.check(folder.path("out"), publicKey: nil).isRight)
  }

  @Test("What a validation writes has checksums, too")
  func validation() throws {
    for _ in 0..<2 {
      let job = try ValidationJob(
        packages: [folder.path("account.csv")], output: folder.path("out"), project: nil, purpose: .convert,
        company: nil
      ) { $0.replacesOutput = true }
      _ = try job.run(progress: .silent)
      #expect(try folder.text("out/SHA256SUMS").split(separator: "\n").count == 3)
      #expect(try Seal.check(folder.path("out"), publicKey: nil).isRight)
    }
  }
}
