import Archives
public import Conversion
import Profiling
public import Reconciliation
public import Repair
import Reporting
public import Validation

/// Writes the files of an output folder that are for people and programs: reports, run sheet, checksums.
struct ReportFiles {
  private let output: OutputDirectory

  init(_ output: OutputDirectory) { self.output = output }

  /// Writes all of them; the checksums last, of every other file. `known` holds digests that were taken before.
  func write(_ summary: ConversionSummary, _ known: [String: String]) throws {
    if summary.options.writesWorkbooks { try ListWorkbooks(output, jobs: summary.options.jobs).write() }
    try write(OutputFolder.report, try summary.json())
    try write("report.html", try ReportPage(summary).html())
    try write("RUNSHEET.md", RunSheet(summary).text)
    try writeChecksums(summary.packages, known)
  }

  /// Writes what is reported of a reconciliation beside its lists.
  func write(_ summary: ReconciliationSummary, _ known: [String: String]) throws {
    if summary.options.writesWorkbooks { try ListWorkbooks(output, jobs: summary.options.jobs).write() }
    try write("totals.csv", String(decoding: TotalRow.file(summary.tasks), as: UTF8.self))
    try write(OutputFolder.report, try summary.json())
    try write("report.html", try ReconciliationPage(summary).html())
    try write("RUNSHEET.md", ReconciliationSheet(summary).text)
    try writeChecksums(summary.packages, known)
  }

  /// Writes what is reported of a comparison of two exports beside its list.
  func write(_ summary: VersionSummary) throws {
    if summary.options.writesWorkbooks { try ListWorkbooks(output, jobs: summary.options.jobs).write() }
    try write("drift.csv", summary.driftFile)
    try write(OutputFolder.report, try summary.json())
    try write("report.html", try VersionPage(summary).html())
    try writeChecksums()
  }

  /// Writes what is reported of a validation beside its list.
  func write(_ summary: ValidationSummary) throws {
    if summary.options.writesWorkbooks { try ListWorkbooks(output, jobs: summary.options.jobs).write() }
    let file = try output.file(OutputFolder.report)
    try summary.writeJSON(to: file.write)
    try file.close(sync: false)
    try write("report.html", try ValidationPage(summary).html())
    try writeChecksums()
  }

  /// Writes the files of a profile.
  func write(_ summary: ProfileSummary) throws {
    try write(OutputFolder.profile, summary.json)
    try write("profile.csv", summary.table)
    try write("profile.html", try ProfilePage(summary).html())
    try write("value-maps.yaml", summary.proposalsFile)
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
    try output.write(name, Array(text.utf8))
  }
}

extension Conversion {
  /// Runs the conversion, with all reports. The output folder appears at the end, or not at all.
  ///
  /// Throws `PackageError`, `ArchiveError`, `ProjectError`, `ConversionError`.
  public func run() throws -> ConversionSummary { try run { try ReportFiles($1).write($0, $2) } }
}

extension Validation {
  /// Checks everything. With an output folder in the options, findings and report are written there.
  ///
  /// Packages that cannot be read are findings; throws `ArchiveError` for what cannot be opened at all.
  public func run() throws -> ValidationSummary { try run { try ReportFiles($1).write($0) } }
}

extension Reconciliation {
  /// Compares everything. The output folder appears at the end, or not at all.
  ///
  /// Throws `PackageError`, `ArchiveError`, `ProjectError`, `ConversionError`, `Failure`.
  func run() throws -> ReconciliationSummary { try run { try ReportFiles($1).write($0, $2) } }
}

extension VersionComparison {
  /// Compares everything. Throws `PackageError`, `ArchiveError`, `Failure`.
  public func run() throws -> VersionSummary { try run { try ReportFiles($1).write($0) } }
}

extension RepairJob {
  /// Writes the repaired package, and the page about it if one is asked for. Both appear, or none.
  ///
  /// Throws `ArchiveError`, `PackageError`, `ConversionError.notAsWritten`, `Failure`.
  public func run(progress: Progress = .silent) throws -> RepairSummary {
    try run(progress: progress) { try RepairPage($0).html() }
  }
}

extension Profile {
  /// Profiles everything. The output folder appears at the end, or not at all.
  ///
  /// Throws `PackageError`, `ArchiveError`, `ProjectError`, `ConversionError`.
  func run() throws -> ProfileSummary { try run { try ReportFiles($1).write($0) } }
}
