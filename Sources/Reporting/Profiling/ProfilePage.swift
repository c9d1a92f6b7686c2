import Archives
import Conversion
import Findings
import Mapping
import Packages
package import Profiling

/// `profile.html`: what is in the columns on one page for people, which needs nothing but itself.
///
/// The members are what `profile.mustache` names; every text is escaped there.
package struct ProfilePage {
  struct Bar {
    var text, count: String
    /// The length of the bar as a percentage.
    var width: String
  }

  struct Column {
    var name: String
    var about: String
    var filled: String
    /// The share of filled records as a percentage, as CSS and as people read it.
    var share, shareText: String
    var distinct: String
    var lengths: String
    var range: String
    var top: [Bar]
    var patterns: [String]
    var remarks: [String]
  }

  struct Entity {
    var number: Int
    var name, side, records: String
    var keys: String?
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

  let language, result, verdict, made: String
  let version = ToolVersion.text
  /// The texts of the page, which templates name.
  let t: [String: String]
  let figures: [ReportPage.Figure]
  let entities: [Entity]
  let references: [Reference]
  let hasReferences: Bool
  let fields: [Field]
  let hasFields: Bool
  let inputs: [ReportPage.Input]

  /// The page in the language of the job. Throws if the installation lacks its texts.
  package init(_ summary: ProfileSummary) throws {
    let texts = try Texts.builtIn(in: summary.options.conversion.language).forPages
    language = texts.language.rawValue
    t = texts.labels("page.")
    result = summary.result.rawValue
    made = texts("report.madeShort", ["version": ToolVersion.text])
    let unreadable = summary.entities.reduce(0) { $0 + $1.unreadable }
    let broken = summary.references.reduce(0) { $0 + $1.broken }
    let without = summary.values.reduce(0) { $0 + $1.ranked.count }
    verdict = without == 0 ? texts("report.profile.known") : texts("report.profile.needs", ["count": without])
    func figure(_ name: String, _ count: Int, isBad: Bool = false) -> ReportPage.Figure {
      ReportPage.Figure(name: name, value: texts.number(count), isBad: isBad && count > 0)
    }
    figures = [
      figure(texts("page.entitiesOnly"), summary.entities.count),
      figure(texts("page.records"), summary.entities.reduce(0) { $0 + $1.records }),
      figure(texts("page.columns"), summary.entities.reduce(0) { $0 + $1.columns.count }),
      figure(texts("page.unreadable"), unreadable, isBad: true),
      figure(texts("page.brokenReferences"), broken, isBad: true),
      figure(texts("page.proposals"), summary.proposals.count),
    ]
    entities = summary.entities.enumerated().map { ProfilePage.entity($1, number: $0 + 1, texts) }
    references = summary.references.filter { $0.filled > 0 }.map { ProfilePage.reference($0, texts) }
    hasReferences = !references.isEmpty
    fields = summary.values.map { ProfilePage.field($0, texts) }
    hasFields = !fields.isEmpty
    inputs = zip(summary.inputs, summary.records).map { package, records in
      ReportPage.Input(
        path: package.path, kind: package.kind.rawValue, sha256: summary.digests[package.container.path]?.sha256,
        entities: zip(package.entities, records).map { "\($0.name): \(texts.number($1))" })
    }
  }

  private static func entity(_ entity: EntityProfile, number: Int, _ texts: Texts) -> Entity {
    let keys = entity.columns.filter { $0.key == .yes }.map(\.name)
    return Entity(
      number: number, name: entity.name, side: entity.side == .sales ? "Sales" : "Finance and Operations",
      records: texts("report.records", ["count": entity.records]),
      keys: keys.isEmpty ? nil : texts("report.profile.keys", ["columns": keys.joined(separator: ", ")]),
      columns: entity.columns.map { column($0, texts) })
  }

  private static func column(_ column: ColumnProfile, _ texts: Texts) -> Column {
    let most = column.top.first?.count ?? 0
    let share = percent(column.filled, column.records)
    return Column(
      name: column.name,
      about: column.schemaType.map { texts("report.profile.schema", ["type": column.type, "schema": $0]) }
        ?? column.type,
      filled: texts.number(column.filled), share: share, shareText: texts.decimal(share),
      distinct: column.isDistinctExact
        ? texts.number(column.distinct) : texts("report.profile.about", ["count": column.distinct]),
      lengths: column.shortest.map { "\($0)–\(column.longest ?? $0)" } ?? "",
      range: column.least.map { "\($0) – \(column.greatest ?? $0)" } ?? "",
      top: column.top.map {
        Bar(
          text: $0.text + ($0.length == nil ? "" : "…"), count: texts.number($0.count),
          width: percent($0.count, most))
      },
      patterns: column.patterns.map { "\($0.text) (\(texts.number($0.count)))" }, remarks: remarks(column, texts))
  }

  /// What is noteworthy about a column.
  private static func remarks(_ column: ColumnProfile, _ texts: Texts) -> [String] {
    var remarks: [String] = []
    if column.key != .no { remarks.append(texts("report.profile.key.\(column.key.rawValue)")) }
    if !column.isKnown { remarks.append(texts("report.profile.notInSchema")) }
    if column.records > 1, column.filled == column.records, column.distinct == 1 {
      remarks.append(texts("report.profile.constant"))
    }
    if let misfit = column.misfit {
      remarks.append(
        texts(
          "report.profile.misfits",
          ["count": column.misfits, "type": column.schemaType ?? "", "value": misfit.text]))
    }
    for (culture, count) in zip(ValueCulture.allCases, column.cultures) where count > 0 {
      remarks.append("\(texts("report.profile.culture.\(culture.name)")): \(texts.number(count))")
    }
    return remarks
  }

  /// A share as a percentage with one decimal.
  private static func percent(_ count: Int, _ all: Int) -> String {
    guard all > 0 else { return "0.0" }
    let tenths = count * 1000 / all
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func reference(_ reference: ReferenceProfile, _ texts: Texts) -> Reference {
    Reference(
      entity: reference.entity, column: reference.column, targets: reference.targets.joined(separator: ", "),
      filled: texts.number(reference.filled),
      byID: reference.isChecked ? texts.number(reference.byID) : texts("report.profile.notChecked"),
      byName: reference.isChecked ? texts.number(reference.byName) : "",
      broken: reference.isChecked ? texts.number(reference.broken) : "", isBroken: reference.broken > 0,
      examples: reference.examples.map { "\($0.text) (\(texts.number($0.count)))" })
  }

  private static func field(_ field: ValuesWithoutEntry, _ texts: Texts) -> Field {
    let ranked = field.ranked
    return Field(
      title: "\(field.template) \(field.task): \(field.field)", about: about(field, texts),
      records: texts("report.records", ["count": field.records]),
      values: ranked.prefix(mostValues).map { value in
        let suggestion = value.suggestion.map {
          "\($0.to) (\($0.by), \(texts.decimal(JSONText.decimal($0.score))))"
        }
        return Value(text: value.text, records: texts.number(value.records), suggestion: suggestion ?? "")
      },
      more: ranked.count > mostValues ? texts("report.profile.more", ["count": ranked.count - mostValues]) : nil)
  }

  /// Where the values of a field come from, and what has no entry for them.
  private static func about(_ field: ValuesWithoutEntry, _ texts: Texts) -> String {
    let code = field.code.rawValue
    if let map = field.map {
      return texts("report.profile.fromMap", ["code": code, "source": field.source, "map": map])
    }
    if let table = field.target {
      return texts("report.profile.fromTable", ["code": code, "source": field.source, "table": table])
    }
    return texts("report.profile.from", ["code": code, "source": field.source])
  }

  /// The page. Throws if the installation lacks its template.
  package func html() throws -> String { try PageTemplate.render(self, as: "profile") }
}
