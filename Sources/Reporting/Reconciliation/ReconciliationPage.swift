import Archives
import Conversion
import Findings
import Mapping
import Packages
package import Reconciliation
import Records

/// `report.html` of a reconciliation: what came of it on one page for people, which needs nothing but itself.
///
/// The members are what `reconciliation.mustache` names; every text is escaped there. No record's content is on it.
package struct ReconciliationPage {
  struct Cell {
    var name, value: String
    var isZero, isBad: Bool
  }

  struct Task {
    var name, source, destination: String
    var cells: [Cell]
  }

  struct TemplateMember {
    var name, title: String
    var tasks: [Task]
  }

  struct OutcomeCard {
    var name, title, code, count, why, whatToDo: String
  }

  struct FieldRow {
    var field, count, kinds: String
  }

  struct FieldGroup {
    var template, task: String
    var rows: [FieldRow]
  }

  struct TotalLine {
    var field, currency, status, month, finops, sales, records: String
    var isEqual: Bool
  }

  struct TotalGroup {
    var template, task: String
    var rows: [TotalLine]
  }

  struct Run {
    var run, differences, new, known, gone, errors: String
  }

  struct Input {
    var path, kind, side: String
    var sha256: String?
  }

  let language, result, verdict, made, totalsVerdict, trendVerdict, fixed: String
  /// The texts of the page, which templates name.
  let t: [String: String]
  let version = ToolVersion.text
  let flow: FlowPicture
  let options: [OptionRow]
  let advice: String?
  let figures: [ReportPage.Figure]
  let templates: [TemplateMember]
  let outcomes: [OutcomeCard]
  let hasOutcomes: Bool
  let fields: [FieldGroup]
  let hasFields: Bool
  let totals: [TotalGroup]
  let hasTotals: Bool
  let trend: [Run]
  let hasTrend: Bool
  let findings: FindingSection
  let hasFindings: Bool
  let packages: [ReportPage.Package]
  let hasPackages: Bool
  let inputs: [Input]
  let references: [ReportPage.Reference]
  let notCompared: [String]

  package init(_ summary: ReconciliationSummary) throws {
    let texts = summary.findings.catalogue.texts.forPages
    language = texts.language.rawValue
    let labels = texts.labels("page.")
    t = labels
    let companies = summary.options.companies.map(\.description).joined(separator: ", ")
    made = texts(
      "report.made",
      ["version": ToolVersion.text, "company": companies.isEmpty ? texts("report.allCompanies") : companies])
    result = summary.result.rawValue
    verdict = ReconciliationPage.verdict(summary, texts)
    advice = ReconciliationPage.advice(summary, texts)
    flow = FlowPicture(summary, texts, labels)
    options = OptionRow.rows(summary)
    figures = ReconciliationPage.figures(summary, texts, labels)
    templates = ReconciliationPage.templates(summary, texts, labels)
    outcomes = Outcome.allCases.compactMap { outcome in
      let count = summary.records(of: outcome)
      guard count > 0 else { return nil }
      let about = summary.findings.catalogue.description(of: outcome.code)
      return OutcomeCard(
        name: labels[outcome.label] ?? outcome.rawValue, title: about?.title ?? "", code: outcome.code.rawValue,
        count: texts.number(count), why: FindingCard.plain(about?.why), whatToDo: FindingCard.plain(about?.whatToDo))
    }
    hasOutcomes = !outcomes.isEmpty
    fields = summary.tasks.compactMap { task in
      let rows = task.differencesByField.map { field, kinds in
        FieldRow(
          field: field, count: texts.number(kinds.reduce(0) { $0 + $1.count }),
          kinds: kinds.map { texts("report.kind.\($0.kind.label)") + " " + texts.number($0.count) }.joined(
            separator: ", "))
      }
      return rows.isEmpty ? nil : FieldGroup(template: task.template.name, task: task.task.name, rows: rows)
    }
    hasFields = !fields.isEmpty
    totals = try ReconciliationPage.totals(summary, texts)
    hasTotals = !totals.isEmpty
    let different = totals.flatMap(\.rows).count { !$0.isEqual }
    totalsVerdict =
      different == 0
      ? texts("report.totals.equal") : texts("report.totals.differ", ["count": different])
    trend = ReconciliationPage.trend(summary, texts)
    hasTrend = summary.baseline != nil
    let changes = summary.baseline?.ofDifferences ?? Baseline.Counts()
    trendVerdict = texts(
      "report.reconcile.trend",
      [
        "new": texts.number(changes.new), "known": texts.number(changes.known), "gone": texts.number(changes.gone),
      ])
    findings = FindingSection(summary.findings, summary.options.showsValues ? .withValues : .places)
    hasFindings = !findings.cards.isEmpty
    fixed = summary.options.fixes == .finops ? texts("page.fixesFinops") : texts("page.fixesSales")
    packages = summary.packages.map {
      ReportPage.Package(
        path: $0.path, records: texts.number($0.records), size: texts.size($0.bytes), sha256: $0.sha256)
    }
    hasPackages = !packages.isEmpty
    inputs = summary.exports.all.map { package in
      Input(
        path: package.path, kind: package.kind.rawValue, side: package.kind.side == .finops ? "F&O" : "Sales",
        sha256: summary.digests[package.container.path]?.sha256)
    }
    references = summary.exports.references.map { ReportPage.Reference($0, summary.digests) }
    notCompared = summary.omissions.map {
      texts(
        "report.reconcile.notCompared",
        ["name": $0.name, "side": $0.side == .finops ? "F&O" : "Sales", "entity": $0.entity])
    }
  }

  /// The page. Throws if the installation lacks its template.
  package func html() throws -> String { try PageTemplate.render(self, as: "reconciliation") }

  // MARK: Parts

  private static func verdict(_ summary: ReconciliationSummary, _ texts: Texts) -> String {
    let same = texts("report.reconcile.same", ["count": summary.tasks.reduce(0) { $0 + $1.counts.same }])
    let different = summary.differingRecords
    if different > 0 { return texts("report.reconcile.differ", ["count": different, "same": same]) }
    if summary.refused > 0 { return texts("report.reconcile.refused", ["count": summary.refused]) }
    return texts("report.reconcile.none", ["same": same])
  }

  private static func advice(_ summary: ReconciliationSummary, _ texts: Texts) -> String? {
    var parts: [String] = []
    if summary.differences > 0 { parts.append(texts("report.reconcile.decide", ["count": summary.differences])) }
    if summary.refused > 0 { parts.append(texts("report.reconcile.cannot", ["count": summary.refused])) }
    if !summary.omissions.isEmpty { parts.append(texts("report.reconcile.omitted")) }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private static func figures(
    _ summary: ReconciliationSummary, _ texts: Texts, _ labels: [String: String]
  ) -> [ReportPage.Figure] {
    func figure(_ name: String, _ value: Int, isBad: Bool = true) -> ReportPage.Figure {
      ReportPage.Figure(name: labels[name] ?? name, value: texts.number(value), isBad: isBad && value > 0)
    }
    let same = summary.tasks.reduce(0) { $0 + $1.counts.same }
    return [figure("same", same, isBad: false)]
      + Outcome.allCases.map { figure($0.label, summary.records(of: $0)) }
      + [figure("refused", summary.refused)]
  }

  private static func templates(
    _ summary: ReconciliationSummary, _ texts: Texts, _ labels: [String: String]
  ) -> [TemplateMember] {
    var templates: [TemplateMember] = []
    for task in summary.tasks {
      if templates.last?.name != task.template.name {
        templates.append(TemplateMember(name: task.template.name, title: task.template.title, tasks: []))
      }
      let cells = task.numbers.map { name, value, isBad in
        Cell(name: labels[name] ?? name, value: texts.number(value), isZero: value == 0, isBad: isBad && value > 0)
      }
      templates[templates.count - 1].tasks.append(
        Task(name: task.task.name, source: task.task.source, destination: task.task.destination, cells: cells))
    }
    return templates
  }

  private static func totals(_ summary: ReconciliationSummary, _ texts: Texts) throws -> [TotalGroup] {
    let labels = try StatusLabels(summary)
    return try summary.tasks.compactMap { task in
      let rows = try TotalRow.rows(task).filter { $0.finopsSum != "0" || $0.salesSum != "0" }.map { row in
        TotalLine(
          field: row.field.isEmpty ? texts("report.reconcile.onlyRecords") : row.field, currency: row.currency,
          status: try labels.text(row.status, of: task), month: texts.month(row.month),
          finops: row.finopsSum.isEmpty ? "" : texts.amount(row.finopsSum),
          sales: row.salesSum.isEmpty ? "" : texts.amount(row.salesSum),
          records: row.countDifference == 0
            ? texts.number(row.finopsCount)
            : "\(texts.number(row.finopsCount)) / \(texts.number(row.salesCount))", isEqual: row.isEqual)
      }
      return rows.isEmpty ? nil : TotalGroup(template: task.template.name, task: task.task.name, rows: rows)
    }
  }

  private static func trend(_ summary: ReconciliationSummary, _ texts: Texts) -> [Run] {
    summary.trend.enumerated().map { number, run in
      func text(_ count: Int?) -> String { count.map { texts.number($0) } ?? "" }
      return Run(
        run: "\(number + 1)", differences: texts.number(run.differences), new: text(run.changes?.new),
        known: text(run.changes?.known), gone: text(run.changes?.gone), errors: texts.number(run.errors))
    }
  }
}

extension ComparedTask {
  /// The numbers that are shown of a task, by the labels of their columns, and whether people should mind them.
  var numbers: [(name: String, value: Int, isBad: Bool)] {
    let isToFinops = template.destination == .finops
    return [
      ("same", counts.same, false), ("different", counts.different, true),
      ("onlyFinops", isToFinops ? counts.surplus : counts.missing, true),
      ("onlySales", isToFinops ? counts.missing : counts.surplus, true),
      ("notExpected", counts.notExpected, true), ("duplicate", counts.doubled + counts.heldTwice, true),
      ("ambiguous", counts.ambiguous, true), ("refused", counts.refused, true), ("filtered", counts.filtered, false),
    ]
  }
}

extension ReconciliationSummary {
  /// How many records came to the outcome. `differences.csv` has a row for each value of those that differ.
  func records(of outcome: Outcome) -> Int {
    tasks.reduce(0) { sum, task in
      let (counts, isToFinops) = (task.counts, task.template.destination == .finops)
      switch outcome {
      case .different: return sum + counts.different
      case .onlyInFinops: return sum + (isToFinops ? counts.surplus : counts.missing)
      case .onlyInSales: return sum + (isToFinops ? counts.missing : counts.surplus)
      case .notExpected: return sum + counts.notExpected
      case .duplicate: return sum + counts.doubled + counts.heldTwice
      case .ambiguous: return sum + counts.ambiguous
      }
    }
  }

  /// How many records are not the same on both sides.
  var differingRecords: Int { Outcome.allCases.reduce(0) { $0 + records(of: $1) } }
}

extension Outcome {
  /// The name of its label on a page.
  fileprivate var label: String {
    switch self {
    case .different, .notExpected, .duplicate, .ambiguous: self == .notExpected ? "notExpected" : rawValue
    case .onlyInFinops: "onlyFinops"
    case .onlyInSales: "onlySales"
    }
  }
}

extension DifferenceKind {
  /// The name of its text.
  fileprivate var label: String {
    switch self {
    case .lineBreaks: "lineBreaks"
    case .partyNumber: "partyNumber"
    default: rawValue
    }
  }
}
