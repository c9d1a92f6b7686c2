import Archives
import Mapping
import Packages
import Records

/// Makes one price list item for each product that goes to Sales. Items come after all products in the package, so they
/// are deflated aside while the products pass.
final class PriceListItems {
  /// The table of Sales that has the items.
  static let table = ProductCatalogue.items
  /// What is written of an item beside its id.
  static let fields = ["pricelevelid", "productid", "uomid", "amount", "pricingmethodcode"]
  /// The columns of a product that give its item the unit and the amount.
  static let (unitColumn, priceColumn) = ("defaultuomid", "price")

  private let context: RunContext
  private let schema: EntitySchema?
  private let listField: Int?
  private let unitField: Int?
  private let priceField: Int?
  private let nameField: Int?
  private var spool: DeflatedSpool?
  private var rows: PriceListRows?
  private let method: [UInt8]
  private var identity: PriceListItemIDs?
  private var buffer = OutputBuffer(capacity: (1 << 20) + 4096)
  private var scratch = OutputBuffer(capacity: 256)
  private(set) var records = 0
  /// What must be found when the package is read back.
  private(set) var tally: EntityTally
  /// The bytes of the items so far, before deflating.
  private(set) var plainBytes = 0

  init(_ task: TaskTemplate, context: RunContext) {
    self.context = context
    schema = try? context.schemas.schema(named: PriceListItems.table)
    listField = task.fields.firstIndex { $0.rule == .priceList }
    unitField = task.fields.firstIndex { $0.column == PriceListItems.unitColumn }
    priceField = task.fields.firstIndex { $0.column == PriceListItems.priceColumn }
    nameField = task.fields.firstIndex { $0.column == "name" }
    let options = schema?.attribute(named: "pricingmethodcode")?.options ?? []
    tally = EntityTally(PriceListItems.table, key: context.options.writesSalesCSV ? .columns([]) : .id)
    method = Array((options.first { $0.value == 1 }?.label ?? "1").utf8)
  }

  /// Adds the item of a product.
  func add(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, product: GUID,
    _ verdict: borrowing RecordIssues, _ knowledge: borrowing Knowledge, _ ids: inout NameBasedID
  ) throws {
    guard let listField, case let list = mapper.outputs[listField], list.origin == .destination else { return }
    if records == 0 { try begin() }
    if identity?.company != context.company { identity = PriceListItemIDs(company: context.company, knowledge) }
    records += 1
    if rows != nil {
      tally.records += 1
      return try addRow(list, mapper, batch, verdict, knowledge)
    }
    let listID = knowledge.destinations[Int(list.start)].id(Int(list.end))
    guard
      let id = identity?.id(list: listID, product: product, number: verdict.shown, knowledge, &ids)
    else { return }
    tally.add(id)
    let start = buffer.count
    buffer.append("      <record id=\"" as StaticString)
    id.append(to: &buffer)
    buffer.append("\">\r\n        <field name=\"productpricelevelid\" value=\"" as StaticString)
    id.append(to: &buffer)
    buffer.append("\" />\r\n        <field name=\"pricelevelid\" value=\"" as StaticString)
    knowledge.destinations[Int(list.start)].appendLookup(Int(list.end), to: &buffer)
    buffer.append("\" />\r\n        <field name=\"productid\" value=\"" as StaticString)
    product.append(to: &buffer)
    buffer.append("\" lookupentity=\"product\" lookupentityname=\"" as StaticString)
    if let nameField {
      scratch.truncate(to: 0)
      mapper.append(mapper.outputs[nameField], batch, to: &scratch)
      XMLEncoder.attribute(scratch.span, to: &buffer)
    }
    buffer.append("\" />\r\n" as StaticString)
    if let unitField, case let unit = mapper.outputs[unitField], unit.origin == .destination {
      buffer.append("        <field name=\"uomid\" value=\"" as StaticString)
      knowledge.destinations[Int(unit.start)].appendLookup(Int(unit.end), to: &buffer)
      buffer.append("\" />\r\n" as StaticString)
    }
    if let priceField, !mapper.outputs[priceField].isEmpty {
      buffer.append("        <field name=\"amount\" value=\"" as StaticString)
      mapper.append(mapper.outputs[priceField], batch, to: &buffer)
      buffer.append("\" />\r\n" as StaticString)
    }
    buffer.append("        <field name=\"pricingmethodcode\" value=\"1\" />\r\n      </record>\r\n" as StaticString)
    plainBytes += buffer.count - start
    if buffer.count > 1 << 20 {
      try buffer.drain { (bytes) throws(ArchiveError) in try spool?.write(bytes) }
    }
  }

  private func addRow(
    _ list: ValueSlot, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch,
    _ verdict: borrowing RecordIssues, _ knowledge: borrowing Knowledge
  ) throws {
    scratch.truncate(to: 0)
    if let priceField { mapper.append(mapper.outputs[priceField], batch, to: &scratch) }
    try rows?.add(
      list: list, number: verdict.shown, unit: unitField.map { mapper.outputs[$0] } ?? .none,
      amount: scratch, method: method, knowledge)
  }

  private func begin() throws {
    guard !context.options.isDryRun, let output = context.output else { return }
    if context.options.writesSalesCSV {
      rows = PriceListRows(file: try output.temporaryFile())
      return
    }
    spool = DeflatedSpool(
      file: try output.temporaryFile(), level: context.options.compression, pool: context.pool)
    buffer.append("  <entity name=\"productpricelevel\" displayname=\"" as StaticString)
    for byte in (schema?.label ?? "Price List Item").utf8 { buffer.append(byte) }
    buffer.append("\">\r\n    <records>\r\n" as StaticString)
  }

  /// Puts the items behind the products.
  func finish(_ writer: ConfigurationMigrationWriter) throws {
    guard let spool, let schema else { return }
    buffer.append("    </records>\r\n    <m2mrelationships />\r\n  </entity>\r\n" as StaticString)
    try spool.write(buffer.take())
    try spool.finish()
    try writer.append(spool, schema, fields: PriceListItems.fields, records: records)
  }

  /// Puts the items behind the products.
  func finish(_ writer: ImportWizardWriter) throws {
    guard let rows, let schema else { return }
    writer.begin(schema, fields: PriceListItems.fields.map { ($0, -1) })
    try rows.pour(into: writer)
    try writer.end()
  }
}
