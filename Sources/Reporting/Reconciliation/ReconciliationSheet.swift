import Archives
import Conversion
import Findings
import Mapping
import Packages
package import Reconciliation

/// `RUNSHEET.md` of a reconciliation: what was compared, what came of it, and what to do about each kind of difference.
package struct ReconciliationSheet {
  private let summary: ReconciliationSummary
  private let texts: Texts

  /// The sheet of a reconciliation, in the language of its messages.
  package init(_ summary: ReconciliationSummary) {
    self.summary = summary
    texts = summary.findings.catalogue.texts.forPages
  }

  /// The page in Markdown.
  package var text: String {
    let lines =
      ["# \(texts("compared.title"))", "", verdict, ""] + exports + counts + changes + whatToDo + fixes + notCompared
    return lines.joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    if summary.result == .ok { return texts("compared.nothing") }
    if summary.differences == 0 { return texts("compared.onlyRefused", ["count": summary.refused]) }
    return texts("compared.differences", ["count": summary.differences])
  }

  private var exports: [String] {
    ["## \(texts("compared.exports"))", ""]
      + summary.exports.all.map { package in
        let digest = summary.digests[package.container.path].map { "SHA-256 `\($0.sha256)`" } ?? texts("page.folder")
        return "- \(package.kind.side.short): \(MarkdownText.code(package.path)), \(digest)"
      } + [""]
  }

  private var counts: [String] {
    var lines = ["## \(texts("page.results"))", "", "| \(texts("sheet.taskHead")) | \(texts("compared.head")) |"]
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
      "## \(texts("page.fieldsDiffer"))", "", "| \(texts("sheet.taskHead")) | \(texts("compared.fieldsHead")) |",
      "| --- | --- | --- | ---: | --- |",
    ] + rows + [""]
  }

  private var changes: [String] {
    guard let baseline = summary.baseline else { return [] }
    var lines = ["## \(texts("compared.since"))", "", "| | \(texts("compared.changesHead")) |"]
    lines.append("| --- | ---: | ---: | ---: |")
    for (name, counts) in [
      (texts("compared.ofDifferences"), baseline.ofDifferences), (texts("compared.ofFindings"), baseline.ofFindings),
    ] {
      lines.append("| \(name) | \(counts.new) | \(counts.known) | \(counts.gone) |")
    }
    lines += ["", "| \(texts("compared.runsHead")) |", "| ---: | ---: | ---: |"]
    for (number, run) in summary.trend.enumerated() {
      lines.append("| \(number + 1) | \(run.differences) | \(run.errors) |")
    }
    return lines + [""]
  }

  private var fixes: [String] {
    guard let side = summary.options.fixes?.short else { return [] }
    var lines = ["## \(texts("compared.packages", ["side": side]))", ""]
    if summary.packages.isEmpty { return lines + [texts("compared.noPackages"), ""] }
    lines += [texts("compared.order"), ""]
    for (number, package) in summary.packages.enumerated() {
      let records = texts("summary.records", ["count": package.records])
      lines.append("\(number + 1). \(MarkdownText.code(package.path)), \(records), SHA-256 `\(package.sha256)`")
    }
    return lines + ["", texts("compared.notInPackages", ["side": side]), ""]
  }

  private var whatToDo: [String] {
    let found = Outcome.allCases.filter { summary.outcomes[$0] ?? 0 > 0 }
    var lines: [String] = []
    for outcome in found {
      guard let about = summary.findings.catalogue.description(of: outcome.code) else { continue }
      lines.append(
        "- **\(outcome.rawValue)** (\(texts.number(summary.outcomes[outcome] ?? 0)), \(outcome.code)): "
          + "\(about.why) \(about.whatToDo)")
    }
    if summary.refused > 0 {
      lines.append("- **refused** (\(texts.number(summary.refused))): \(texts("compared.refused"))")
    }
    return lines.isEmpty ? [] : ["## \(texts("codes.whatToDo"))", ""] + lines + [""]
  }

  private var notCompared: [String] {
    var lines = summary.omissions.map { omission in
      let text = texts(
        "compared.noEntity", ["name": omission.name, "side": omission.side.short, "entity": omission.entity])
      return "- \(text)"
    }
    for task in summary.tasks where !task.unknown.isEmpty {
      let columns = task.unknown.map(MarkdownText.code).joined(separator: ", ")
      let name = "\(task.template.name), \(task.task.name)"
      lines.append("- \(texts("compared.noColumns", ["name": name, "columns": columns]))")
    }
    return lines.isEmpty ? [] : ["## \(texts("compared.notCompared"))", ""] + lines + [""]
  }
}
