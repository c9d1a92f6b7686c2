import Conversion
import Findings
import Records

/// A template's tasks in the table of counts.
struct TemplateRows {
  struct Task {
    var name, source, destination, rejects: String
    var read, generated, filtered, rejected, written: String
    var hasGenerated, hasFiltered, hasRejected: Bool
    var reasons: [String]
    var barText: String
    var bar: [BarPart]
  }

  /// A part of a bar: what it stands for, and how many hundredths of the whole it is.
  struct BarPart {
    var kind, width: String
  }

  let name, title: String
  let tasks: [Task]

  init(_ template: TemplateReport, _ texts: Texts) {
    (name, title) = (template.name, template.title)
    tasks = template.tasks.map { task in
      let counts = task.counts
      return Task(
        name: task.name, source: task.source, destination: task.destination,
        rejects: "rejects/\(template.name).\(task.name).csv", read: texts.number(counts.read),
        generated: texts.number(counts.generated), filtered: texts.number(counts.filtered),
        rejected: texts.number(counts.rejected), written: texts.number(counts.written),
        hasGenerated: counts.generated > 0, hasFiltered: counts.filtered > 0, hasRejected: counts.rejected > 0,
        reasons: TemplateRows.reasons(counts, texts),
        barText: texts(
          "report.bar",
          [
            "written": texts.number(counts.written), "filtered": texts.number(counts.filtered),
            "rejected": texts.number(counts.rejected),
          ]), bar: TemplateRows.bar(counts))
    }
  }

  /// The reasons of filtering, where they are others than the template's own filter alone.
  private static func reasons(_ counts: TaskCounts, _ texts: Texts) -> [String] {
    let reasons = FilterReason.allCases.filter { (counts.filteredBy[$0] ?? 0) > 0 }
    return reasons.map { reason in
      let count = reasons.count > 1 ? "\(texts.number(counts.filteredBy[reason] ?? 0)) " : ""
      return count + texts("report.reason.\(reason.rawValue)")
    }
  }

  private static func bar(_ counts: TaskCounts) -> [BarPart] {
    let whole = counts.read + counts.generated
    let parts = [("written", counts.written), ("filtered", counts.filtered), ("rejected", counts.rejected)]
    return parts.filter { $0.1 > 0 }.map { kind, count in
      let tenths = Int((Int128(count) * 1000) / Int128(max(whole, 1)))
      return BarPart(kind: kind, width: "\(tenths / 10).\(tenths % 10)")
    }
  }
}

/// A task's sums in the table of control totals, but for those that are zero on both sides.
struct TotalRows {
  struct Sum {
    var field, currency, source, destination: String
    var isEqual: Bool
  }

  let template, task: String
  let sums: [Sum]

  /// The rows of a task; if they are parted, those of each company by themselves.
  static func rows(_ template: String, _ report: TaskReport, parted: Bool, _ texts: Texts) -> [TotalRows] {
    let totals = report.totals.filter { !$0.source.isZero || !$0.destination.isZero }
    if totals.isEmpty { return [] }
    guard parted else { return [TotalRows(template, report.name, totals, texts)] }
    return report.companies.compactMap { company in
      let mine = totals.filter { $0.company == company.name }
      return mine.isEmpty ? nil : TotalRows(template, "\(report.name), \(company.name)", mine, texts)
    }
  }

  private init(_ template: String, _ task: String, _ totals: [ControlTotals.Entry], _ texts: Texts) {
    self.template = template
    self.task = task
    sums = totals.map {
      Sum(
        field: $0.field, currency: $0.currency.isEmpty ? texts("page.noCurrency") : $0.currency,
        source: texts.amount($0.source.description), destination: texts.amount($0.destination.description),
        isEqual: $0.source == $0.destination)
    }
  }
}
