import Archives
import Foundation
import ProspectToCash
import TestSupport
import Testing

@Suite("A limit on what inputs unpack to")
struct UnpackedSizeTests {
  private static let accounts = Array("accountid,accountnumber,name\n,A-1,Alpine\n".utf8)

  private func convert(_ packages: TestFolder, limit: Int) throws -> ConversionSummary {
    let input = try packages.zip("in.zip", [("account.csv", Self.accounts)])
    let output = packages.url.appending(path: "out").path
    return try ConversionJob(packages: [input], output: output, project: nil) {
      $0.limits.unpackedBytes = UInt64(limit)
    }.run(progress: .silent)
  }

  @Test("Past it an archive is refused, and the message says how to raise it")
  func refused() throws {
    let packages = try TestFolder()
    #expect {
      _ = try convert(packages, limit: Self.accounts.count - 1)
    } throws: { error in
      let failure = Failure(error)
      return failure.exitCode == 65
        && ["P2C1105", "in.zip", "--max-unpacked-size"].allSatisfy(failure.message.contains)
    }
    #expect(try packages.names == ["in.zip"])
  }

  @Test("It is for inputs: what the run itself has written is read back whatever its size")
  func ownOutput() throws {
    let packages = try TestFolder()
    #expect(try convert(packages, limit: Self.accounts.count).result == .ok)
  }

  @Test("A validation tells of it, and goes on with the others")
  func validated() throws {
    let packages = try TestFolder()
    let paths = [
      try packages.zip("large.zip", [("account.csv", Self.accounts + Array(",A-2,Basalt\n".utf8))]),
      try packages.zip("small.zip", [("account.csv", Self.accounts)]),
    ]
    let job = try ValidationJob(packages: paths, output: nil, project: nil, purpose: .import, company: nil) {
      $0.limits.unpackedBytes = UInt64(Self.accounts.count)
    }
    let report = try job.run(progress: .silent).json()
    let document = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any]
    let items = document?["items"] as? [[String: String]] ?? []
    #expect(items.filter { $0["code"] == "P2C1105" }.map { $0["package"] } == [paths[0]])
    #expect((document?["inputs"] as? [Any])?.count == 1)
  }
}
