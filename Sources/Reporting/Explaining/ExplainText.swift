import Conversion
public import Explaining
import Findings
import Mapping
import Packages

extension ExplainSummary {
  /// What `p2c explain` prints, line by line.
  public var lines: [String] {
    if matches.isEmpty { return nothing }
    var lines: [String] = []
    for match in matches {
      if !lines.isEmpty { lines.append("") }
      lines += ExplainText.lines(match, self)
    }
    if more > 0 { lines += ["", "\(CountText.text(more)) more match; --limit shows more."] }
    return lines.map(ExplainText.escaped)
  }

  private var nothing: [String] {
    let asked = options.key ?? "\(options.entity ?? "") record \(options.record ?? 0)"
    var lines = ["No record matches \(asked)."]
    if !nearest.isEmpty { lines.append("Keys that look like it:") }
    lines += nearest.map { "  \($0.entity) \($0.key)" }
    return lines.map(ExplainText.escaped)
  }
}

/// The text about a record that is explained.
enum ExplainText {
  static func lines(_ match: ExplainSummary.Match, _ summary: ExplainSummary) -> [String] {
    let line = match.place.line > 0 ? ", line \(match.place.line)" : ""
    let place = "\(match.place.package), \(match.place.file), record \(match.place.record?.value ?? 0)\(line)"
    var lines = ["\(match.entity) \(match.key) (\(place))"]
    if match.outcomes.isEmpty { lines.append("  no template reads \(match.entity)") }
    for outcome in match.outcomes { lines += self.lines(outcome, summary) }
    return lines
  }

  private static func lines(_ outcome: ExplainSummary.Outcome, _ summary: ExplainSummary) -> [String] {
    let about = outcome.explanation
    let reason = [about.reason, about.clause].filter { !$0.isEmpty }.joined(separator: ": ")
    var lines = ["  \(about.template).\(about.task.name): \(about.verdict)\(reason.isEmpty ? "" : " (\(reason))")"]
    if !about.filter.result {
      for clause in about.filter.clauses where clause.decided {
        let values = clause.fields.map { "\($0.field) is \($0.value.map { "\"\($0)\"" } ?? "missing")" }
        lines.append("    filter: \(clause.clause) is \(clause.result) (\(values.joined(separator: ", ")))")
      }
    }
    for field in about.fields where !field.trace.value.isEmpty || !field.trace.codes.isEmpty {
      lines.append("    \(field.field) = \(field.trace.value)  [\(how(field, about, summary))]")
    }
    for (finding, message) in outcome.findings {
      lines.append("    \(finding.severity.rawValue) \(finding.code.rawValue): \(message)")
    }
    if let ids = about.ids {
      let origin = ids.name.map { "computed from \($0)" } ?? (ids.from == .source ? "its own" : "of the reference")
      lines.append("    id in Sales: \(ids.salesID) (\(origin))")
    }
    for tie in outcome.ties {
      let record = tie.record.map { ", record \($0)" } ?? ""
      lines.append("    \(tie.relation.rawValue): \(tie.entity) \(tie.key)\(record)")
    }
    return lines
  }

  /// The rule of a field with what it is based on.
  private static func how(
    _ field: RecordExplanation.Field, _ about: RecordExplanation, _ summary: ExplainSummary
  ) -> String {
    let trace = field.trace
    var parts = [trace.rule.rawValue]
    if let map = trace.map {
      parts.append("map \(map.name)\(map.answer == .none ? " has no entry" : "")")
    }
    if let lookup = trace.lookup {
      let target = summary.lookups.target(of: lookup)
      parts.append("\(lookup.path) by \(lookup.by.rawValue), found in \(target.origin.rawValue)")
    } else if let source = trace.sources.last {
      parts.append("\(about.columns[source.column].name) = \"\(source.value)\"")
    }
    if let length = trace.truncatedFrom { parts.append("cut from \(length) characters") }
    if field.wave == 2 { parts.append("in the second package") }
    if !field.isWritten, !trace.value.isEmpty { parts.append("not written") }
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
