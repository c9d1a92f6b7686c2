import Conversion
public import Findings
public import Repair

extension RepairSummary {
  /// The repairs in words, grouped by code, line by line, in the language of the job.
  public var lines: [String] { lines(findings.catalogue) }

  /// The same in the words of a catalogue.
  public func lines(_ catalogue: FindingCatalogue) -> [String] {
    let texts = catalogue.texts
    let end = count == 0 ? texts("summary.nothingToRepair") : texts("summary.repairs", ["count": count])
    return FindingList(findings, catalogue).lines + ["\(output): \(end)"]
  }

  /// Writes the report as JSON, in pieces, with `items`, the repairs by the columns of `findings.csv`.
  public func writeJSON(to write: (String) throws -> Void) throws {
    try findings.writeItems(within: RepairJSON(self), to: write)
  }

  /// Writes the repairs as SARIF 2.1.0, in pieces.
  public func writeStaticAnalysisLog(to write: (String) throws -> Void) throws {
    try StaticAnalysisLog(findings).write(to: write)
  }
}

/// The shape of a repair's JSON.
struct RepairJSON: Encodable {
  struct File: Encodable {
    var path: String
    var sha256: String
    var bytes: UInt64
  }

  var schemaVersion = 1
  var tool = "p2c"
  var version = ToolVersion.text
  var command = "fix"
  var result = "ok"
  var inputs: [[String: String]]
  var packages: [File]
  var findings: ReportJSON.Findings
  var items = JSONStream.place

  init(_ summary: RepairSummary) {
    inputs = [["path": summary.input]]
    packages = [File(path: summary.output, sha256: summary.digest.sha256, bytes: summary.digest.bytes)]
    findings = ReportJSON.Findings(summary.findings)
  }
}
