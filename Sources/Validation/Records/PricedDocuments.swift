import Mapping
import Packages

/// The tables of Sales, among those of some packages, whose lines get their prices from a price list of the document.
struct PricedDocuments {
  private let tables: Set<String>

  /// Documents, by their schemas, that have a price list. Throws `ProjectError` for a schema that cannot be read.
  init(of packages: [Package], _ schemas: SchemaCatalogue) throws {
    var tables: Set<String> = []
    for entity in packages.filter({ $0.kind.side == .sales }).flatMap(\.entities) {
      guard let schema = entity.schema, schema.attribute(named: ProductCatalogue.priceListColumn) != nil,
        try schemas.documentColumn(of: schema.name) != nil
      else { continue }
      tables.insert(entity.name)
    }
    self.tables = tables
  }

  /// Whether a table has such documents.
  func contains(_ table: String) -> Bool { tables.contains(table) }
}
