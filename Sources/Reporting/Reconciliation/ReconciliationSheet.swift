import Archives
import Conversion
import Findings
import Mapping
import Packages
package import Reconciliation

/// `RUNSHEET.md` of a reconciliation: what was compared, what came of it, and what to do about each kind of difference.
package struct ReconciliationSheet {
  private let summary: ReconciliationSummary

  package init(_ summary: ReconciliationSummary) { self.summary = summary }

  /// The page in Markdown.
  package var text: String {
    let lines =
      ["# Run sheet of a reconciliation", "", verdict, ""] + exports + counts + changes + whatToDo + fixes + notCompared
    return lines.joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    if summary.result == .ok { return "**Nothing differs**: all fields of the templates are the same on both sides." }
    if summary.differences == 0 {
      return "Nothing differs, but **\(CountText.text(summary.refused, "record")) could not be converted**; "
        + "see `findings.csv`."
    }
    return "**\(CountText.text(summary.differences, "difference"))** in `differences.csv`."
  }

  private var exports: [String] {
    ["## Compared exports", ""]
      + summary.exports.all.map { package in
        let digest = summary.digests[package.container.path].map { ", SHA-256 `\($0.sha256)`" } ?? ", a folder"
        return "- \(package.kind.side == .finops ? "F&O" : "Sales"): \(MarkdownText.code(package.path))\(digest)"
      } + [""]
  }

  private var counts: [String] {
    var lines = ["## Results", ""]
    lines.append(
      "| template | task | same | different | only in F&O | only in Sales | not expected | duplicate | ambiguous | "
        + "refused | filtered |")
    lines.append("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for task in summary.tasks {
      lines.append(MarkdownText.row([task.template.name, task.task.name] + task.numbers.map { String($0.value) }))
    }
    return lines + [""] + fields
  }

  private var fields: [String] {
    let rows = summary.tasks.flatMap { task in
      task.differencesByField.map { field, kinds in
        MarkdownText.row([
          task.template.name, task.task.name, field, String(kinds.reduce(0) { $0 + $1.count }),
          kinds.map { "\($0.kind.rawValue) \($0.count)" }.joined(separator: ", "),
        ])
      }
    }
    if rows.isEmpty { return [] }
    return [
      "## Fields that differ", "", "| template | task | field | values | kinds |", "| --- | --- | --- | ---: | --- |",
    ] + rows + [""]
  }

  private var changes: [String] {
    guard let baseline = summary.baseline else { return [] }
    var lines = ["## Since the earlier run", "", "| | new | known | gone |", "| --- | ---: | ---: | ---: |"]
    for (name, counts) in [("differences", baseline.ofDifferences), ("findings", baseline.ofFindings)] {
      lines.append("| \(name) | \(counts.new) | \(counts.known) | \(counts.gone) |")
    }
    lines += ["", "| run | differences | errors |", "| ---: | ---: | ---: |"]
    for (number, run) in summary.trend.enumerated() {
      lines.append("| \(number + 1) | \(run.differences) | \(run.errors) |")
    }
    return lines + [""]
  }

  private var fixes: [String] {
    guard let side = summary.options.fixes else { return [] }
    let name = side == .finops ? "F&O" : "Sales"
    if summary.packages.isEmpty {
      return ["## Packages for \(name)", "", "There are no differences that a package can correct.", ""]
    }
    var lines = ["## Packages for \(name)", "", "Import in this order:", ""]
    for (number, package) in summary.packages.enumerated() {
      lines.append(
        "\(number + 1). \(MarkdownText.code(package.path)), "
          + "\(CountText.plain(package.records, "record")), SHA-256 `\(package.sha256)`")
    }
    return lines + [
      "",
      "The packages do not contain records that only \(name) has, since an import removes nothing, and records whose "
        + "keys differ, since another key is another record.", "",
    ]
  }

  private var whatToDo: [String] {
    let found = Outcome.allCases.filter { summary.outcomes[$0] ?? 0 > 0 }
    var lines: [String] = []
    for outcome in found {
      guard let about = summary.findings.catalogue.description(of: outcome.code) else { continue }
      lines.append(
        "- **\(outcome.rawValue)** (\(CountText.text(summary.outcomes[outcome] ?? 0)), \(outcome.code)): "
          + "\(about.why) \(about.whatToDo)")
    }
    if summary.refused > 0 {
      lines.append(
        "- **refused** (\(CountText.text(summary.refused))): the conversion rejects these records; correct "
          + "them as described in `findings.csv` and convert them.")
    }
    return lines.isEmpty ? [] : ["## What to do", ""] + lines + [""]
  }

  private var notCompared: [String] {
    var lines = summary.omissions.map {
      "- \($0.name): no package of \($0.side == .finops ? "F&O" : "Sales") contains \($0.entity)."
    }
    for task in summary.tasks where !task.unknown.isEmpty {
      let columns = task.unknown.map(MarkdownText.code).joined(separator: ", ")
      lines.append("- \(task.template.name), \(task.task.name): the export lacks the columns \(columns).")
    }
    return lines.isEmpty ? [] : ["## Not compared", ""] + lines + [""]
  }
}
