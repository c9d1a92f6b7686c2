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

  let language, result, verdict, company, totalsVerdict, trendVerdict, findingCounts, fixed: String
  let version = ToolVersion.text
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
  let findings: [FindingCard]
  let hasFindings: Bool
  let packages: [ReportPage.Package]
  let hasPackages: Bool
  let inputs: [Input]
  let notCompared: [String]

  package init(_ summary: ReconciliationSummary) {
    language = summary.options.language.rawValue
    company =
      summary.options.companies.isEmpty
      ? "all" : summary.options.companies.map(\.description).joined(separator: ", ")
    result = summary.result.rawValue
    verdict = ReconciliationPage.verdict(summary)
    advice = ReconciliationPage.advice(summary)
    figures = ReconciliationPage.figures(summary)
    templates = ReconciliationPage.templates(summary)
    outcomes = Outcome.allCases.compactMap { outcome in
      guard let count = summary.outcomes[outcome], count > 0 else { return nil }
      let about = summary.findings.catalogue.description(of: outcome.code)
      return OutcomeCard(
        name: outcome.rawValue, title: about?.title ?? "", code: outcome.code.rawValue, count: CountText.text(count),
        why: about?.why ?? "", whatToDo: about?.whatToDo ?? "")
    }
    hasOutcomes = !outcomes.isEmpty
    fields = summary.tasks.compactMap { task in
      let rows = task.differencesByField.map { field, kinds in
        FieldRow(
          field: field, count: CountText.text(kinds.reduce(0) { $0 + $1.count }),
          kinds: kinds.map { "\($0.kind.rawValue) \(CountText.text($0.count))" }.joined(separator: ", "))
      }
      return rows.isEmpty ? nil : FieldGroup(template: task.template.name, task: task.task.name, rows: rows)
    }
    hasFields = !fields.isEmpty
    totals = ReconciliationPage.totals(summary)
    hasTotals = !totals.isEmpty
    let different = totals.flatMap(\.rows).count { !$0.isEqual }
    totalsVerdict =
      different == 0
      ? "All of them are equal." : "\(CountText.text(different)) differ. Those that are zero are left out."
    trend = ReconciliationPage.trend(summary)
    hasTrend = summary.baseline != nil
    let changes = summary.baseline?.ofDifferences ?? Baseline.Counts()
    trendVerdict =
      "Since the previous run: \(CountText.text(changes.new)) new, \(CountText.text(changes.known)) known, "
      + "\(CountText.text(changes.gone)) gone."
    findings = FindingCard.cards(summary.findings)
    hasFindings = !findings.isEmpty
    findingCounts = FindingCard.counts(summary.findings)
    fixed = summary.options.fixes == .finops ? "Finance and Operations" : "Sales"
    packages = summary.packages.map {
      ReportPage.Package(
        path: $0.path, records: CountText.text($0.records), size: CountText.size($0.bytes), sha256: $0.sha256)
    }
    hasPackages = !packages.isEmpty
    inputs = summary.exports.all.map { package in
      Input(
        path: package.path, kind: package.kind.rawValue, side: package.kind.side == .finops ? "F&O" : "Sales",
        sha256: summary.digests[package.container.path]?.sha256)
    }
    notCompared = summary.omissions.map {
      "\($0.name) is not compared: no package of \($0.side == .finops ? "F&O" : "Sales") contains \($0.entity)."
    }
  }

  /// The page. Throws if the installation lacks its template.
  package func html() throws -> String { try PageTemplate.render(self, as: "reconciliation") }

  // MARK: Parts

  private static func verdict(_ summary: ReconciliationSummary) -> String {
    let pairs = summary.tasks.reduce(0) { $0 + $1.counts.same }
    if summary.differences > 0 {
      return "\(CountText.text(summary.differences, "difference")); \(CountText.text(pairs, "record")) are the same on "
        + "both sides."
    }
    let refused = summary.refused
    if refused > 0 { return "Nothing differs, but \(CountText.text(refused, "record")) could not be converted." }
    return "Nothing differs: \(CountText.text(pairs, "record")) are the same on both sides."
  }

  private static func advice(_ summary: ReconciliationSummary) -> String? {
    var parts: [String] = []
    if summary.differences > 0 { parts.append("Decide for each difference which side is right.") }
    if summary.refused > 0 {
      parts.append(
        "\(CountText.text(summary.refused, "record")) cannot be converted and \(summary.refused == 1 ? "is" : "are") not on "
          + "the other side; see the findings.")
    }
    if !summary.omissions.isEmpty { parts.append("Not everything could be compared; see the end of this page.") }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private static func figures(_ summary: ReconciliationSummary) -> [ReportPage.Figure] {
    func sum(_ count: (ComparedTask) -> Int) -> Int { summary.tasks.reduce(0) { $0 + count($1) } }
    func figure(_ name: String, _ value: Int, isBad: Bool = true) -> ReportPage.Figure {
      ReportPage.Figure(name: name, value: CountText.text(value), isBad: isBad && value > 0)
    }
    return [
      figure("Same", sum { $0.counts.same }, isBad: false), figure("Different", sum { $0.counts.different }),
      figure("Only in F&O", sum { $0.template.destination == .finops ? $0.counts.surplus : $0.counts.missing }),
      figure("Only in Sales", sum { $0.template.destination == .finops ? $0.counts.missing : $0.counts.surplus }),
      figure("Not expected", sum { $0.counts.notExpected }), figure("Refused", summary.refused),
    ]
  }

  private static func templates(_ summary: ReconciliationSummary) -> [TemplateMember] {
    var templates: [TemplateMember] = []
    for task in summary.tasks {
      if templates.last?.name != task.template.name {
        templates.append(TemplateMember(name: task.template.name, title: task.template.title, tasks: []))
      }
      let cells = task.numbers.map { name, value, isBad in
        Cell(name: name, value: CountText.text(value), isZero: value == 0, isBad: isBad && value > 0)
      }
      templates[templates.count - 1].tasks.append(
        Task(name: task.task.name, source: task.task.source, destination: task.task.destination, cells: cells))
    }
    return templates
  }

  private static func totals(_ summary: ReconciliationSummary) -> [TotalGroup] {
    summary.tasks.compactMap { task in
      let rows = TotalRow.rows(task).filter { $0.finopsSum != "0" || $0.salesSum != "0" }.map { row in
        TotalLine(
          field: row.field.isEmpty ? "records" : row.field, currency: row.currency, status: row.status,
          month: row.month, finops: row.finopsSum.isEmpty ? "" : CountText.amount(row.finopsSum),
          sales: row.salesSum.isEmpty ? "" : CountText.amount(row.salesSum),
          records: row.countDifference == 0
            ? CountText.text(row.finopsCount)
            : "\(CountText.text(row.finopsCount)) / \(CountText.text(row.salesCount))", isEqual: row.isEqual)
      }
      return rows.isEmpty ? nil : TotalGroup(template: task.template.name, task: task.task.name, rows: rows)
    }
  }

  private static func trend(_ summary: ReconciliationSummary) -> [Run] {
    summary.trend.enumerated().map { number, run in
      func text(_ count: Int?) -> String { count.map { CountText.text($0) } ?? "" }
      return Run(
        run: "\(number + 1)", differences: CountText.text(run.differences), new: text(run.changes?.new),
        known: text(run.changes?.known), gone: text(run.changes?.gone), errors: CountText.text(run.errors))
    }
  }
}

extension ComparedTask {
  /// The numbers that are shown of a task, and whether people should mind them.
  var numbers: [(name: String, value: Int, isBad: Bool)] {
    let isToFinops = template.destination == .finops
    return [
      ("Same", counts.same, false), ("Different", counts.different, true),
      ("Only in F&O", isToFinops ? counts.surplus : counts.missing, true),
      ("Only in Sales", isToFinops ? counts.missing : counts.surplus, true),
      ("Not expected", counts.notExpected, true), ("Duplicate", counts.doubled + counts.heldTwice, true),
      ("Ambiguous", counts.ambiguous, true), ("Refused", counts.refused, true), ("Filtered", counts.filtered, false),
    ]
  }
}
