import Archives
import Conversion
public import Findings
import Foundation
import Mapping
import Packages
public import Validation

extension ValidationSummary {
  /// Writes the report as JSON, in pieces: that of a conversion without packages, with `items`, the findings.
  public func writeJSON(to write: (String) throws -> Void) throws {
    try findings.writeItems(within: ValidationJSON(self), to: write)
  }

  /// Writes the findings as SARIF 2.1.0, in pieces.
  public func writeStaticAnalysisLog(to write: (String) throws -> Void) throws {
    try StaticAnalysisLog(findings).write(to: write)
  }

  /// The findings in words, grouped by code, each with its count and first examples, in the language of the job.
  public var lines: [String] { lines(findings.catalogue) }

  /// The same in the words of a catalogue.
  public func lines(_ catalogue: FindingCatalogue) -> [String] {
    let texts = catalogue.texts
    var lines = FindingList(findings, catalogue).lines
    for template in templates {
      for task in template.tasks {
        let counts = task.counts
        let parts = [
          texts("summary.read", ["count": counts.read]), texts("summary.filtered", ["count": counts.filtered]),
          texts("summary.rejected", ["count": counts.rejected]),
        ]
        lines.append("\(template.name) \(task.name): \(parts.joined(separator: ", "))")
      }
    }
    func causes(_ severity: Severity) -> Int {
      (findings.bySeverity[severity] ?? 0) - (findings.following[severity] ?? 0)
    }
    let following = findings.following.values.reduce(0, +)
    let counts = [
      texts("summary.errors", ["count": causes(.error)]), texts("summary.warnings", ["count": causes(.warning)]),
      texts("summary.remarks", ["count": causes(.info)]),
    ].joined(separator: ", ")
    lines.append(following > 0 ? "\(counts); \(texts("summary.following", ["count": following]))" : counts)
    lines += UnknownFilesText.lines(unknownFiles, texts)
    return lines
  }
}

/// The shape of a validation's JSON.
struct ValidationJSON: Encodable {
  var schemaVersion = 1
  var tool = "p2c"
  var version = ToolVersion.text
  var command = "validate"
  var result: String
  var inputs: [ReportJSON.Input]
  var templates: [ReportJSON.TemplateMember]
  var findings: Findings
  var items = JSONStream.place

  /// The counts of a report, and how many of each severity follow from others.
  struct Findings: Encodable {
    var error: Int
    var warning: Int
    var info: Int
    var byCode: [String: Int]
    var following: [String: Int]

    init(_ sink: FindingSink) {
      let all = ReportJSON.Findings(sink)
      (error, warning, info, byCode) = (all.error, all.warning, all.info, all.byCode)
      following = Dictionary(uniqueKeysWithValues: sink.following.map { ($0.key.rawValue, $0.value) })
    }
  }

  init(_ summary: ValidationSummary) {
    result = summary.result.rawValue
    inputs = summary.inputs.enumerated().map { index, package in
      ReportJSON.Input(
        path: package.path, sha256: summary.digests[package.container.path]?.sha256 ?? "", kind: package.kind.rawValue,
        entities: package.described.map { place, counted in
          let entity = package.entities[place]
          return ReportJSON.Input.Entity(
            name: entity.name, file: entity.file, records: counted.reduce(0) { $0 + summary.counts[index][$1] },
            partitions: entity.partitions)
        })
    }
    templates = summary.templates.map(ReportJSON.TemplateMember.init)
    findings = Findings(summary.findings)
  }
}

extension FindingSink {
  /// Writes a document with the findings that are kept, each with the columns of `findings.csv` as members.
  func writeItems(within document: some Encodable, to write: (String) throws -> Void) throws {
    var stream = try JSONStream(document)
    let order = FindingRow.columns.indices.sorted { FindingRow.columns[$0] < FindingRow.columns[$1] }
    try forEachItem { cells in
      try stream.add(.object(order.map { .init(FindingRow.columns[$0], .string(cells[$0])) }), to: write)
    }
    try stream.end(to: write)
  }
}
