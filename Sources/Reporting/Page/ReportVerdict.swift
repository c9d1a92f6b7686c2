import Conversion
import Findings
import Mapping

/// What a conversion came to in one sentence, and what follows from it.
struct ReportVerdict {
  private let summary: ConversionSummary
  private let counts: TaskCounts

  init(_ summary: ConversionSummary) {
    self.summary = summary
    counts = summary.counts
  }

  private var target: String { summary.destination == .finops ? "Finance and Operations" : "Sales" }

  /// From where to where.
  var direction: String {
    summary.destination == .finops ? "from Sales to Finance and Operations" : "from Finance and Operations to Sales"
  }

  /// Records that were meant to be written.
  private var meant: Int { counts.rejected + counts.written }

  /// The sentence.
  var sentence: String {
    let written = CountText.text(counts.written, "record")
    switch summary.result {
    case .failed:
      return "Not to be imported: \(CountText.text(counts.rejected)) of \(CountText.text(counts.read, "record")) "
        + "were rejected, more than allowed."
    case .ok, .findings:
      if meant == 0 { return "Nothing to convert: no record of the inputs is meant for \(target)." }
      if counts.rejected == 0 {
        let all = counts.written == 1 ? "The one record that is" : "All \(written) that are"
        return "\(all) meant for \(target) \(counts.written == 1 ? "is" : "are") \(state)."
      }
      if counts.written == 0 { return "No record can be converted for \(target): \(rejected)." }
      return
        "\(CountText.text(counts.written)) of \(CountText.text(meant, "record")) meant for \(target) are \(state); "
        + "\(rejected)."
    }
  }

  private var state: String { summary.options.isDryRun ? "ready to be converted" : "ready to be imported" }

  private var rejected: String {
    counts.rejected == 1 ? "1 was rejected" : "\(CountText.text(counts.rejected)) were rejected"
  }

  /// What to do about it, if anything.
  var advice: String? {
    var parts: [String] = []
    if summary.options.isDryRun { parts.append("This was a dry run: there are no packages.") }
    switch summary.result {
    case .ok: break
    case .findings where counts.rejected > 0:
      parts.append(
        "Decide about the rejected records before the import: correct and convert them, or leave them out.")
    case .findings: parts.append("There are errors that do not concern a single record; read them before the import.")
    case .failed: parts.append("Correct the source, or the rejected records, and convert again.")
    }
    let warnings = summary.findings.bySeverity[.warning] ?? 0
    if warnings > 0 { parts.append("\(CountText.text(warnings, "warning")) should be checked.") }
    if counts.filtered > 0 {
      let filtered = CountText.text(counts.filtered, "record")
      parts.append("\(filtered) \(counts.filtered == 1 ? "was" : "were") filtered out by the templates' rules.")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Why there is no package, where there is none.
  var whyNoPackages: String {
    if summary.result == .failed { return "There are none, since more records were rejected than allowed." }
    return summary.options.isDryRun
      ? "There are none, since this was a dry run." : "There are none: no record was written."
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
