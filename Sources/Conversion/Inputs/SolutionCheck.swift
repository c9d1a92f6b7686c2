import Mapping
package import Packages
import Records

/// Whether the organisation of Sales that references show has the Prospect to Cash solution.
package enum SolutionCheck {
  private static let prefix = "msdynce_"

  /// The first of the references that has records of tables to which the solution adds columns, where none of these tables
  /// has a column of it in any reference; nil if one has, or if there are no such records.
  package static func lacking(_ references: [Package]) throws -> Package? {
    let packages = references.filter { $0.kind.side == .sales }
    func entities(_ package: Package) -> [Int] {
      package.entities.indices.filter { package.entities[$0].schema?.isExtendedBySolution ?? false }
    }
    for package in packages {
      for entity in entities(package) where hasColumn(package.entities[entity].columns) { return nil }
    }
    // Only who seems to lack it is read: records may have columns that nothing has shown before.
    var found: Package?
    for package in packages {
      let wanted = Set(entities(package))
      if wanted.isEmpty { continue }
      var scan = try PackageScan(package, entities: wanted)
      while let (entity, batch) = try scan.next() {
        if hasColumn(scan.columns(of: entity)) { return nil }
        if batch.count > 0, found == nil { found = package }
      }
    }
    return found
  }

  /// Whether a package has columns of the solution, so that a target without it cannot take them.
  package static func isNeeded(by package: Package) -> Bool { package.entities.contains { hasColumn($0.columns) } }

  private static func hasColumn(_ columns: [SourceColumn]) -> Bool {
    columns.contains { $0.name.lowercased().hasPrefix(prefix) }
  }
}
