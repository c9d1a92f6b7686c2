import Archives
import Conversion
import Mapping
import Packages
import Records

/// What changed between two exports in their structure: entities, columns, types, option sets, the way files are written.
package struct SchemaDrift {
  /// One change of structure.
  package struct Row: Equatable, Sendable {
    /// `entity`, `column`, `type`, `option`, `format`, `encoding` or `delimiter`.
    package var what: String
    package var entity: String
    package var name: String
    /// What there was; empty for what was added.
    package var old: String
    /// What there is; empty for what was removed.
    package var new: String
  }

  package static let columns = ["what", "entity", "name", "old", "new"]

  private(set) var rows: [Row] = []

  /// Compares the structure of two lists of packages. Throws what reading their schemas does.
  init(_ old: [Package], _ new: [Package]) throws {
    let (before, after) = (SchemaDrift.entities(old), SchemaDrift.entities(new))
    for name in Set(before.keys).union(after.keys).sorted() {
      switch (before[name], after[name]) {
      case (let old?, let new?): compare(old, new)
      case (let old?, nil): rows.append(Row(what: "entity", entity: old.name, name: old.name, old: old.file, new: ""))
      case (nil, let new?): rows.append(Row(what: "entity", entity: new.name, name: new.name, old: "", new: new.file))
      case (nil, nil): break
      }
    }
    try compareTypes(SchemaDrift.types(old), SchemaDrift.types(new))
  }

  /// The entities by name. One in several files has the columns of all of them; the first says how files are written.
  private static func entities(_ packages: [Package]) -> [String: PackageEntity] {
    Dictionary(packages.flatMap(\.entities).map { ($0.name.lowercased(), $0) }) { first, other in
      var both = first
      let known = Set(first.columns.map { $0.name.lowercased() })
      both.columns += other.columns.filter { !known.contains($0.name.lowercased()) }
      return both
    }
  }

  private mutating func compare(_ old: PackageEntity, _ new: PackageEntity) {
    func names(_ entity: PackageEntity) -> [String] {
      entity.columns.filter { $0.part == .value && (!$0.isImplicit || $0.writtenPlace != nil) }.map {
        $0.name.lowercased()
      }
    }
    let (before, after) = (names(old), names(new))
    for name in Set(before).subtracting(after).sorted() {
      rows.append(Row(what: "column", entity: new.name, name: name, old: name, new: ""))
    }
    for name in Set(after).subtracting(before).sorted() {
      rows.append(Row(what: "column", entity: new.name, name: name, old: "", new: name))
    }
    note("format", new, old.format.name, new.format.name)
    note("encoding", new, old.encoding.rawValue, new.encoding.rawValue)
    note("delimiter", new, SchemaDrift.delimiter(old), SchemaDrift.delimiter(new))
  }

  private static func delimiter(_ entity: PackageEntity) -> String {
    entity.dialect.map { String(decoding: [$0.delimiter], as: UTF8.self) } ?? ""
  }

  private mutating func note(_ what: String, _ entity: PackageEntity, _ old: String, _ new: String) {
    if old != new { rows.append(Row(what: what, entity: entity.name, name: entity.file, old: old, new: new)) }
  }

  /// The types of columns by entity, as far as packages tell them.
  private static func types(_ packages: [Package]) throws -> [String: [String: String]] {
    var types: [String: [String: String]] = [:]
    for package in packages where package.kind == .salesConfigurationMigration {
      guard case .package(_, let root) = try ContainerContent(package.container),
        let entry = root.entry(ConfigurationMigration.schemaFile),
        let schema = try ifReadable({ try ConfigurationMigrationSchema(entry, of: package.container) })
      else { continue }
      for table in schema.tables { types[table.name, default: [:]].merge(table.types) { one, _ in one } }
    }
    return types
  }

  private mutating func compareTypes(_ old: [String: [String: String]], _ new: [String: [String: String]]) {
    for (entity, columns) in new.sorted(by: { $0.key < $1.key }) {
      for (column, type) in columns.sorted(by: { $0.key < $1.key }) {
        guard let before = old[entity]?[column], before != type else { continue }
        rows.append(Row(what: "type", entity: entity, name: column, old: before, new: type))
      }
    }
  }

  /// Adds the options of an entity that only one of the exports uses.
  mutating func add(_ entity: EntityVersions) {
    let (old, new) = entity.options
    for column in Set(old.keys).union(new.keys).sorted() {
      let (before, after) = (old[column] ?? [], new[column] ?? [])
      for value in before.subtracting(after).sorted() {
        rows.append(Row(what: "option", entity: entity.name, name: column, old: value, new: ""))
      }
      for value in after.subtracting(before).sorted() {
        rows.append(Row(what: "option", entity: entity.name, name: column, old: "", new: value))
      }
    }
  }
}
