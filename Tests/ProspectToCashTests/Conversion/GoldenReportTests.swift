import Findings
import Foundation
import ProspectToCash
import TestSupport
import Testing

/// What validations and reconciliations of the samples come to. `P2C_UPDATE_GOLDEN=1` writes the files again.
@Suite("Reports on the samples")
struct GoldenReportTests {
  /// The samples with the packages that are looked into.
  static let validations: [(name: String, references: [String])] = [
    ("contoso-sales", []), ("contoso-sales-2019", []), ("contoso-sales-csv", []), ("contoso-finops", ["contoso-sales"]),
  ]

  /// Exports of Sales that are compared with the F&O sample.
  static let reconciliations = ["contoso-sales", "contoso-sales-2019", "contoso-sales-csv"]

  @Test(
    "A sample is validated with the findings and counts that are kept", arguments: validations,
    [ValidationPurpose.import, .convert])
  func validation(_ sample: (name: String, references: [String]), purpose: ValidationPurpose) throws {
    let folder = try TestFolder()
    let job = try ValidationJob(
      packages: [Samples.path(sample.name)], output: folder.path("out"), project: nil, purpose: purpose, company: nil
    ) { options in
      options.epoch = 1_717_407_000
      options.references = sample.references.map { PackagePath(Samples.path($0)) }
    }
    let summary = try job.run(progress: .silent)
    let name = "validation/\(sample.name)-\(purpose.rawValue)"
    // For the other purpose some findings have another severity; the summary shows which.
    let files = purpose == .import ? ["findings.csv", "report.json"] : []
    try compare(folder, summary.lines, with: name, files: files, leavingOut: "items")
  }

  @Test("Samples are reconciled with the differences, totals and counts that are kept", arguments: reconciliations)
  func reconciliation(name: String) throws {
    let folder = try TestFolder()
    let job = try ReconciliationJob(
      finops: [Samples.path("contoso-finops")], sales: [Samples.path(name)], output: folder.path("out"), project: nil
    ) { $0.epoch = 1_717_407_000 }
    let summary = try job.run(progress: .silent)
    let files = ["findings.csv", "differences.csv", "totals.csv", "crosswalk.csv", "report.json"]
    let lines = summary.lines(summary.findings.catalogue.texts)
    try compare(folder, lines, with: "reconciliation/\(name)", files: files)
  }

  /// Compares what a job has written and says with what is kept: files, of which the report is without a member that says
  /// the same as another file, and the lines of the summary.
  private func compare(
    _ folder: TestFolder, _ lines: [String], with name: String, files: [String], leavingOut member: String? = nil
  ) throws {
    var texts = ["summary.txt": lines.joined(separator: "\n") + "\n"]
    for file in files { texts[file] = try folder.text("out/\(file)") }
    if let member, let report = texts["report.json"] { texts["report.json"] = try self.report(report, without: member) }
    texts = texts.mapValues {
      $0.replacing(Samples.folder.path, with: "samples").replacing(folder.path("out"), with: "out")
    }
    #expect(try GoldenFiles(Samples.golden(name)).differences(texts) == [])
  }

  private func report(_ text: String, without member: String) throws -> String {
    var report = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(report.removeValue(forKey: member) != nil)
    let data = try JSONSerialization.data(
      withJSONObject: report, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
