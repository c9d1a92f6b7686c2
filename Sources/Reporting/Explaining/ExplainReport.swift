import Conversion
public import Explaining
import Findings
import Mapping
import Packages
import Records

extension ExplainSummary {
  /// What `p2c explain --format json` prints.
  public var json: String {
    var text = ""
    ExplainJSON(self).document.write(indent: 0, to: &text)
    return text + "\n"
  }
}

/// The JSON of an explanation. Members are in the order in which people read them.
struct ExplainJSON {
  typealias Member = JSONText.Member

  let summary: ExplainSummary

  init(_ summary: ExplainSummary) { self.summary = summary }

  var document: JSONText {
    .object([
      Member("schemaVersion", .number(1)), Member("tool", .string("p2c")),
      Member("version", .string(ToolVersion.text)), Member("command", .string("explain")),
      Member("content", .flag(true)),
      Member("direction", .string(summary.destination.direction)),
      Member(
        "query",
        .object([
          Member("key", .optional(summary.options.key)), Member("entity", .optional(summary.options.entity)),
          Member("record", .optional(summary.options.record)),
        ])),
      Member("more", .number(summary.more)),
      Member(
        "nearest",
        .array(
          summary.nearest.map { key in
            .object([
              Member("entity", .string(key.entity)), Member("key", .string(key.key)),
              Member("score", .thousandths(key.score)),
            ])
          })),
      Member("matches", .array(summary.matches.map(match))),
    ])
  }

  private func match(_ match: ExplainSummary.Match) -> JSONText {
    .object([
      Member("entity", .string(match.entity)), Member("key", .string(match.key)),
      Member("id", .optional(match.id?.description)), Member("role", .string(match.role)),
      Member(
        "place",
        place(match.place.package, match.place.file, match.place.record?.value ?? 0, match.place.line)),
      Member("values", .object(match.values.map { Member($0.column, .string($0.value)) })),
      Member("templates", .array(match.outcomes.map(outcome))),
    ])
  }

  private func place(_ package: String, _ file: String, _ record: Int, _ line: Int) -> JSONText {
    .object([
      Member("package", .string(package)), Member("file", .string(file)), Member("record", .number(record)),
      Member("line", line > 0 ? .number(line) : .null),
    ])
  }

  private func outcome(_ outcome: ExplainSummary.Outcome) -> JSONText {
    let about = outcome.explanation
    return .object([
      Member("template", .string(about.template)), Member("task", .string(about.task.name)),
      Member("destination", .string(about.task.destination)), Member("key", .string(about.key)),
      Member("verdict", .string(about.verdict)), Member("reason", .string(about.reason)),
      Member("clause", .string(about.clause)), Member("company", .string(about.company)),
      Member("filter", filter(about)),
      Member("fields", .array(about.fields.map { field($0, about) })),
      Member(
        "findings",
        .array(
          outcome.findings.map { finding, message in
            .object([
              Member("severity", .string(finding.severity.rawValue)), Member("code", .string(finding.code.rawValue)),
              Member("field", .string(finding.field)), Member("value", .string(finding.value)),
              Member("message", .string(message)),
            ])
          })),
      Member("ids", ids(about.ids)),
      Member(
        "ties",
        .array(
          outcome.ties.map { tie in
            .object([
              Member("relation", .string(tie.relation.rawValue)), Member("entity", .string(tie.entity)),
              Member("key", .string(tie.key)), Member("record", .optional(tie.record)),
            ])
          })),
    ])
  }

  private func filter(_ about: RecordExplanation) -> JSONText {
    .object([
      Member("expression", .string(about.expression)), Member("result", .flag(about.filter.result)),
      Member(
        "clauses",
        .array(
          about.filter.clauses.map { clause in
            .object([
              Member("clause", .string(clause.clause)),
              Member(
                "fields",
                .array(
                  clause.fields.map { field, value in
                    .object([Member("field", .string(field)), Member("value", .optional(value))])
                  })),
              Member("result", .flag(clause.result)), Member("decided", .flag(clause.decided)),
            ])
          })),
    ])
  }

  private func field(_ field: RecordExplanation.Field, _ about: RecordExplanation) -> JSONText {
    let trace = field.trace
    var members = [
      Member("field", .string(field.field)), Member("value", .string(trace.value)),
    ]
    if let name = trace.name { members.append(Member("name", .string(name))) }
    members += [
      Member("written", .flag(field.isWritten)), Member("rule", .string(trace.rule.rawValue)),
      Member(
        "sources",
        .array(
          trace.sources.map { source in
            .object([
              Member("column", .string(about.columns[source.column].name)), Member("value", .string(source.value)),
            ])
          })),
      Member("map", map(field)), Member("lookup", lookup(trace.lookup)),
      Member("truncatedFrom", .optional(trace.truncatedFrom)),
      Member("codes", .array(trace.codes.map { .string($0.rawValue) })),
    ]
    if let wave = field.wave { members.append(Member("wave", .number(wave))) }
    return .object(members)
  }

  private func map(_ field: RecordExplanation.Field) -> JSONText {
    guard let map = field.trace.map else { return .null }
    let from =
      switch map.answer {
      case .entry: field.isProjectEntry ? "project" : "built-in"
      case .blank: "blank"
      case .otherwise: "otherwise"
      case .none: "none"
      }
    return .object([
      Member("name", .string(map.name)), Member("entry", .optional(map.entry)), Member("from", .string(from)),
    ])
  }

  private func lookup(_ lookup: FieldTrace.Lookup?) -> JSONText {
    guard let lookup else { return .null }
    let target = summary.lookups.target(of: lookup)
    let hasPlace = target.origin == .inputs || target.origin == .references
    return .object([
      Member("path", .string(lookup.path)), Member("entity", .string(lookup.entity)),
      Member("id", .optional(lookup.id?.description)), Member("by", .string(lookup.by.rawValue)),
      Member("found", .string(target.origin.rawValue)),
      Member("place", hasPlace ? place(target.package, target.file, target.record, target.line) : .null),
      Member("candidates", .number(target.candidates)),
    ])
  }

  private func ids(_ ids: RecordExplanation.IDs?) -> JSONText {
    guard let ids else { return .null }
    return .object([
      Member("finopsKey", .string(ids.finopsKey)), Member("salesId", .string(ids.salesID)),
      Member("from", .string(ids.from.rawValue)), Member("name", .optional(ids.name)),
    ])
  }
}

extension JSONText {
  /// A text, or `null`.
  static func optional(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }

  /// A number, or `null`.
  static func optional(_ number: Int?) -> JSONText { number.map { .number($0) } ?? .null }
}
