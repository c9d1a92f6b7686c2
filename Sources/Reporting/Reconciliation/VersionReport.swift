import Conversion
public import Findings
import Packages
public import Reconciliation
import Records

extension VersionSummary {
  /// `report.json`.
  public func json() throws -> String { try VersionJSON(self).text() }

  /// The outcome in words, line by line.
  public func lines(_ texts: Texts) -> [String] {
    var lines = entities.map { entity in
      let counts = entity.counts
      var parts = [
        texts("reconcile.same", ["count": counts.same]), texts("diff.changed", ["count": counts.changed]),
        texts("diff.added", ["count": counts.added]), texts("diff.removed", ["count": counts.removed]),
      ]
      let doubled = counts.doubledOld + counts.doubledNew
      if doubled > 0 { parts.append(texts("reconcile.duplicates", ["count": doubled])) }
      if counts.unreadable > 0 { parts.append(texts("diff.unreadable", ["count": counts.unreadable])) }
      return "\(entity.name): \(parts.joined(separator: ", "))"
    }
    for pairs in relationships {
      let parts = [
        texts("diff.pairs", ["count": pairs.same]), texts("diff.added", ["count": pairs.added]),
        texts("diff.removed", ["count": pairs.removed]),
      ]
      lines.append("\(pairs.name): \(parts.joined(separator: ", "))")
    }
    for row in drift {
      let place = row.what == "entity" ? row.entity : "\(row.entity).\(row.name)"
      let change =
        row.old.isEmpty
        ? texts("diff.isAdded")
        : row.new.isEmpty ? texts("diff.isRemoved") : texts("diff.became", ["old": row.old, "new": row.new])
      let value = row.what == "option" ? " \(row.old)\(row.new)" : ""
      lines.append("\(texts("report.drift.\(row.what)")) \(place)\(value): \(change)")
    }
    let changes = texts("diff.changes", ["count": changes.values.reduce(0, +)])
    lines.append(
      result == .ok ? texts("diff.nothing") : "\(changes), \(texts("diff.structure", ["count": drift.count]))")
    return lines
  }

  /// `drift.csv`.
  package var driftFile: String {
    let encoder = CSVEncoder()
    var output = OutputBuffer(capacity: 1 << 12)
    encoder.headings(SchemaDrift.columns, to: &output)
    for row in drift { encoder.record([row.what, row.entity, row.name, row.old, row.new], to: &output) }
    return String(decoding: output.take(), as: UTF8.self)
  }
}

/// The shape of the `report.json` of a comparison of two exports.
struct VersionJSON: Encodable {
  struct Entity: Encodable {
    var name: String
    var old, new, same, changed, added, removed, duplicateOld, duplicateNew, unreadable: Int
    var changedValues: [String: Int]
  }

  struct Relationship: Encodable {
    var name: String
    var same, added, removed: Int
  }

  struct Drift: Encodable {
    var what, entity, name, old, new: String
  }

  var schemaVersion = 1
  var tool = "p2c"
  var version = ToolVersion.text
  var command = "diff"
  var result: String
  var old, new: [String]
  var entities: [Entity]
  var relationships: [Relationship]
  var drift: [Drift]

  init(_ summary: VersionSummary) {
    result = summary.result.rawValue
    (old, new) = (summary.old.map(\.path), summary.new.map(\.path))
    entities = summary.entities.map { entity in
      let counts = entity.counts
      return Entity(
        name: entity.name, old: counts.old, new: counts.new, same: counts.same, changed: counts.changed,
        added: counts.added, removed: counts.removed, duplicateOld: counts.doubledOld,
        duplicateNew: counts.doubledNew, unreadable: counts.unreadable, changedValues: entity.changes)
    }
    relationships = summary.relationships.map {
      Relationship(name: $0.name, same: $0.same, added: $0.added, removed: $0.removed)
    }
    drift = summary.drift.map { Drift(what: $0.what, entity: $0.entity, name: $0.name, old: $0.old, new: $0.new) }
  }

  func text() throws -> String { try indentedJSON() + "\n" }
}
