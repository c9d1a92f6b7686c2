import Foundation
import ProspectToCash
import TestSupport
import Testing

@Suite("Outputs over inputs")
struct InputGuardTests {
  @Test(
    "What is read is never replaced, not even with --force", arguments: ["in", "in/../in", "link", "in/account.csv"])
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
}
