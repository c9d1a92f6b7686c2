import Archives
import Foundation

/// Writes the files of an output folder that are for people and programs: reports, run sheet, checksums.
struct OutputFolder {
  private let output: OutputDirectory

  init(_ output: OutputDirectory) { self.output = output }

  /// Writes all of them; the checksums last, of every other file. `known` holds digests that were taken before.
  func write(_ summary: ConversionSummary, _ known: [String: String]) throws {
    try write("report.json", try summary.json())
    try write("report.html", try ReportPage(summary).html())
    try write("RUNSHEET.md", RunSheet(summary).text)
    try writeChecksums(summary.packages, known)
  }

  /// Writes what is told of a reconciliation beside its lists.
  func write(_ summary: ReconciliationSummary) throws {
    try write("totals.csv", String(decoding: TotalRow.file(summary.tasks), as: UTF8.self))
    try write("report.json", try summary.json())
    try write("report.html", try ReconciliationPage(summary).html())
    try write("RUNSHEET.md", ReconciliationSheet(summary).text)
    try writeChecksums(summary.packages)
  }

  /// Writes what is told of a comparison of two exports beside its list.
  func write(_ summary: VersionSummary) throws {
    try write("drift.csv", summary.driftFile)
    try write("report.json", try summary.json())
    try writeChecksums()
  }

  /// Packages have been hashed when they were complete.
  private func writeChecksums(_ packages: [PackageReport] = [], _ known: [String: String] = [:]) throws {
    let known = known.merging(packages.map { ($0.path, $0.sha256) }) { first, _ in first }
    var list = ChecksumList()
    for name in try output.files() where name != ChecksumList.fileName {
      list.append(try known[name] ?? FileDigest(path: output.temporaryPath(of: name)).sha256, of: name)
    }
    try write(ChecksumList.fileName, list.text)
  }

  private func write(_ name: String, _ text: String) throws {
    let file = try output.file(name)
    try file.write(text)
    try file.close(sync: false)
  }
}
