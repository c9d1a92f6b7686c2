import Archives
import Conversion
import Findings
import Foundation
import Mapping
import Records

/// An earlier run's output, against which each difference and finding is new or known, and some of the earlier are gone.
///
/// A difference is known again by its template, task, outcome, key and field, a finding by code, entity, file, field and
/// key: what else has changed, and the order, is no matter.
package final class Baseline {
  /// How many were marked how.
  package struct Counts: Codable, Equatable, Sendable {
    package var new = 0
    package var known = 0
    package var gone = 0

    /// None.
    package init() {}
  }

  /// One run in a row of rehearsals.
  package struct Rehearsal: Codable, Equatable, Sendable {
    package var differences: Int
    package var errors: Int
    package var changes: Counts?
  }

  /// The column that says how a row was marked.
  static let column = "baseline"
  private static let differenceColumns = ["template", "task", "outcome", "key", "field", "company"]
  private static let findingColumns = ["code", "entity", "file", "field", "key", "company"]

  private let differences: BaselineList
  private let findings: BaselineList
  private var earlierDifferences: Set<Fingerprint> = []
  private var earlierFindings: Set<Fingerprint> = []
  private var seenDifferences: Set<Fingerprint> = []
  private var seenFindings: Set<Fingerprint> = []
  /// How the differences were marked.
  package private(set) var ofDifferences = Counts()
  /// How the findings were marked.
  package private(set) var ofFindings = Counts()
  /// The earlier runs, the oldest first.
  let trend: [Rehearsal]

  /// Reads the lists of an output folder. Throws `ArchiveError`, and `Failure` if it is none of a reconciliation.
  init(_ folder: String) throws {
    differences = try BaselineList(DifferenceFile.fileName, of: folder, columns: Baseline.differenceColumns)
    findings = try BaselineList(FindingFile.fileName, of: folder, columns: Baseline.findingColumns)
    trend = try Baseline.trend(of: folder)
    try differences.forEach { wanted, _ in earlierDifferences.insert(Baseline.fingerprint(wanted)) }
    try findings.forEach { wanted, _ in earlierFindings.insert(Baseline.fingerprint(wanted)) }
  }

  private static func trend(of folder: String) throws -> [Rehearsal] {
    struct Report: Decodable {
      var trend: [Rehearsal]
    }
    let path = "\(folder)/report.json"
    let bytes = try WholeFile.read(path, limit: 64 << 20)
    guard let report = try? JSONDecoder().decode(Report.self, from: Data(bytes)) else {
      throw Failure(
        message: "\(path) is not a report of a reconciliation; give the output folder of an earlier run", exitCode: 65)
    }
    return report.trend
  }

  private static func fingerprint(_ cells: [String]) -> Fingerprint {
    var fingerprint = Fingerprint()
    for cell in cells { fingerprint.append(cell) }
    return fingerprint
  }

  // MARK: Marks

  /// Whether a difference is `new` or `known`.
  func mark(difference: Fingerprint) -> String {
    seenDifferences.insert(difference)
    let isKnown = earlierDifferences.contains(difference)
    if isKnown { ofDifferences.known += 1 } else { ofDifferences.new += 1 }
    return isKnown ? "known" : "new"
  }

  private func mark(finding cells: [String]) -> String {
    let places = Baseline.findingColumns.compactMap(FindingRow.columns.firstIndex)
    let fingerprint = Baseline.fingerprint(places.map { cells[$0] })
    seenFindings.insert(fingerprint)
    let isKnown = earlierFindings.contains(fingerprint)
    if isKnown { ofFindings.known += 1 } else { ofFindings.new += 1 }
    return isKnown ? "known" : "new"
  }

  // MARK: Files

  /// Writes `findings.csv` with a mark for each, of findings that the sink has kept.
  func writeFindings(_ sink: FindingSink, to folder: OutputDirectory) throws {
    try Baseline.list(FindingFile.fileName, FindingRow.columns + [Baseline.column], in: folder) { add in
      try sink.forEachItem { cells in
        let harmless = cells.map(SpreadsheetText.harmless)
        try add(harmless + [mark(finding: harmless)])
      }
    }
  }

  /// Writes what the earlier run had and this one does not have, once all of this one has been marked.
  func writeGone(to folder: OutputDirectory) throws {
    try Baseline.list("gone-differences.csv", differences.columns, in: folder) { add in
      try differences.forEach { wanted, all in
        if seenDifferences.contains(Baseline.fingerprint(wanted)) { return }
        ofDifferences.gone += 1
        try add(all)
      }
    }
    try Baseline.list("gone-findings.csv", findings.columns, in: folder) { add in
      try findings.forEach { wanted, all in
        if seenFindings.contains(Baseline.fingerprint(wanted)) { return }
        ofFindings.gone += 1
        try add(all)
      }
    }
  }

  private static func list(
    _ name: String, _ columns: [String], in folder: OutputDirectory,
    _ fill: (_ add: ([String]) throws -> Void) throws -> Void
  ) throws {
    let file = try folder.file(name)
    let encoder = CSVEncoder()
    var output = OutputBuffer(capacity: 1 << 16)
    encoder.headings(columns, to: &output)
    try fill { cells in
      encoder.record(cells, to: &output)
      if output.count > 1 << 16 { try file.write(output.take()) }
    }
    try file.write(output.take())
    try file.close(sync: false)
  }
}
