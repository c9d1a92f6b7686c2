import Conversion
import Findings
import Packages
import Repair
import Validation

extension FlowPicture {
  /// Inputs, templates and packages of a conversion.
  init(_ summary: ConversionSummary, _ texts: Texts) {
    func records(_ count: Int) -> String { texts("report.records", ["count": count]) }
    let order = summary.importOrder
    var reads: [Link] = []
    for (row, input) in summary.inputs.enumerated() {
      let names = Set(input.entities.map { $0.name.lowercased() })
      for (other, template) in summary.templates.enumerated()
      where template.tasks.contains(where: { names.contains($0.source.lowercased()) }) {
        reads.append(Link(row, other))
      }
    }
    let writes = order.enumerated().compactMap { row, item in
      summary.templates.firstIndex { $0.name == item.template.name }.map { Link($0, row) }
    }
    self.init(
      texts("page.flowText"),
      [
        summary.inputs.enumerated().map { Node($1.path, records(summary.entities[$0].reduce(0, +))) },
        summary.templates.map { Node($0.name, records($0.tasks.reduce(0) { $0 + $1.counts.written })) },
        order.map { Node($0.package.path, records($0.package.records)) },
      ], links: [reads, writes])
  }

  /// Inputs of a validation, its checks, and what they found.
  init(_ summary: ValidationSummary, _ texts: Texts) {
    func records(_ count: Int) -> String { texts("report.records", ["count": count]) }
    let counts = summary.counts.map { $0.reduce(0, +) }
    let found = Severity.allCases.sorted(by: >).compactMap { severity in
      summary.findings.bySeverity[severity].map {
        Node(texts("report.severityName.\(severity.rawValue)"), texts.number($0))
      }
    }
    let checks = summary.purpose == .import ? texts("page.checksImport") : texts("page.checksConvert")
    let results = found.isEmpty ? [Node(texts("page.nothingFound"), "")] : found
    self.init(
      texts("page.flowCheck"),
      [
        zip(summary.inputs, counts).map { Node($0.path, records($1)) },
        [Node(checks, records(counts.reduce(0, +)))], results,
      ], links: [summary.inputs.indices.map { Link($0, 0) }, results.indices.map { Link(0, $0) }])
  }

  /// The package of a repair, what was repaired, and the copy.
  init(_ summary: RepairSummary, _ texts: Texts) {
    let codes = summary.findings.byCode.keys.sorted()
    let repairs =
      codes.isEmpty
      ? [Node(texts("page.repairs"), texts.number(0))]
      : codes.map { code in
        let title = summary.findings.catalogue.description(of: code)?.title ?? code.rawValue
        return Node(code.rawValue, "\(texts.number(summary.findings.count(of: code))) · \(title)")
      }
    self.init(
      texts("page.flowFix"),
      [
        [Node(summary.input, summary.inputDigest.map { texts.size($0.bytes) } ?? "")], repairs,
        [Node(summary.output, texts.size(summary.digest.bytes))],
      ], links: [repairs.indices.map { Link(0, $0) }, repairs.indices.map { Link($0, 0) }])
  }
}
