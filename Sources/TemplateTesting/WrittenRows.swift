import Archives
import Conversion
import Mapping
import Packages
import Records

/// The records of packages, as they were written.
struct WrittenRows {
  /// A record: its values by column in lower case, and the columns in their order as the schema calls them.
  struct Row {
    var values: [String: String] = [:]
    var columns: [String] = []
  }

  /// The records of each entity, by its name in lower case, in the order of the packages.
  private(set) var rows: [String: [Row]] = [:]

  /// The records of the packages at the paths. Throws `PackageError`, `ArchiveError`, `InferenceError`.
  init(_ paths: [String], schemas: SchemaCatalogue) throws {
    let opener = PackageOpener(schemas: schemas)
    for package in try paths.flatMap({ try opener.open($0) }).layingOverReferences() { try read(package) }
  }

  private mutating func read(_ package: Package) throws {
    var scan = try PackageScan(package, entities: Set(package.entities.indices).subtracting(package.updates))
    while let (entity, batch) = try scan.next() {
      let schema = package.entities[entity].schema
      let columns = scan.columns(of: entity).map { column in
        column.part == .value ? schema?.attribute(named: column.name)?.name ?? column.name : nil
      }
      for record in 0..<batch.count {
        var row = Row()
        for (place, column) in columns.enumerated() {
          guard let column, case let text = batch.text(record, place), !text.isEmpty else { continue }
          guard row.values.updateValue(text, forKey: column.lowercased()) == nil else { continue }
          row.columns.append(column)
        }
        rows[package.entities[entity].name.lowercased(), default: []].append(row)
      }
    }
  }

  /// Takes the next record of an entity out.
  mutating func next(of entity: String) -> Row? {
    guard let first = rows[entity.lowercased()]?.first else { return nil }
    rows[entity.lowercased()]?.removeFirst()
    return first
  }
}
