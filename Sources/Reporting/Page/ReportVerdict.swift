import Conversion
import Findings
import Mapping

/// What a conversion came to in one sentence, and what follows from it.
struct ReportVerdict {
  private let summary: ConversionSummary
  private let counts: TaskCounts
  private let texts: Texts

  init(_ summary: ConversionSummary) {
    self.summary = summary
    counts = summary.counts
    texts = summary.findings.catalogue.texts.forPages
  }

  private var target: String { summary.destination == .finops ? "Finance and Operations" : "Sales" }

  /// From where to where.
  var title: String { summary.destination == .finops ? texts("page.toFinops") : texts("page.toSales") }

  /// Records that were meant to be written.
  private var meant: Int { counts.rejected + counts.written }

  /// The sentence.
  var sentence: String {
    if summary.result == .failed {
      return texts("report.verdict.failed", ["count": counts.read, "rejected": texts.number(counts.rejected)])
    }
    if meant == 0 { return texts("report.verdict.nothing", ["target": target]) }
    let isDry = summary.options.isDryRun
    if counts.rejected == 0 {
      return isDry
        ? texts("report.verdict.allDry", ["count": counts.written, "target": target])
        : texts("report.verdict.all", ["count": counts.written, "target": target])
    }
    let rejected = texts("report.rejected", ["count": counts.rejected])
    if counts.written == 0 { return texts("report.verdict.none", ["target": target, "rejected": rejected]) }
    let written = texts.number(counts.written)
    return isDry
      ? texts(
        "report.verdict.someDry", ["count": meant, "written": written, "target": target, "rejected": rejected])
      : texts("report.verdict.some", ["count": meant, "written": written, "target": target, "rejected": rejected])
  }

  /// What to do about it, if anything.
  var advice: String? {
    var parts: [String] = []
    if summary.options.isDryRun { parts.append(texts("report.advice.dryRun")) }
    switch summary.result {
    case .ok: break
    case .findings where counts.rejected > 0: parts.append(texts("report.advice.rejected"))
    case .findings: parts.append(texts("report.advice.errors"))
    case .failed: parts.append(texts("report.advice.failed"))
    }
    let warnings = summary.findings.bySeverity[.warning] ?? 0
    if warnings > 0 { parts.append(texts("report.advice.warnings", ["count": warnings])) }
    if counts.filtered > 0 { parts.append(texts("report.advice.filtered", ["count": counts.filtered])) }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Why there is no package, where there is none.
  var whyNoPackages: String {
    if summary.result == .failed { return texts("report.noPackages.failed") }
    return summary.options.isDryRun ? texts("report.noPackages.dryRun") : texts("report.noPackages.empty")
  }
}

extension ConversionSummary {
  /// The counts of all tasks together.
  var counts: TaskCounts {
    var sum = TaskCounts()
    for counts in templates.flatMap(\.tasks).map(\.counts) {
      sum.read += counts.read
      sum.rejected += counts.rejected
      sum.generated += counts.generated
      sum.written += counts.written
      sum.filteredBy.merge(counts.filteredBy, uniquingKeysWith: +)
    }
    return sum
  }
}
