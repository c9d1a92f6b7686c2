import Findings
import Mapping

/// Findings for a terminal: grouped by code, each with its count and first examples.
struct FindingList {
  private static let shown = 3

  private let findings: FindingSink

  init(_ findings: FindingSink) { self.findings = findings }

  /// For each code one line, one for each of the first examples, and what to do.
  var lines: [String] {
    var lines: [String] = []
    for code in findings.byCode.keys.sorted() {
      let count = findings.count(of: code)
      let examples = findings.examples(of: code).prefix(min(FindingList.shown, findings.mostPerCode))
      lines.append("\(code) \(findings.catalogue.description(of: code)?.title ?? ""): \(count)")
      for item in examples { lines.append("  \(item.severity.rawValue): \(place(item))\(findings.message(item))") }
      if count > FindingList.shown { lines.append("  … and \(count - examples.count) more") }
      lines += whatToDo(code)
    }
    return lines
  }

  /// For each code of an error what it means, how often it was found, and what to do.
  var remedies: [String] {
    findings.byCode.keys.sorted().filter { findings.severity(of: $0) == .error }.flatMap { code in
      ["\(code) \(findings.catalogue.description(of: code)?.title ?? ""): \(findings.count(of: code))"]
        + whatToDo(code)
    }
  }

  private func whatToDo(_ code: FindingCode) -> [String] {
    guard let words = findings.catalogue.description(of: code)?.whatToDo, !words.isEmpty else { return [] }
    return ["  what to do: \(words)"]
  }

  private func place(_ finding: Finding) -> String {
    let found = finding.place
    var parts = [found.package, found.file]
    if found.line > 0 { parts.append("line \(found.line)") }
    if let record = found.record { parts.append("record \(record)") }
    parts.append(found.key)
    let place = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    return place.isEmpty ? "" : place + ": "
  }
}
