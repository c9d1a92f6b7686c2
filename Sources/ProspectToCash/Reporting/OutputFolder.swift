import Archives
import Foundation

/// Writes the files of an output folder that are for people and programs: reports, run sheet, checksums.
struct OutputFolder {
  /// The folder of the packages, which may be empty.
  static let packages = "packages"
  private static let report = "report.json"
  private let output: OutputDirectory

  init(_ output: OutputDirectory) { self.output = output }

  /// Begins an output. With `replacing`, a folder that the tool has made, or an empty one, may be replaced. Errors:
  /// `notOurs` for any other folder, and those of `OutputDirectory.create`.
  static func create(at path: String, replacing: Bool) throws(ArchiveError) -> OutputDirectory {
    try OutputDirectory.create(at: path, replacing: replacing, ifReplaceable: isOurs)
  }

  /// Whether the tool has made a folder: it has the checksums and a report that says so.
  private static func isOurs(_ folder: String) -> Bool {
    guard WholeFile.isFile("\(folder)/\(ChecksumList.fileName)"), WholeFile.isFile("\(folder)/\(report)"),
      let bytes = try? WholeFile.read("\(folder)/\(report)", limit: 1 << 30)
    else { return false }
    return (try? JSONDecoder().decode(ToolOfReport.self, from: Data(bytes)))?.tool == "p2c"
  }

  /// Writes all of them; the checksums last, of every other file. `known` holds digests that were taken before.
  func write(_ summary: ConversionSummary, _ known: [String: String]) throws {
    try write(Self.report, try summary.json())
    try write("report.html", try ReportPage(summary).html())
    try write("RUNSHEET.md", RunSheet(summary).text)
    try writeChecksums(summary.packages, known)
  }

  /// Writes what is told of a reconciliation beside its lists.
  func write(_ summary: ReconciliationSummary) throws {
    try write("totals.csv", String(decoding: TotalRow.file(summary.tasks), as: UTF8.self))
    try write(Self.report, try summary.json())
    try write("report.html", try ReconciliationPage(summary).html())
    try write("RUNSHEET.md", ReconciliationSheet(summary).text)
    try writeChecksums(summary.packages)
  }

  /// Writes what is told of a comparison of two exports beside its list.
  func write(_ summary: VersionSummary) throws {
    try write("drift.csv", summary.driftFile)
    try write(Self.report, try summary.json())
    try writeChecksums()
  }

  /// Writes what is told of a validation beside its list.
  func write(_ summary: ValidationSummary) throws {
    let file = try output.file(Self.report)
    try summary.writeJSON(to: file.write)
    try file.close(sync: false)
    try writeChecksums()
  }

  /// Packages have been hashed when they were complete.
  private func writeChecksums(_ packages: [PackageReport] = [], _ known: [String: String] = [:]) throws {
    let known = known.merging(packages.map { ($0.path, $0.sha256) }) { first, _ in first }
    // The list names files, so that a folder without any would look as if somebody had added it.
    try output.removeEmptyFolders()
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

/// What a `report.json` says of who has made it.
private struct ToolOfReport: Decodable {
  var tool: String
}
