import Archives
import Mapping
import Packages
import Records

/// Makes one price list item for each product that goes to Sales. Items come after all products in the package, so they
/// are deflated aside while the products pass.
final class PriceListItems {
  private let context: RunContext
  private let schema: EntitySchema?
  private let listField: Int?
  private let unitField: Int?
  private let priceField: Int?
  private let nameField: Int?
  private var spool: DeflatedSpool?
  private var rows: PriceListRows?
  private let method: [UInt8]
  private let names: RecordNames
  /// The number of the destination table that holds the items of references.
  private var known: Int?
  private var buffer = OutputBuffer(capacity: (1 << 20) + 4096)
  private var key = OutputBuffer(capacity: 128)
  private var scratch = OutputBuffer(capacity: 256)
  private(set) var records = 0
  /// What must be found when the package is read back.
  private(set) var tally: EntityTally
  /// The bytes of the items so far, before deflating.
  private(set) var plainBytes = 0
  private let fields = ["pricelevelid", "productid", "uomid", "amount", "pricingmethodcode"]

  init(_ task: TaskTemplate, context: RunContext) {
    self.context = context
    schema = try? context.schemas.schema(named: "productpricelevel")
    listField = task.fields.firstIndex { $0.rule == .priceList }
    unitField = task.fields.firstIndex { $0.column == "defaultuomid" }
    priceField = task.fields.firstIndex { $0.column == "price" }
    nameField = task.fields.firstIndex { $0.column == "name" }
    let options = schema?.attribute(named: "pricingmethodcode")?.options ?? []
    tally = EntityTally(
      "productpricelevel", key: context.options.writesSalesCSV ? .columns([]) : .id)
    names = RecordNames(table: "productpricelevel", company: context.company)
    method = Array((options.first { $0.value == 1 }?.label ?? "1").utf8)
  }

  /// Adds the item of a product.
  func add(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, product: GUID,
    _ verdict: borrowing RecordVerdict, _ knowledge: borrowing Knowledge, _ ids: inout NameBasedID
  ) throws {
    guard let listField, case let list = mapper.outputs[listField], list.origin == .destination else { return }
    if records == 0 {
      known = knowledge.destination("productpricelevel", key: DestinationKnowledge.itemKey)
      try begin()
    }
    records += 1
    if rows != nil {
      tally.records += 1
      return try addRow(list, mapper, batch, verdict, knowledge)
    }
    let listID = knowledge.destinations[Int(list.start)].id(Int(list.end))
    let id = self.id(listID, product, verdict, knowledge, &ids)
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
    _ verdict: borrowing RecordVerdict, _ knowledge: borrowing Knowledge
  ) throws {
    scratch.truncate(to: 0)
    if let priceField { mapper.append(mapper.outputs[priceField], batch, to: &scratch) }
    try rows?.add(
      list: list, number: verdict.shown, unit: unitField.map { mapper.outputs[$0] } ?? .none,
      amount: scratch, method: method, knowledge)
  }

  /// The id that the reference has for the product in the list, else a new one of list and product number.
  private func id(
    _ list: GUID, _ product: GUID, _ verdict: borrowing RecordVerdict, _ knowledge: borrowing Knowledge,
    _ ids: inout NameBasedID
  ) -> GUID {
    if let table = known {
      LineKeys.append(list: list, product: product, to: &key)
      if let entry = knowledge.destinations[table].find(key.span) { return knowledge.destinations[table].id(entry) }
    }
    key.truncate(to: 0)
    list.append(to: &key)
    key.append(UInt8(ascii: "|"))
    key.append(verdict.shown, 0..<verdict.shown.count)
    return names.id(key, &ids)
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
    try writer.append(spool, schema, fields: fields, records: records)
  }

  /// Puts the items behind the products.
  func finish(_ writer: ImportWizardWriter) throws {
    guard let rows, let schema else { return }
    writer.begin(schema, fields: fields.map { ($0, -1) })
    try rows.pour(into: writer)
    try writer.end()
  }
}
