import Conversion
public import Explaining
public import Findings
import Mapping
import Packages

extension ExplainSummary {
  /// What `p2c explain` prints, line by line.
  public func lines(_ texts: Texts) -> [String] {
    if matches.isEmpty { return nothing(texts) }
    let words = ExplainText(self, texts)
    var lines: [String] = []
    for match in matches {
      if !lines.isEmpty { lines.append("") }
      lines += words.lines(match)
    }
    if more > 0 {
      let pageTexts = texts.forPages
      lines += ["", pageTexts("explain.more", ["count": more])]
    }
    return lines.map(ExplainText.escaped)
  }

  private func nothing(_ texts: Texts) -> [String] {
    let record = options.record ?? 0
    let asked =
      options.key ?? texts("explain.record", ["entity": options.entity ?? "", "record": String(record)])
    var lines = [texts("explain.none", ["query": asked])]
    if !nearest.isEmpty { lines.append(texts("explain.nearest")) }
    lines += nearest.map { "  \($0.entity) \($0.key)" }
    return lines.map(ExplainText.escaped)
  }
}

/// The text about a record that is explained.
struct ExplainText {
  private let summary: ExplainSummary
  private let texts: Texts

  init(_ summary: ExplainSummary, _ texts: Texts) {
    self.summary = summary
    self.texts = texts
  }

  func lines(_ match: ExplainSummary.Match) -> [String] {
    let record = texts("summary.record", ["record": String(match.place.record?.value ?? 0)])
    var place = [match.place.package, match.place.file, record]
    if match.place.line > 0 { place.append(texts("summary.line", ["line": String(match.place.line)])) }
    var lines = ["\(match.entity) \(match.key) (\(place.joined(separator: ", ")))"]
    if match.outcomes.isEmpty { lines.append("  " + texts("explain.unread", ["entity": match.entity])) }
    for outcome in match.outcomes { lines += self.lines(outcome) }
    return lines
  }

  private func lines(_ outcome: ExplainSummary.Outcome) -> [String] {
    let about = outcome.explanation
    let why = FilterReason(rawValue: about.reason).map { texts("explain.reason.\($0.rawValue)") } ?? about.reason
    let reason = [why, about.clause].filter { !$0.isEmpty }.joined(separator: ": ")
    let verdict = texts("explain.verdict.\(about.verdict)")
    var lines = ["  \(about.template).\(about.task.name): \(verdict)\(reason.isEmpty ? "" : " (\(reason))")"]
    if !about.filter.result {
      for clause in about.filter.clauses where clause.decided {
        let values = clause.fields.map { field, value in
          value.map { texts("explain.value", ["field": field, "value": $0]) }
            ?? texts("explain.valueMissing", ["field": field])
        }
        let result = clause.result ? texts("explain.true") : texts("explain.false")
        let text = texts(
          "explain.filter", ["clause": clause.clause, "result": result, "values": values.joined(separator: ", ")])
        lines.append("    \(text)")
      }
    }
    for field in about.fields where !field.trace.value.isEmpty || !field.trace.codes.isEmpty {
      lines.append("    \(field.field) = \(field.trace.value)  [\(how(field, about))]")
    }
    for (finding, message) in outcome.findings {
      lines.append("    \(texts("severity.\(finding.severity.rawValue)")) \(finding.code.rawValue): \(message)")
    }
    if let ids = about.ids {
      let known = ids.from == .source ? texts("explain.own") : texts("explain.ofReference")
      let origin = ids.name.map { texts("explain.computed", ["name": $0]) } ?? known
      lines.append("    " + texts("explain.id", ["id": ids.salesID, "origin": origin]))
    }
    for tie in outcome.ties {
      let record = tie.record.map { ", " + texts("summary.record", ["record": String($0)]) } ?? ""
      lines.append("    \(texts("explain.tie.\(tie.relation.rawValue)")): \(tie.entity) \(tie.key)\(record)")
    }
    return lines
  }

  /// The rule of a field with what it is based on.
  private func how(_ field: RecordExplanation.Field, _ about: RecordExplanation) -> String {
    let trace = field.trace
    var parts = [texts("explain.rule.\(trace.rule.rawValue)")]
    if let map = trace.map {
      parts.append(
        map.answer == .none ? texts("explain.mapNone", ["name": map.name]) : texts("explain.map", ["name": map.name]))
    }
    if let lookup = trace.lookup {
      let target = summary.lookups.target(of: lookup)
      let way = texts("explain.by.\(lookup.by.rawValue)")
      let origin = texts("explain.found.\(target.origin.rawValue)")
      parts.append(texts("explain.lookup", ["path": lookup.path, "way": way, "origin": origin]))
    } else if let source = trace.sources.last {
      parts.append("\(about.columns[source.column].name) = \"\(source.value)\"")
    }
    if let length = trace.truncatedFrom { parts.append(texts("explain.cut", ["count": length])) }
    if field.wave == 2 { parts.append(texts("explain.second")) }
    if !field.isWritten, !trace.value.isEmpty { parts.append(texts("explain.unwritten")) }
    return (parts + trace.codes.map(\.rawValue)).joined(separator: ", ")
  }

  /// A text with control characters as escapes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .control {
        let digits = String(scalar.value, radix: 16)
        result += "\\u{\(digits)}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
