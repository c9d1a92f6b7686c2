import Mapping
import Packages
import Records

/// What an organisation of Sales has, as references and the catalogue of the same batch tell it.
struct SalesTarget {
  /// What is known of a product.
  struct Product {
    var group: GUID?
    var decimals: Int?
  }

  /// What is known of a quote, order or invoice.
  struct Document {
    var list: GUID?
    var currency: GUID?
  }

  /// The ids of the references' records, by table.
  private(set) var ids: [String: GUIDIndex] = [:]
  /// The columns that references have, by table.
  private(set) var columns: [String: Set<String>] = [:]
  /// The unit groups of units.
  private(set) var groups: [GUID: GUID] = [:]
  /// The currencies of price lists.
  private(set) var currencies: [GUID: GUID] = [:]
  private(set) var products: [GUID: Product] = [:]
  private(set) var documents: [GUID: Document] = [:]
  private var prices = KeyIndex()
  private var amounts: [ExactDecimal?] = []

  /// The primary names of the references' records, of tables whose records an import matches by name.
  private var names: [String: ReferenceNames] = [:]

  /// Names that two records of one table of a package of loose files have, in comparable form.
  private var doubledNames = KeyIndex()

  /// The table whose records those of all activities are, too.
  static let activities = "activitypointer"

  /// The tables whose lines get their prices from the document's price list.
  let pricedDocuments: PricedDocuments

  /// Reads the references whole, of the inputs what lines and prices need. `matchedByName` are the tables whose records an
  /// import matches by their primary name.
  init(
    inputs: [Package], references: [Package], documents: PricedDocuments, matchedByName: Set<String> = []
  ) throws {
    pricedDocuments = documents
    for table in matchedByName { names[table] = ReferenceNames() }
    for package in references where package.kind.side == .sales {
      for entity in package.entities {
        let names = entity.columns.filter { $0.part == .value }.map { $0.name.lowercased() }
        columns[entity.name, default: []].formUnion(names)
      }
      try read(package, Set(package.entities.indices), isReference: true)
    }
    for package in inputs where package.kind == .salesFiles && package.entities.count > 1 { try readNames(package) }
    let sources = inputs.filter { $0.kind == .salesConfigurationMigration }
    let dependsOnCatalogue = { (entity: PackageEntity) in
      entity.name == ProductCatalogue.items || entity.schema?.header != nil || documents.contains(entity.name)
    }
    guard sources.contains(where: { $0.entities.contains(where: dependsOnCatalogue) }) else { return }
    for package in sources {
      let wanted = Set(
        package.entities.indices.filter {
          let name = package.entities[$0].name
          return ProductCatalogue.all.contains(name) || documents.contains(name)
        })
      guard !wanted.isEmpty else { continue }
      do {
        try read(package, wanted, isReference: false)
      } catch is PackageError {
        // The pass over all records says what is wrong with it.
        continue
      }
    }
  }

  private mutating func read(_ package: Package, _ wanted: Set<Int>, isReference: Bool) throws {
    var scan = try PackageScan(package, entities: wanted)
    while let (entity, batch) = try scan.next() {
      let table = SalesRow(package.entities[entity], columns: scan.columns(of: entity))
      let name = package.entities[entity].name
      let isActivity = package.entities[entity].table?.isActivity ?? false
      if isReference { names[name]?.add(batch, id: table.id, name: table[package.entities[entity].recordName]) }
      for record in 0..<batch.count {
        guard let id = table.guid(batch, record, table.id) else { continue }
        if isReference {
          _ = ids[name, default: GUIDIndex()].insert(id, value: 0)
          if isActivity { _ = ids[SalesTarget.activities, default: GUIDIndex()].insert(id, value: 0) }
        }
        note(name, id, table, batch, record)
      }
    }
  }

