import Mapping
import Packages
import Records

/// Reads what the destination holds already, as far as the templates need it.
struct DestinationLookups {
  /// A unit of measure of Sales, with the group that it belongs to.
  private struct Unit {
    var name: String
    var id: GUID
    var group: GUID?
  }

  private let inputs: Inputs
  private let schemas: SchemaCatalogue
  private let companies: ReferenceCompanies
  private var units: [Unit] = []
  private var priceLists: SalesPriceLists
  /// Lines that do not repeat their document's number, by the number of their table.
  private var linesByID: [Int: LinesByID] = [:]

  /// What the references of `inputs` hold; `day` is that of the run, as `DateTime.dayNumber` gives it, nil if it is unknown.
  init(_ inputs: Inputs, schemas: SchemaCatalogue, companies: ReferenceCompanies, day: Int?) {
    self.inputs = inputs
    self.schemas = schemas
    self.companies = companies
    priceLists = SalesPriceLists(day: day)
  }

  // MARK: F&O

  /// The values that references of F&O have, for the rules whose fields a template fills.
  func fillExisting(_ templates: [Template], _ lookups: inout LookupContext) throws {
    let filled = Set(templates.flatMap(\.tasks).flatMap(\.fields).map { $0.column.lowercased() })
    for (number, rule) in lookups.existenceRules.enumerated() where !rule.fields.isDisjoint(with: filled) {
      for package in inputs.destinations {
        for place in rule.places {
          for entity in package.indices(of: place.entity) {
            try fill(&lookups.existing[number], package, entity, column: place.column.lowercased())
          }
        }
      }
    }
  }

  private func fill(_ values: inout ExistingValues, _ package: Package, _ entity: Int, column: String) throws {
    var scan = try PackageScan(package, entities: [entity])
    var buffer = OutputBuffer(capacity: 256)
    while let (_, batch) = try scan.next() {
      let columns = SourceColumns(scan.columns(of: entity))
      guard let column = columns.values[column] else { break }
      let owners = companies.rows(of: package, package.entities[entity], columns)
      for record in 0..<batch.count {
        guard let company = owners.company(batch, record) else { continue }
        buffer.truncate(to: 0)
        KeyText.append(batch.bytes.span.extracting(batch.range(record, column).bounds), to: &buffer)
        if buffer.count > 0 { values.addReference(buffer.span, company: company) }
      }
    }
  }

  // MARK: Sales

  /// The tables in which the templates' lookups are resolved, with what the references hold.
  mutating func fillDestinations(_ templates: [Template], _ lookups: inout LookupContext) throws {
    for template in templates {
      for task in template.tasks where inputs.hold(task.source) { try declare(task, &lookups) }
    }
    if templates.contains(where: LinePrices.areAsked) { lookups.items = PriceListItemSet() }
    for package in inputs.destinations { try read(package, &lookups) }
    for table in lookups.destinations { table.settle() }
    for (number, lines) in linesByID {
      let table = lookups.destinations[number]
      guard let header = try schemas.schema(named: table.table)?.header,
        let documents = try lookups.destination(header.entity, of: schemas)
      else { continue }
      lines.add(to: table, documents: lookups.destinations[documents])
    }
    linesByID = [:]
  }

  private func declare(_ task: TaskTemplate, _ lookups: inout LookupContext) throws {
    func add(_ table: String, _ key: String, isLookedUp: Bool = false) throws {
      let number = lookups.destination(table, key: key) ?? lookups.destinations.count
      if number == lookups.destinations.count {
        let isPartitioned = try companies.arePartedByCompany && isPartitioned(table, key)
        lookups.destinations.append(
          TargetKeyIndex(table: table.lowercased(), keyColumn: key.lowercased(), isPartitioned: isPartitioned))
      }
      if isLookedUp { lookups.destinations[number].isLookedUp = true }
    }
    func addNaturalKey(of table: String) throws {
      if let key = try schemas.schema(named: table)?.naturalKey { try add(table, key) }
    }
    guard let schema = try schemas.schema(named: task.destination) else { return }
    if let key = NaturalKey(task, schema) { try add(task.destination, key.name(of: schema.name)) }
    if task.header != nil { try add(task.destination, DestinationLookups.lineKey) }
    for field in task.fields {
      guard let attribute = schema.attribute(named: field.column), attribute.type == .lookup else { continue }
      for target in field.destinationTargets(attribute) {
        try add(target.table, target.column, isLookedUp: true)
        if target.table == ProductCatalogue.units { try addNaturalKey(of: ProductCatalogue.unitGroups) }
      }
      if field.rule == .priceList {
        try addNaturalKey(of: ProductCatalogue.currencies)
        try addNaturalKey(of: ProductCatalogue.priceLists)
      }
    }
    if task.generates == .priceListItems { try add(ProductCatalogue.items, DestinationLookups.itemKey) }
  }

