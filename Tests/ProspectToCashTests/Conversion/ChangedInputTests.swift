import Archives
import Foundation
import TestSupport
import Testing

@testable import Conversion
@testable import ProspectToCash
@testable import Reconciliation

@Suite("Jobs whose inputs change meanwhile")
struct ChangedInputTests {
  typealias Step = ProspectToCash.Progress.Step

  let trade: Trade

  init() throws {
    trade = try Trade()
    try trade.writeSales(quotes: [2, 1])
    try trade.writeFinops(orders: [1])
  }

  private var folder: TestFolder { trade.folder }

  /// Changes a file once a job has come to a step.
  private func changing(_ name: String, at wanted: @escaping @Sendable (Step) -> Bool) -> ProspectToCash.Progress {
    let path = folder.path(name)
    return ProspectToCash.Progress { step in
      guard wanted(step) else { return }
      usleep(20_000)
      guard let file = FileHandle(forWritingAtPath: path) else { return }
      _ = try? file.seekToEnd()
      try? file.write(contentsOf: Data("\n".utf8))
      try? file.close()
    }
  }

  private static let steps: [@Sendable (Step) -> Bool] = [
    { $0 == .looking }, { $0 == .template("quotes") }, { $0 == .writing },
  ]

  private func ends(_ name: String, _ job: () throws -> Void) throws {
    #expect {
      try job()
    } throws: { error in
      let failure = Failure(error)
      return failure.exitCode == 74 && failure.message.contains(name) && !failure.message.contains("\n")
    }
    #expect(!folder.holds("out"))
    #expect(try folder.names.allSatisfy { !$0.hasPrefix(".") }, "nothing is left behind")
  }

  @Test("A conversion leaves nothing, whenever it happens", arguments: 0..<3, ["sales/quote.csv", "other/account.csv"])
  func convert(step: Int, file: String) throws {
    try folder.write("other/account.csv", "accountid,accountnumber,name\n\(Trade.id(7)),A-7,Seven\n")
    let inputs = [folder.path("sales"), folder.path("other/account.csv")]
    try ends(file) {
      _ = try ConversionJob(packages: inputs, output: folder.path("out"), project: nil) { _ in }
        .run(progress: changing(file, at: Self.steps[step]))
    }
  }

  @Test("So do references count")
  func reference() throws {
    let job = try ConversionJob(packages: [folder.path("finops")], output: folder.path("out"), project: nil) {
      $0.references = [PackagePath(folder.path("known"))]
    }
    try ends("known/uom.csv") { _ = try job.run(progress: changing("known/uom.csv", at: Self.steps[2])) }
  }

  @Test("A validation says so instead of what it found", arguments: [true, false])
  func validate(isWritten: Bool) throws {
    let output = isWritten ? folder.path("out") : nil
    let job = try ValidationJob(
      packages: [folder.path("sales")], output: output, project: nil, purpose: .import, company: nil
    ) { _ in }
    try ends("sales/quote.csv") { _ = try job.run(progress: changing("sales/quote.csv", at: Self.steps[1])) }
  }

  @Test("A reconciliation and a comparison leave nothing either")
  func compare() throws {
    try trade.convert("sales", to: "made")
    let packages = try ["010-accounts", "030-quotes"].map { name in
      let path = "made/packages/\(name).zip"
      try #require(folder.holds(path))
      return folder.path(path)
    }
    let job = try ReconciliationJob(
      finops: packages, sales: [folder.path("sales")], output: folder.path("out"), project: nil
    ) { _ in }
    try ends("sales/quote.csv") { _ = try job.run(progress: changing("sales/quote.csv", at: Self.steps[1])) }
    var options = VersionOptions(old: [folder.path("sales")], new: [folder.path("sales")])
    options.output = folder.path("out")
    try ends("sales/quote.csv") {
      _ = try VersionComparison(options, progress: changing("sales/quote.csv") { $0 == .writing }).run()
    }
  }

  @Test("A file that nobody changes is no matter, and a folder has the digest of the list of its data files")
  func digests() throws {
    let output = try trade.convert("sales", to: "out")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("sales")).sorted()
    #expect(output.report.inputs.count == 1)
    let list = try names.map { "\(try FileDigest(path: folder.path("sales/\($0)")).sha256)  \($0)\n" }.joined()
    let digest = try FileDigest(path: folder.write("list", list)).sha256
    #expect(output.report.inputs[0].sha256 == digest)
    try folder.write("sales/photo.jpg", "no data file")
    #expect(try trade.convert("sales", to: "again").report.inputs[0].sha256 == digest)
  }
}
