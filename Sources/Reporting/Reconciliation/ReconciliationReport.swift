import Archives
import Conversion
public import Findings
import Mapping
import Packages
public import Reconciliation
import Records

extension ReconciliationSummary {
  /// `report.json`.
  public func json() throws -> String { try ReconciliationJSON(self).text() }

  /// The outcome in words, line by line.
  public func lines(_ texts: Texts) -> [String] {
    var lines = tasks.map { "\($0.template.name) \($0.task.name): \($0.parts(texts).joined(separator: ", "))" }
    for omission in omissions {
      lines.append(
        texts(
          "reconcile.notCompared",
          ["name": omission.name, "side": omission.side.short, "entity": omission.entity]))
    }
    let found = texts("reconcile.differences", ["count": differences])
    lines.append(
      differences == 0
        ? texts("reconcile.nothing")
        : texts("summary.see", ["counts": found, "file": "\(options.output)/differences.csv"]))
    if let changes = baseline?.ofDifferences {
      lines.append(
        texts("reconcile.since", ["new": changes.new, "known": changes.known, "gone": changes.gone]))
    }
    for package in packages {
      lines.append("\(options.output)/\(package.path): \(texts("summary.records", ["count": package.records]))")
    }
    let errors = findings.bySeverity[.error] ?? 0
    if errors > 0 {
      let counted = texts("summary.errors", ["count": errors])
      lines.append(texts("summary.see", ["counts": counted, "file": "\(options.output)/findings.csv"]))
    }
    return lines
  }
}

extension ComparedTask {
  /// How many records came to what, in words.
  fileprivate func parts(_ texts: Texts) -> [String] {
    let isToFinops = template.destination == .finops
    let (inFinops, inSales) = isToFinops ? (counts.surplus, counts.missing) : (counts.missing, counts.surplus)
    let onlyFinops = texts("reconcile.onlyFinops", ["count": inFinops])
    let onlySales = texts("reconcile.onlySales", ["count": inSales])
    var parts = [
      texts("reconcile.same", ["count": counts.same]), texts("reconcile.different", ["count": counts.different]),
    ]
    // What the source has alone comes first.
    parts += isToFinops ? [onlySales, onlyFinops] : [onlyFinops, onlySales]
    if counts.notExpected > 0 { parts.append(texts("reconcile.notExpected", ["count": counts.notExpected])) }
    let doubled = counts.doubled + counts.heldTwice
    if doubled > 0 { parts.append(texts("reconcile.duplicates", ["count": doubled])) }
    if counts.ambiguous > 0 { parts.append(texts("reconcile.ambiguous", ["count": counts.ambiguous])) }
    if counts.refused > 0 { parts.append(texts("reconcile.refused", ["count": counts.refused])) }
    return parts
  }
}

extension Side {
  /// The system in short, as all languages call it.
  var short: String { self == .finops ? "F&O" : "Sales" }
}

/// The shape of a reconciliation's `report.json`.
struct ReconciliationJSON: Encodable {
  struct Input: Encodable {
    var side, path, sha256, kind: String
    var entities: [String]
  }

  struct Records: Encodable {
    /// Records of the source: read, and what became of them.
    var source: [String: Int]
    /// Records of the destination.
    var destination: [String: Int]

    init(_ counts: ComparedCounts) {
      source = [
        "read": counts.read, "same": counts.same, "different": counts.different, "missing": counts.missing,
        "filtered": counts.filtered, "refused": counts.refused, "duplicate": counts.doubled,
        "ambiguous": counts.ambiguous, "merged": counts.merged,
      ]
      destination = [
        "read": counts.held, "same": counts.same, "different": counts.different, "surplus": counts.surplus,
        "notExpected": counts.notExpected, "duplicate": counts.heldTwice, "ambiguous": counts.heldAmbiguous,
        "merged": counts.heldMerged, "leftToTheWayBack": counts.left,
        "notOfTheTemplate": counts.foreign,
      ]
    }
  }

  struct Field: Encodable {
    var field: String
    var differences: Int
    var kinds: [String: Int]
  }

  struct Task: Encodable {
    var name, source, destination: String
    var key, fields, notCompared: [String]
    var records: Records
    var differences: [Field]
    var totals: [TotalRow]
  }

  struct TemplateMember: Encodable {
    var name, direction: String
    var tasks: [Task]
  }

  struct Omission: Encodable {
    var template: String
    var task: String?
    var side, entity: String
  }

  var schemaVersion = 1
  var tool = "p2c"
  var version = ToolVersion.text
  var command = "reconcile"
  var result: String
  var inputs: [Input]
  var templates: [TemplateMember]
  var notCompared: [Omission]
  var differences: Int
  var byOutcome: [String: Int]
  var byCode: [String: Int]
  var partners: Int
  var findings: ReportJSON.Findings
  var baseline: [String: Baseline.Counts]?
  var trend: [Baseline.Rehearsal]
  var packages: [ReportJSON.PackageMember]

