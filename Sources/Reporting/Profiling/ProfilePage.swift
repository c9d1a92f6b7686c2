import Conversion
import Findings
import Mapping
import Packages
package import Profiling

/// `profile.html`: what is in the columns on one page for people, which needs nothing but itself.
///
/// The members are what `profile.mustache` names; every text is escaped there.
package struct ProfilePage {
  struct Figure {
    var name, value: String
    var isBad = false
  }

  struct Bar {
    var text, count: String
    /// The length of the bar as a percentage.
    var width: String
  }

  struct Column {
    var name: String
    var about: String
    var filled: String
    var share: String
    var distinct: String
    var lengths: String
    var range: String
    var top: [Bar]
    var patterns: [String]
    var remarks: [String]
  }

  struct Entity {
    var name, side, records: String
    var keys: String?
    var sources: [String]
    var columns: [Column]
  }

  struct Reference {
    var entity, column, targets, filled, byID, byName, broken: String
    var isBroken: Bool
    var examples: [String]
  }

  struct Field {
    var title, about, records: String
    var values: [Value]
    var more: String?
  }

  struct Value {
    var text, records, suggestion: String
  }

  /// How many values without an entry the page shows of a field; `profile.json` has all.
  private static let mostValues = 50

  let language: String
  let version = ToolVersion.text
  let verdict: String
  let advice: String
  let result: String
  let figures: [Figure]
  let entities: [Entity]
  let references: [Reference]
  let hasReferences: Bool
  let fields: [Field]
  let hasFields: Bool

  package init(_ summary: ProfileSummary) {
    language = summary.options.conversion.language.rawValue
    result = summary.result.rawValue
    let records = summary.entities.reduce(0) { $0 + $1.records }
    let unreadable = summary.entities.reduce(0) { $0 + $1.unreadable }
    let without = summary.values.reduce(0) { $0 + $1.ranked.count }
    verdict =
      without == 0
      ? "Every value that is mapped is known."
      : "\(CountText.text(without, "value")) \(without == 1 ? "needs" : "need") an entry or a record."
    advice =
      "This page shows content of records. Proposals for value maps are in value-maps.yaml; none counts before it is accepted."
    figures = [
      Figure(name: "Entities", value: CountText.text(summary.entities.count)),
      Figure(name: "Records", value: CountText.text(records)),
      Figure(name: "Columns", value: CountText.text(summary.entities.reduce(0) { $0 + $1.columns.count })),
      Figure(name: "Unreadable", value: CountText.text(unreadable), isBad: unreadable > 0),
      Figure(name: "Broken references", value: CountText.text(summary.references.reduce(0) { $0 + $1.broken })),
      Figure(name: "Proposals", value: CountText.text(summary.proposals.count)),
    ]
    entities = summary.entities.map(ProfilePage.entity)
    references = summary.references.filter { $0.filled > 0 }.map(ProfilePage.reference)
    hasReferences = !references.isEmpty
    fields = summary.values.map(ProfilePage.field)
    hasFields = !fields.isEmpty
  }

  private static func entity(_ entity: EntityProfile) -> Entity {
    let keys = entity.columns.filter { $0.key == .yes }.map(\.name)
    return Entity(
      name: entity.name, side: entity.side == .sales ? "Sales" : "Finance and Operations",
      records: CountText.text(entity.records, "record"),
      keys: keys.isEmpty ? nil : keys.joined(separator: ", "),
      sources: entity.sources.map { "\($0.package), \($0.file): \(CountText.text($0.records))" },
      columns: entity.columns.map(column))
  }

  private static func column(_ column: ColumnProfile) -> Column {
    let most = column.top.first?.count ?? 0
    var remarks: [String] = []
    if column.key == .yes { remarks.append("key candidate") }
    if column.key == .likely { remarks.append("likely key candidate") }
    if !column.isKnown { remarks.append("not in the schema") }
    if column.records > 1, column.filled == column.records, column.distinct == 1 { remarks.append("constant") }
    if let misfit = column.misfit {
      remarks.append("\(CountText.text(column.misfits)) not \(column.schemaType ?? ""), first “\(misfit.text)”")
    }
    for (culture, count) in zip(ValueCulture.allCases, column.cultures) where count > 0 {
      remarks.append("\(words(culture)): \(CountText.text(count))")
    }
    let about = column.schemaType.map { "\(column.type) (schema: \($0))" } ?? column.type
    let distinct = (column.isDistinctExact ? "" : "about ") + CountText.text(column.distinct)
    return Column(
      name: column.name, about: about, filled: CountText.text(column.filled),
      share: percent(column.filled, column.records), distinct: distinct,
      lengths: column.shortest.map { "\($0)–\(column.longest ?? $0)" } ?? "",
      range: column.least.map { "\($0) – \(column.greatest ?? $0)" } ?? "",
      top: column.top.map {
        Bar(
          text: $0.text + ($0.length == nil ? "" : "…"), count: CountText.text($0.count),
          width: percent($0.count, most))
      },
      patterns: column.patterns.map { "\($0.text) (\(CountText.text($0.count)))" }, remarks: remarks)
  }

  private static func words(_ culture: ValueCulture) -> String {
    switch culture {
    case .decimalComma: "decimal comma"
    case .thousandsMark: "thousands mark"
    case .ambiguousNumber: "comma or thousands mark"
    case .dayFirst: "day before month"
    case .monthFirst: "month before day"
    case .ambiguousDate: "day or month first"
    }
  }

  /// A share as a percentage with one decimal.
  private static func percent(_ count: Int, _ all: Int) -> String {
    guard all > 0 else { return "0.0" }
    let tenths = count * 1000 / all
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func reference(_ reference: ReferenceProfile) -> Reference {
    Reference(
      entity: reference.entity, column: reference.column, targets: reference.targets.joined(separator: ", "),
      filled: CountText.text(reference.filled),
      byID: reference.isChecked ? CountText.text(reference.byID) : "not checked",
      byName: reference.isChecked ? CountText.text(reference.byName) : "",
      broken: reference.isChecked ? CountText.text(reference.broken) : "", isBroken: reference.broken > 0,
      examples: reference.examples.map { "\($0.text) (\(CountText.text($0.count)))" })
  }

  private static func field(_ field: ValuesWithoutEntry) -> Field {
    let ranked = field.ranked
    return Field(
      title: "\(field.template) \(field.task): \(field.field)",
      about: "\(field.code.rawValue), from \(field.source)"
        + (field.map.map { ", value map \($0)" } ?? field.target.map { ", looked up in \($0)" } ?? ""),
      records: CountText.text(field.records, "record"),
      values: ranked.prefix(mostValues).map {
        Value(
          text: $0.text, records: CountText.text($0.records),
          suggestion: $0.suggestion.map { "\($0.to) (\($0.by), \(JSONText.decimal($0.score)))" } ?? "")
      },
      more: ranked.count > mostValues ? "and \(CountText.text(ranked.count - mostValues)) more in profile.json" : nil)
  }

  /// The page. Throws if the installation lacks its template.
  package func html() throws -> String { try PageTemplate.render(self, as: "profile") }
}
