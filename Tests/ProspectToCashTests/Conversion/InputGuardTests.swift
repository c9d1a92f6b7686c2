import Foundation
import ProspectToCash
import TestSupport
import Testing

@Suite("Outputs over inputs")
struct InputGuardTests {
  @Test(
    "What is read is never replaced, not even with --force",
    arguments: ["in", "in/../in", "link", "in/account.csv", "."])
  func refused(output: String) throws {
    let packages = try TestFolder()
    let folder = packages.url.appending(path: "in")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: packages.url.appending(path: "link"), withDestinationURL: folder)
    let input = folder.appending(path: "account.csv")
    try Data("accountid,accountnumber,name\n,A-1,Alpine\n".utf8).write(to: input)
    let job = try ConversionJob(
      packages: [input.path], output: packages.url.path + "/" + output, project: nil
    ) { $0.replacesOutput = true }
    #expect {
      _ = try job.run(progress: .silent)
    } throws: {
      Failure($0).exitCode == 64
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["account.csv"])
  }

  @Test("An output beside the input, whose name begins alike, is no output over it")
  func beside() throws {
    let packages = try TestFolder()
    let input = try packages.write("account.csv", Array("accountid,accountnumber,name\n,A-1,Alpine\n".utf8))
    let output = packages.url.appending(path: "account").path
    let job = try ConversionJob(packages: [input], output: output, project: nil) { $0.replacesOutput = true }
    #expect(try job.run(progress: .silent).result == .ok)
  }

  /// The exit codes of the jobs that make `out` from the folder `in`.
  private func codes(_ folder: TestFolder, output: String) throws -> [Int32] {
    let (input, other) = (folder.path("in"), folder.path("other"))
    let output = folder.url.path + "/" + output
    func code(_ run: () throws -> Void) -> Int32 {
      do {
        try run()
        return 0
      } catch {
        return Failure(error).exitCode
      }
    }
    return [
      code { _ = try ConversionJob(packages: [input], output: output, project: nil) { _ in }.run(progress: .silent) },
      code {
        let job = try ConversionJob(packages: [other], output: output, project: nil) {
          ($0.references, $0.replacesOutput) = ([PackagePath(input)], true)
        }
        _ = try job.run(progress: .silent)
      },
      code {
        let job = try ValidationJob(
          packages: [input], output: output, project: nil, purpose: .import, company: nil
        ) { _ in }
        _ = try job.run(progress: .silent)
      },
      code {
        let job = try ReconciliationJob(finops: [other], sales: [input], output: output, project: nil) { _ in }
        _ = try job.run(progress: .silent)
      },
      code {
        var options = VersionOptions(old: [other], new: [input])
        options.output = output
        _ = try VersionComparison(options).run()
      },
      code { _ = try RepairJob(package: input, output: output, options: .init()).run() },
    ]
  }

  @Test(
    "No command writes into a folder that it reads, and it says so before it reads anything",
    arguments: ["in/out", "in/deep/out", "link/out", "other/../in/out", "in"])
  func inside(output: String) throws {
    let folder = try TestFolder()
    // Nothing that any command could read.
    try folder.write("in/account.csv", [0, 1, 2])
    try folder.write("in/deep/note.txt", "note")
    try folder.write("other/account.csv", [0, 1, 2])
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "in")
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
    #expect(try codes(folder, output: output) == Array(repeating: 64, count: 6))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() == before)
  }
}
