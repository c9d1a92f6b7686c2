import Archives
import Conversion
import Findings
import Mapping
import Packages
public import Profiling

extension ProfileSummary {
  /// `profile.json`.
  public var json: String {
    var text = ""
    ProfileJSON.document(self).write(indent: 0, to: &text)
    return text + "\n"
  }
}

/// The shape of `profile.json`. Members are in the order in which people read them.
enum ProfileJSON {
  typealias Member = JSONText.Member

  static func document(_ summary: ProfileSummary) -> JSONText {
    .object([
      Member("schemaVersion", .number(1)), Member("tool", .string("p2c")),
      Member("version", .string(ToolVersion.text)), Member("command", .string("profile")),
      Member("content", .flag(true)), Member("inputs", .array(inputs(summary))),
      Member(
        "bounds",
        .object([
          Member("exact", .number(summary.options.exact)), Member("top", .number(summary.options.top)),
          Member("text", .number(ProfileSummary.textLimit)),
        ])),
      Member("entities", .array(summary.entities.map(entity))),
      Member("references", .array(summary.references.map(reference))),
      Member("values", .array(summary.values.map(values))),
      Member("proposals", .number(summary.proposals.count)), Member("accepted", .number(summary.accepted)),
    ])
  }

  private static func inputs(_ summary: ProfileSummary) -> [JSONText] {
    zip(summary.inputs, summary.records).map { package, records in
      .object([
        Member("path", .string(package.path)),
        Member("sha256", .string(summary.digests[package.container.path]?.sha256 ?? "")),
        Member("kind", .string(package.kind.rawValue)),
        Member(
          "entities",
          .array(
            zip(package.entities, records).map { entity, records in
              .object([
                Member("name", .string(entity.name)), Member("file", .string(entity.file)),
                Member("records", .number(records)),
              ])
            })),
      ])
    }
  }

  private static func entity(_ entity: EntityProfile) -> JSONText {
    .object([
      Member("name", .string(entity.name)), Member("side", .string(entity.side.rawValue)),
      Member("records", .number(entity.records)), Member("unreadable", .number(entity.unreadable)),
      Member("keyCandidates", .array(entity.columns.filter { $0.key == .yes }.map { .string($0.name) })),
      Member(
        "sources",
        .array(
          entity.sources.map {
            .object([
              Member("package", .string($0.package)), Member("file", .string($0.file)),
              Member("records", .number($0.records)),
            ])
          })),
      Member("columns", .array(entity.columns.map(column))),
    ])
  }

  private static func column(_ column: ColumnProfile) -> JSONText {
    .object([
      Member("name", .string(column.name)), Member("known", .flag(column.isKnown)),
      Member("schemaType", text(column.schemaType)), Member("type", .string(column.type)),
      Member("kinds", .object(column.kinds.map { Member($0.kind.name, .number($0.count)) })),
      Member("records", .number(column.records)), Member("filled", .number(column.filled)),
      Member("distinct", .number(column.distinct)), Member("distinctExact", .flag(column.isDistinctExact)),
      Member("distinctKeys", .number(column.distinctKeys)), Member("shortest", number(column.shortest)),
      Member("longest", number(column.longest)), Member("min", text(column.least)),
      Member("max", text(column.greatest)), Member("top", .array(column.top.map(value))),
      Member("topExact", .flag(column.isDistinctExact)),
      Member(
        "patterns",
        .array(
          column.patterns.map {
            .object([Member("pattern", .string($0.text)), Member("count", .number($0.count))])
          })),
      Member("misfits", .number(column.misfits)), Member("misfit", misfit(column.misfit)),
      Member(
        "culture",
        .object(zip(ValueCulture.allCases, column.cultures).map { Member($0.name, .number($1)) })),
      Member("keyCandidate", .string(column.key.rawValue)),
    ])
  }

  private static func text(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }

  private static func number(_ number: Int?) -> JSONText { number.map { .number($0) } ?? .null }

  private static func value(_ value: ColumnProfile.Value) -> JSONText {
    var members = [Member("value", .string(value.text)), Member("count", .number(value.count))]
    if let length = value.length { members.append(Member("length", .number(length))) }
    return .object(members)
  }

  private static func misfit(_ misfit: ColumnProfile.Misfit?) -> JSONText {
    guard let misfit else { return .null }
    var members = [Member("value", .string(misfit.text)), Member("record", .number(misfit.record))]
    if let length = misfit.length { members.append(Member("length", .number(length))) }
    return .object(members)
  }

  private static func reference(_ reference: ReferenceProfile) -> JSONText {
    .object([
      Member("entity", .string(reference.entity)), Member("column", .string(reference.column)),
      Member("targets", .array(reference.targets.map { .string($0) })), Member("filled", .number(reference.filled)),
      Member("checked", .flag(reference.isChecked)), Member("byId", .number(reference.byID)),
      Member("byName", .number(reference.byName)), Member("broken", .number(reference.broken)),
      Member("examples", .array(reference.examples.map(value))),
    ])
  }

  private static func values(_ field: ValuesWithoutEntry) -> JSONText {
    .object([
      Member("template", .string(field.template)), Member("task", .string(field.task)),
      Member("field", .string(field.field)), Member("source", .string(field.source)), Member("map", text(field.map)),
      Member("target", text(field.target)), Member("code", .string(field.code.rawValue)),
      Member("records", .number(field.records)),
      Member(
        "without",
        .array(
          field.ranked.map {
            .object([
              Member("value", .string($0.text)), Member("records", .number($0.records)),
              Member("to", .string($0.suggestion?.to ?? "")),
              Member("score", .thousandths($0.suggestion?.score ?? 0)),
              Member("by", .string($0.suggestion?.by ?? "")),
            ])
          })),
    ])
  }
}