  /// Notes the primary names that lookups by name would find twice.
  private mutating func readNames(_ package: Package) throws {
    var referred: Set<String> = []
    for entity in package.entities {
      for column in entity.columns { referred.formUnion(entity.schema?.attribute(named: column.name)?.targets ?? []) }
    }
    let wanted = package.entities.indices.filter {
      package.entities[$0].schema?.namesRepeat ?? false && referred.contains(package.entities[$0].name)
    }
    guard !wanted.isEmpty else { return }
    var scan = try PackageScan(package, entities: Set(wanted))
    var names: [String: KeyIndex] = [:]
    var key = OutputBuffer(capacity: 64)
    while let (entity, batch) = try scan.next() {
      let row = SalesRow(package.entities[entity], columns: scan.columns(of: entity))
      let column = row[package.entities[entity].schema?.primaryName ?? "name"]
      guard column >= 0 else { continue }
      for record in 0..<batch.count {
        key.truncate(to: 0)
        KeyText.append(batch.bytes.span.extracting(batch.range(record, column).bounds), to: &key)
        guard key.count > 0, !names[package.entities[entity].name, default: KeyIndex()].insert(key, value: 0).isNew
        else { continue }
        _ = doubledNames.insert(key, value: 0)
      }
    }
  }

  /// Whether two records of a table have the name.
  func isAmbiguous(_ name: String) -> Bool {
    let bytes = KeyText.bytes(name)
    return doubledNames.find(bytes.span) != nil
  }

  private mutating func note(_ table: String, _ id: GUID, _ row: SalesRow, _ batch: RecordBatch, _ record: Int) {
    func lookup(_ column: String) -> GUID? { row.guid(batch, record, row[column]) }
    switch table {
    case ProductCatalogue.units: groups[id] = lookup("uomscheduleid")
    case ProductCatalogue.priceLists: currencies[id] = lookup("transactioncurrencyid")
    case ProductCatalogue.products:
      products[id] = Product(
        group: lookup("defaultuomscheduleid"), decimals: Int(row.text(batch, record, row["quantitydecimal"])))
    case ProductCatalogue.items:
      guard let list = lookup("pricelevelid"), let product = lookup("productid"), let unit = lookup("uomid") else {
        return
      }
      let key = SalesTarget.key(list, product, unit)
      if prices.insert(key.span, value: UInt32(amounts.count)).isNew {
        amounts.append(ExactDecimal(row.text(batch, record, row["amount"])))
      }
    case _ where pricedDocuments.contains(table):
      documents[id] = Document(list: lookup("pricelevelid"), currency: lookup("transactioncurrencyid"))
    default: return
    }
  }

  private static func key(_ list: GUID, _ product: GUID, _ unit: GUID) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(48)
    for half in [list.high, list.low, product.high, product.low, unit.high, unit.low] {
      for shift in stride(from: 56, through: 0, by: -8) { key.append(UInt8(truncatingIfNeeded: half >> UInt64(shift))) }
    }
    return key
  }

  /// Whether anything is known of price list items.
  var hasPrices: Bool { !prices.isEmpty }

  /// What the price list says of a product and unit: whether it has an item, and its amount.
  func price(_ list: GUID, _ product: GUID, _ unit: GUID) -> (hasItem: Bool, amount: ExactDecimal?) {
    let key = SalesTarget.key(list, product, unit)
    guard let entry = prices.find(key.span) else { return (false, nil) }
    return (true, amounts[Int(prices[entry])])
  }

  // MARK: Names

  /// Whether a record of a reference other than that of the id has the primary name, in comparable form; false for tables
  /// whose names nobody needs.
  func has(name: Span<UInt8>, in table: String, butOf id: GUID?) -> Bool {
    names[table]?.has(name, butOf: id) ?? false
  }
}

/// The columns of a Sales table by name, and the values of its records off the hot path.
struct SalesRow {
  private let places: [String: Int]
  /// The column of the record's id.
  let id: Int

  init(_ entity: PackageEntity, columns: [SourceColumn]) {
    var places: [String: Int] = [:]
    for (index, column) in columns.enumerated() where column.part == .value {
      places[column.name.lowercased()] = places[column.name.lowercased()] ?? index
    }
    self.places = places
    id = places[entity.recordID] ?? -1
  }

  /// The place of a column; -1 if the table lacks it.
  subscript(name: String) -> Int { places[name] ?? -1 }

  /// A value's text; empty for a column that is not there.
  func text(_ batch: RecordBatch, _ record: Int, _ column: Int) -> String {
    column < 0 || column >= batch.width ? "" : batch.text(record, column)
  }

  /// A value as an id.
  func guid(_ batch: RecordBatch, _ record: Int, _ column: Int) -> GUID? {
    guard column >= 0, column < batch.width else { return nil }
    let range = batch.range(record, column)
    return range.isEmpty ? nil : GUID(batch.bytes.span.extracting(range.bounds))
  }
}
