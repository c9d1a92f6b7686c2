import Archives
import Conversion
import Findings
import Mapping
import Packages
package import Reconciliation

/// `report.html` of a comparison of two exports of one side: what has changed on one page for people.
///
/// The members are what `versions.mustache` names; every text is escaped there. No record's content is on it.
package struct VersionPage {
  struct Entity {
    var name, same, changed, added, removed, duplicate, unreadable: String
  }

  struct Column {
    var name, count: String
  }

  struct ChangedEntity {
    var name: String
    var columns: [Column]
  }

  struct Drift {
    var what, name, old, new: String
  }

  struct Input {
    var path, kind, part: String
    var sha256: String?
  }

  let language, title, result, verdict, made: String
  let version = ToolVersion.text
  /// The texts of the page, which templates name.
  let t: [String: String]
  let flow: FlowPicture
  let options: [OptionRow]
  let advice: String?
  let figures: [ReportPage.Figure]
  let entities: [Entity]
  let changes: [ChangedEntity]
  let hasChanges: Bool
  let drift: [Drift]
  let hasDrift: Bool
  let inputs: [Input]

  /// The page in the language. Throws if the installation lacks its texts.
  package init(_ summary: VersionSummary) throws {
    let texts = try Texts.builtIn(in: summary.options.language).forPages
    language = texts.language.rawValue
    t = texts.labels("page.")
    title = texts("page.changes")
    made = texts("report.madeShort", ["version": ToolVersion.text])
    result = summary.result.rawValue
    let counts = summary.entities.map(\.counts)
    let pairs = summary.relationships
    func sum(_ count: (EntityVersions.Counts) -> Int) -> Int { counts.reduce(0) { $0 + count($1) } }
    let changed = sum(\.changed)
    let added = sum(\.added) + pairs.reduce(0) { $0 + $1.added }
    let removed = sum(\.removed) + pairs.reduce(0) { $0 + $1.removed }
    let all = changed + added + removed
    verdict =
      summary.result == .ok
      ? texts("report.diff.none")
      : all > 0 ? texts("report.diff.some", ["count": all]) : texts("report.diff.onlyStructure")
    advice = summary.drift.isEmpty ? nil : texts("report.diff.structure", ["count": summary.drift.count])
    flow = FlowPicture(summary, texts)
    options = OptionRow.rows(summary)
    figures = [
      ReportPage.Figure(
        name: texts("page.same"), value: texts.number(sum(\.same) + pairs.reduce(0) { $0 + $1.same })),
      ReportPage.Figure(name: texts("page.changed"), value: texts.number(changed)),
      ReportPage.Figure(name: texts("page.added"), value: texts.number(added)),
      ReportPage.Figure(name: texts("page.removed"), value: texts.number(removed)),
      ReportPage.Figure(name: texts("page.structure"), value: texts.number(summary.drift.count)),
    ]
    entities =
      summary.entities.map { entity in
        let counts = entity.counts
        return Entity(
          name: entity.name, same: texts.number(counts.same), changed: texts.number(counts.changed),
          added: texts.number(counts.added), removed: texts.number(counts.removed),
          duplicate: texts.number(counts.doubledOld + counts.doubledNew), unreadable: texts.number(counts.unreadable))
      }
      + pairs.map {
        Entity(
          name: $0.name, same: texts.number($0.same), changed: "", added: texts.number($0.added),
          removed: texts.number($0.removed), duplicate: "", unreadable: "")
      }
    changes = summary.entities.filter { !$0.changes.isEmpty }.map { entity in
      let columns = entity.changes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      return ChangedEntity(
        name: entity.name, columns: columns.map { Column(name: $0.key, count: texts.number($0.value)) })
    }
    hasChanges = !changes.isEmpty
    drift = summary.drift.map { row in
      Drift(
        what: texts("report.drift.\(row.what)"), name: row.what == "entity" ? row.entity : "\(row.entity).\(row.name)",
        old: row.old, new: row.new)
    }
    hasDrift = !drift.isEmpty
    let parts = [(texts("page.earlier"), summary.old), (texts("page.later"), summary.new)]
    inputs = parts.flatMap { part, packages in
      packages.map {
        Input(
          path: $0.path, kind: $0.kind.rawValue, part: part, sha256: summary.digests[$0.container.path]?.sha256)
      }
    }
  }

  /// The page. Throws if the installation lacks its template.
  package func html() throws -> String { try PageTemplate.render(self, as: "versions") }
}
