public import Conversion
import Findings
import Mapping

extension ConversionSummary {
  /// The outcome in words, line by line.
  public var lines: [String] {
    var lines: [String] = []
    for template in templates {
      for task in template.tasks {
        let counts = task.counts
        var parts = ["\(counts.written) written"]
        if counts.generated > 0 { parts.append("\(counts.generated) of them generated") }
        if counts.filtered > 0 { parts.append("\(counts.filtered) filtered") }
        if counts.rejected > 0 { parts.append("\(counts.rejected) rejected") }
        lines.append("\(template.name) \(task.name): \(counts.read) read, \(parts.joined(separator: ", "))")
      }
    }
    lines += FindingList(findings).remedies
    let errors = findings.bySeverity[.error] ?? 0
    let warnings = findings.bySeverity[.warning] ?? 0
    lines.append(
      "\(CountText.plain(errors, "error")), \(CountText.plain(warnings, "warning")); see \(output)/findings.csv")
    if result == .failed { lines.append("failed: more records were rejected than allowed, so there are no packages") }
    for package in packages {
      lines.append("\(output)/\(package.path): \(CountText.plain(package.records, "record")), \(package.bytes) bytes")
    }
    lines += UnknownFilesText.lines(unknownFiles)
    return lines
  }
}