  /// Whether records of a table that are found by a column belong to companies. Lines and items have keys of their own.
  private func isPartitioned(_ table: String, _ key: String) throws -> Bool {
    if key == DestinationLookups.lineKey || key == DestinationLookups.itemKey { return false }
    return try schemas.schema(named: table).map { !$0.isGlobal } ?? false
  }

  /// The key of lines: document number and sequence number, or what stands for a freight tax line.
  static let lineKey = "documentnumber|sequencenumber"
  /// The key of price list items: price list and product, by their ids.
  static let itemKey = "pricelevelid|productid"

  private mutating func read(_ package: Package, _ lookups: inout LookupContext) throws {
    var wanted: [Int: [Int]] = [:]
    for (number, table) in lookups.destinations.enumerated() {
      for entity in package.indices(of: table.table) { wanted[entity, default: []].append(number) }
    }
    if lookups.items != nil {
      for entity in package.indices(of: ProductCatalogue.items) { wanted[entity, default: []] += [] }
    }
    if wanted.isEmpty { return }
    let units = try lookups.destination(ProductCatalogue.units, of: schemas)
    let lists = try lookups.destination(ProductCatalogue.priceLists, of: schemas)
    var scan = try PackageScan(package, entities: Set(wanted.keys))
    while let (entity, batch) = try scan.next() {
      let reader = ReferenceColumns(
        SourceColumns(scan.columns(of: entity)), package.entities[entity].name, package.entities[entity].schema)
      if let items = lookups.items, reader.table == ProductCatalogue.items { reader.addItems(batch, to: items) }
      for number in wanted[entity] ?? [] {
        if number == units { addUnits(batch, reader) }
        if number == lists { addPriceLists(batch, reader) }
        if number == units || number == lists { continue }
        switch lookups.destinations[number].keyColumn {
        case DestinationLookups.lineKey:
          reader.addLines(batch, to: lookups.destinations[number], others: &linesByID[number, default: LinesByID()])
        case DestinationLookups.itemKey: reader.addItems(batch, to: lookups.destinations[number])
        case let key:
          let table = lookups.destinations[number]
          let holders = table.isPartitioned ? companies.holders(reader, key: key) : nil
          if let columns = NaturalKey.columns(of: key) {
            reader.addKeys(batch, columns: columns, to: table, holders)
          } else {
            reader.addKeys(batch, key: key, to: table, holders)
          }
        }
      }
    }
  }

  private mutating func addUnits(_ batch: RecordBatch, _ columns: ReferenceColumns) {
    for record in 0..<batch.count {
      guard let id = columns.id(batch, record) else { continue }
      let group = GUID(columns.text(batch, record, "uomscheduleid"))
      units.append(Unit(name: columns.text(batch, record, "name"), id: id, group: group))
    }
  }

  private mutating func addPriceLists(_ batch: RecordBatch, _ columns: ReferenceColumns) {
    for record in 0..<batch.count {
      guard let id = columns.id(batch, record) else { continue }
      priceLists.add(id) { columns.text(batch, record, $0) }
    }
  }

  /// Makes units and price lists ready for a template: they depend on its unit group and its choice of lists.
  func prepare(_ template: Template, _ lookups: inout LookupContext) throws {
    guard inputs.destination == .sales else { return }
    try prepareUnits(template, &lookups)
    try priceLists.prepare(template, &lookups, schemas)
  }

  /// Units of the template's group first; those of all groups where it has none of the name.
  private func prepareUnits(_ template: Template, _ lookups: inout LookupContext) throws {
    guard let number = try lookups.destination(ProductCatalogue.units, of: schemas) else { return }
    var groups: Set<GUID> = []
    if let schedules = try lookups.destination(ProductCatalogue.unitGroups, of: schemas) {
      let key = KeyText.bytes(template.unitGroup)
      groups = Set(lookups.destinations[schedules].ids(of: key.span))
    }
    let table = TargetKeyIndex(
      table: ProductCatalogue.units, keyColumn: lookups.destinations[number].keyColumn)
    let byName = Dictionary(grouping: units) { KeyText.bytes($0.name) }
    for (key, all) in byName where !key.isEmpty {
      let preferred = all.filter { unit in unit.group.map { groups.contains($0) } ?? false }
      for unit in preferred.isEmpty ? all : preferred {
        let name = Array(unit.name.utf8)
        table.addReference(key: key.span, id: unit.id, name: name.span)
      }
    }
    lookups.destinations[number] = table
  }
}
