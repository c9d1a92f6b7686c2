import Findings
import Mapping

/// Findings for a terminal: grouped by code, each with its count and first examples.
struct FindingList {
  private static let shown = 3

  private let findings: FindingSink
  private let catalogue: FindingCatalogue
  private let texts: Texts

  /// The findings in the words of a catalogue.
  init(_ findings: FindingSink, _ catalogue: FindingCatalogue) {
    self.findings = findings
    self.catalogue = catalogue
    texts = catalogue.texts
  }

  /// For each code one line, one for each of the first examples, and what to do.
  var lines: [String] {
    var lines: [String] = []
    for code in findings.byCode.keys.sorted() {
      let count = findings.count(of: code)
      let examples = findings.examples(of: code).prefix(min(FindingList.shown, findings.mostPerCode))
      lines.append("\(code) \(title(code)): \(count)")
      for item in examples {
        lines.append("  \(texts("severity.\(item.severity.rawValue)")): \(place(item))\(catalogue.message(item))")
      }
      if count > FindingList.shown { lines.append("  \(texts("summary.more", ["count": count - examples.count]))") }
      lines += whatToDo(code)
    }
    return lines
  }

  /// For each code of an error what it means, how often it was found, and what to do.
  var remedies: [String] {
    findings.byCode.keys.sorted().filter { findings.severity(of: $0) == .error }.flatMap { code in
      ["\(code) \(title(code)): \(findings.count(of: code))"] + whatToDo(code)
    }
  }

  private func title(_ code: FindingCode) -> String { catalogue.description(of: code)?.title ?? "" }

  private func whatToDo(_ code: FindingCode) -> [String] {
    guard let words = catalogue.description(of: code)?.whatToDo, !words.isEmpty else { return [] }
    return ["  \(texts("summary.whatToDo")): \(words)"]
  }

  private func place(_ finding: Finding) -> String {
    let found = finding.place
    var parts = [found.package, found.file]
    if found.line > 0 { parts.append(texts("summary.line", ["line": "\(found.line)"])) }
    if let record = found.record { parts.append(texts("summary.record", ["record": "\(record)"])) }
    parts.append(found.key)
    let place = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    return place.isEmpty ? "" : place + ": "
  }
}
