// Hot path (`write`): no allocation per record.

public import Archives
public import Mapping
public import Records

/// Writes a Configuration Migration package: `data.xml`, `data_schema.xml` and `[Content_Types].xml`, byte for byte as
/// exports have them.
///
/// Nothing is written until the first record comes, so that a template without records leaves no package.
public final class ConfigurationMigrationWriter {
  /// One table of the package.
  struct Table {
    var schema: EntitySchema
    var columns: [Attribute]
    var layout: Layout
    var records = 0
  }

  /// How the records of a table are written.
  struct Layout {
    /// The markup of the record's beginning up to its id, and from there to that of its first field.
    var begin: [UInt8] = []
    var idOpen: [UInt8] = []
    /// The columns' elements, and the markup in front of their values, one behind the other.
    var elements: [RecordMapper.Element] = []
    var markup: [UInt8] = []
  }

  private let makeZip: () throws -> ZipWriter
  private let timestamp: String
  private var zip: ZipWriter?
  private var tables: [Table] = []
  private let chunk: Int
  private var buffer: OutputBuffer
  private var layout = Layout()
  private var escaping = OutputBuffer(capacity: 1 << 10)

  /// A writer whose package bears the time stamp; `makeZip` opens the package's file. Bytes
  /// are handed to the archive in chunks of about the given size.
  public init(timestamp: DateTime, chunk: Int = 1 << 20, makeZip: @escaping () throws -> ZipWriter) {
    var text = OutputBuffer(capacity: 64)
    timestamp.append(separator: UInt8(ascii: "T"), to: &text)
    self.timestamp = String(decoding: text.take(), as: UTF8.self) + ".0000000Z"
    self.makeZip = makeZip
    self.chunk = chunk
    buffer = OutputBuffer(capacity: chunk + (64 << 10))
  }

  /// The records of all tables.
  public var records: Int { tables.reduce(0) { $0 + $1.records } }

  /// The bytes of `data.xml` so far, before deflating.
  public var plainBytes: UInt64 { (zip?.plainBytes ?? 0) + UInt64(buffer.count) }

  /// Begins a table. `fields` are the destination columns in the template's order and their places in it.
  public func begin(_ schema: EntitySchema, fields: [(name: String, field: Int)]) {
    tables.append(ConfigurationMigrationWriter.table(schema, fields))
    layout = tables[tables.count - 1].layout
  }

  static func table(_ schema: EntitySchema, _ fields: [(name: String, field: Int)]) -> Table {
    let id = schema.primaryID ?? schema.name + "id"
    var layout = Layout(
      begin: Array("      <record id=\"".utf8), idOpen: Array("\">\r\n        <field name=\"\(id)\" value=\"".utf8))
    let columns = fields.filter { $0.name != id }.map { name, field in
      let start = layout.markup.count
      layout.markup += Array("        <field name=\"\(name)\" value=\"".utf8)
      let attribute = schema.attribute(named: name) ?? Attribute(name: name, type: .string)
      layout.elements.append(
        RecordMapper.Element(field: field, open: start..<layout.markup.count, isText: attribute.type == .string))
      return attribute
    }
    return Table(schema: schema, columns: columns, layout: layout)
  }

  /// Writes a record that a mapper has mapped, under the id.
  public func write(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, id: GUID, _ knowledge: borrowing Knowledge
  ) throws {
    try beginRecord()
    // They are taken out of the object while the record is written: local values need no check at every access.
    var output = OutputBuffer.none
    swap(&output, &buffer)
    var escaping = OutputBuffer.none
    swap(&escaping, &self.escaping)
    let layout = layout
    ConfigurationMigrationWriter.beginRecord(id, layout, to: &output)
    // Columns without a field are those of generated records.
    mapper.appendElements(layout.elements, layout.markup.span, batch, knowledge, escaping: &escaping, to: &output)
    output.append("      </record>\r\n" as StaticString)
    swap(&output, &buffer)
    swap(&escaping, &self.escaping)
    if buffer.count >= chunk { try flush() }
  }

  /// Counts a record of the table under way.
  private func beginRecord() throws {
    let last = tables.count - 1
    if tables[last].records == 0 { try beginTable() }
    tables[last].records += 1
  }

  private static func beginRecord(_ id: GUID, _ layout: Layout, to output: inout OutputBuffer) {
    var cursor = output.cursor(room: layout.begin.count + layout.idOpen.count + 2 * GUID.textSize + 8)
    cursor.append(layout.begin.span)
    id.append(in: &cursor)
    cursor.append(layout.idOpen.span)
    id.append(in: &cursor)
    XMLEncoder.elementEnd(in: &cursor)
    output.advance(to: cursor.count)
  }

