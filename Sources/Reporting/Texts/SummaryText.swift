public import Conversion
public import Findings
import Mapping

extension ConversionSummary {
  /// The outcome in words, line by line, in the language of its messages.
  public var lines: [String] { lines(findings.catalogue) }

  /// The outcome in the words of a catalogue, line by line.
  public func lines(_ catalogue: FindingCatalogue) -> [String] {
    let texts = catalogue.texts
    var lines: [String] = []
    for template in templates {
      for task in template.tasks {
        let counts = task.counts
        var parts = [
          texts("summary.read", ["count": counts.read]), texts("summary.written", ["count": counts.written]),
        ]
        if counts.generated > 0 { parts.append(texts("summary.generated", ["count": counts.generated])) }
        if counts.filtered > 0 { parts.append(texts("summary.filtered", ["count": counts.filtered])) }
        if counts.rejected > 0 { parts.append(texts("summary.rejected", ["count": counts.rejected])) }
        lines.append("\(template.name) \(task.name): \(parts.joined(separator: ", "))")
      }
    }
    lines += FindingList(findings, catalogue).remedies
    let errors = texts("summary.errors", ["count": findings.bySeverity[.error] ?? 0])
    let warnings = texts("summary.warnings", ["count": findings.bySeverity[.warning] ?? 0])
    lines.append(texts("summary.see", ["counts": "\(errors), \(warnings)", "file": "\(output)/findings.csv"]))
    if result == .failed { lines.append(texts("summary.failed")) }
    for package in packages {
      let size = texts("summary.bytes", ["count": Int(package.bytes)])
      lines.append("\(output)/\(package.path): \(texts("summary.records", ["count": package.records])), \(size)")
    }
    lines += UnknownFilesText.lines(unknownFiles, texts)
    return lines
  }
}