  init(_ summary: ReconciliationSummary) {
    result = summary.result.rawValue
    inputs = summary.exports.all.map { package in
      Input(
        side: package.kind.side.rawValue, path: package.path,
        sha256: summary.digests[package.container.path]?.sha256 ?? "", kind: package.kind.rawValue,
        entities: package.entities.map(\.name))
    }
    templates = []
    for task in summary.tasks {
      if templates.last?.name != task.template.name {
        let direction = task.template.destination.direction
        templates.append(TemplateMember(name: task.template.name, direction: direction, tasks: []))
      }
      templates[templates.count - 1].tasks.append(Task(task))
    }
    notCompared = summary.omissions.map {
      Omission(template: $0.template, task: $0.task, side: $0.side.rawValue, entity: $0.entity)
    }
    differences = summary.differences
    byOutcome = Dictionary(uniqueKeysWithValues: summary.outcomes.map { ($0.key.rawValue, $0.value) })
    byCode = Dictionary(uniqueKeysWithValues: summary.outcomes.map { ($0.key.code.rawValue, $0.value) })
    partners = summary.partners
    findings = ReportJSON.Findings(summary.findings)
    baseline = summary.baseline.map { ["differences": $0.ofDifferences, "findings": $0.ofFindings] }
    trend = summary.trend
    packages = summary.packages.map {
      ReportJSON.PackageMember(
        path: $0.path, company: $0.company, sha256: $0.sha256, bytes: $0.bytes, records: $0.records, wave: nil)
    }
  }

  func text() throws -> String { try indentedJSON() + "\n" }
}

extension ReconciliationJSON.Task {
  fileprivate init(_ task: ComparedTask) {
    name = task.task.name
    (source, destination) = (task.task.source, task.task.destination)
    key = task.keyColumns
    fields = task.fields.map(\.name)
    notCompared = task.unknown
    records = ReconciliationJSON.Records(task.counts)
    differences = task.differencesByField.map { field, kinds in
      ReconciliationJSON.Field(
        field: field, differences: kinds.reduce(0) { $0 + $1.count },
        kinds: Dictionary(uniqueKeysWithValues: kinds.map { ($0.kind.rawValue, $0.count) }))
    }
    totals = TotalRow.rows(task)
  }
}

extension ComparedTask {
  /// The fields with differing values in the template's order, the most frequent kind first.
  var differencesByField: [(field: String, kinds: [(kind: DifferenceKind, count: Int)])] {
    fields.compactMap { field in
      guard let kinds = kinds[field.name] else { return nil }
      let sorted = kinds.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key.rawValue < $1.key.rawValue }
      return (field.name, sorted.map { ($0.key, $0.value) })
    }
  }
}

/// A row of `totals.csv`.
package struct TotalRow: Encodable {
  static let columns = [
    "template", "task", "field", "currency", "status", "month", "finops_count", "sales_count", "count_difference",
    "finops_sum", "sales_sum", "sum_difference", "company",
  ]

  var field, currency, status, month: String
  var finopsCount, salesCount, countDifference: Int
  /// Exact decimals; empty where the template has no amounts.
  var finopsSum, salesSum, sumDifference: String
  var company: String

  /// Whether both sides agree.
  var isEqual: Bool { countDifference == 0 && (sumDifference.isEmpty || sumDifference == "0") }

  /// The rows of a task. The difference is what F&O has more than Sales.
  static func rows(_ task: ComparedTask) -> [TotalRow] {
    task.totals.entries.map { entry in
      let isToFinops = task.template.destination == .finops
      let (finops, sales) = isToFinops ? (entry.held, entry.source) : (entry.source, entry.held)
      let hasSums = !entry.field.isEmpty
      var difference = finops.sum
      difference.subtract(sales.sum)
      return TotalRow(
        field: entry.field, currency: entry.currency, status: entry.status, month: entry.month,
        finopsCount: finops.count, salesCount: sales.count, countDifference: finops.count - sales.count,
        finopsSum: hasSums ? finops.sum.description : "", salesSum: hasSums ? sales.sum.description : "",
        sumDifference: hasSums ? difference.description : "", company: entry.company)
    }
  }

  /// `totals.csv`.
  package static func file(_ tasks: [ComparedTask]) -> [UInt8] {
    let encoder = CSVEncoder()
    var output = OutputBuffer(capacity: 1 << 14)
    encoder.headings(columns, to: &output)
    for task in tasks {
      for row in rows(task) {
        encoder.record(
          [
            task.template.name, task.task.name, row.field, row.currency, row.status, row.month, "\(row.finopsCount)",
            "\(row.salesCount)", "\(row.countDifference)", row.finopsSum, row.salesSum, row.sumDifference,
            row.company,
          ], to: &output)
      }
    }
    return output.take()
  }
}