  /// Writes a generated record of the table under way, with a value for each of its columns.
  public func write(
    generated record: borrowing GeneratedRecord, id: GUID, _ knowledge: borrowing Knowledge
  ) throws {
    try beginRecord()
    let layout = layout
    let elements = layout.elements
    ConfigurationMigrationWriter.beginRecord(id, layout, to: &buffer)
    for column in elements.indices {
      switch record.cells[column] {
      case .nothing: continue
      case .text(let start, let end):
        buffer.append(layout.markup.span.extracting(elements[column].open))
        if elements[column].isText {
          XMLEncoder.htmlAttribute(record.text(start, end), to: &buffer)
        } else {
          XMLEncoder.attribute(record.text(start, end), to: &buffer)
        }
      case .lookup(let table, let entry):
        buffer.append(layout.markup.span.extracting(elements[column].open))
        knowledge.destinations[table].appendLookup(entry, to: &buffer)
      }
      XMLEncoder.elementEnd(to: &buffer)
    }
    buffer.append("      </record>\r\n" as StaticString)
    if buffer.count >= chunk { try flush() }
  }

  private func flush() throws {
    try buffer.drain { (bytes) throws(ArchiveError) in try zip?.write(bytes) }
  }

  private func beginTable() throws {
    if zip == nil {
      zip = try makeZip()
      try zip?.begin("data.xml")
      buffer.append("\r\n<entities xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" " as StaticString)
      buffer.append("xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" timestamp=\"" as StaticString)
      for byte in timestamp.utf8 { buffer.append(byte) }
      buffer.append("\">\r\n" as StaticString)
    }
    let schema = tables[tables.count - 1].schema
    let text = "  <entity name=\"\(schema.name)\" displayname=\"\(escaped(schema.label))\">\r\n    <records>\r\n"
    for byte in text.utf8 { buffer.append(byte) }
  }

  /// Ends the table.
  public func end() throws {
    guard let table = tables.last, table.records > 0 else {
      if !tables.isEmpty { tables.removeLast() }
      return
    }
    buffer.append("    </records>\r\n    <m2mrelationships />\r\n  </entity>\r\n" as StaticString)
    try flush()
  }

  /// Adds a table whose records were deflated beside, as ready markup from `entity` to its end.
  public func append(_ spool: DeflatedSpool, _ schema: EntitySchema, fields: [String], records: Int) throws {
    guard records > 0 else { return }
    var table = ConfigurationMigrationWriter.table(schema, fields.map { ($0, 0) })
    table.records = records
    tables.append(table)
    try flush()
    try zip?.append(spool)
  }

  /// Writes the schema and ends the package; false if there is none, since no record came.
  public func finish() throws -> Bool {
    guard let zip else { return false }
    buffer.append("</entities>" as StaticString)
    try flush()
    try zip.end()
    try zip.begin("data_schema.xml")
    try zip.write(Array(schemaText().utf8))
    try zip.end()
    try zip.begin(ContentTypes.fileName)
    try zip.write(Array(ContentTypes.text.utf8))
    try zip.end()
    try zip.finish()
    return true
  }

  private func schemaText() -> String {
    var text = "<entities >\r\n"
    for table in tables where table.records > 0 {
      let schema = table.schema
      let id = schema.primaryID ?? schema.name + "id"
      text +=
        "  <entity name=\"\(schema.name)\" displayname=\"\(escaped(schema.label))\" etc=\"\(schema.typeCode ?? 10000)\" "
        + "primaryidfield=\"\(id)\" primarynamefield=\"\(schema.primaryName ?? "name")\" disableplugins=\"false\">\r\n"
        + "    <fields>\r\n"
      let label = schema.attribute(named: id)?.displayName ?? schema.label
      text +=
        "      <field updateCompare=\"true\" displayname=\"\(escaped(label))\" name=\"\(id)\" type=\"guid\" "
        + "primaryKey=\"true\" />\r\n"
      for column in table.columns { text += "      \(field(column))\r\n" }
      text += "    </fields>\r\n    <relationships />\r\n  </entity>\r\n"
    }
    return text + "</entities>"
  }

  private func field(_ attribute: Attribute) -> String {
    var text = "<field displayname=\"\(escaped(attribute.displayName ?? attribute.name))\" name=\"\(attribute.name)\""
    text += " type=\"\(ConfigurationMigrationWriter.type(of: attribute))\""
    if attribute.type == .lookup, !attribute.isOwner {
      text += " lookupType=\"\(attribute.targets.joined(separator: "|"))\""
    }
    if attribute.name.hasPrefix("msdynce_") { text += " customfield=\"true\"" }
    return text + " />"
  }

  private static func type(of attribute: Attribute) -> String {
    switch attribute.type {
    case .string: "string"
    case .guid: "guid"
    case .bool: "bool"
    case .int: "number"
    case .int64: "bigint"
    case .decimal: "decimal"
    case .double: "float"
    case .money: "money"
    case .datetime, .date: "datetime"
    case .picklist: "optionsetvalue"
    case .state: "state"
    case .status: "status"
    case .lookup: attribute.isOwner ? "owner" : "entityreference"
    case .image: "imagedata"
    default: "string"
    }
  }

  private func escaped(_ text: String) -> String { ConfigurationMigrationWriter.escaped(text) }

  static func escaped(_ text: String) -> String {
    var output = OutputBuffer(capacity: text.utf8.count + 64)
    let bytes = Array(text.utf8)
    XMLEncoder.attribute(bytes.span, to: &output)
    return String(decoding: output.take(), as: UTF8.self)
  }
}

extension Attribute {
  /// Whether it is a lookup of a user or team, which has a type of its own.
  var isOwner: Bool { type == .lookup && Set(targets) == ["systemuser", "team"] }
}
