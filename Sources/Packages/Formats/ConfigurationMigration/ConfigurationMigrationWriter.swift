// Hot path (`write`): no allocation per record.

public import Archives
public import Mapping
public import Records

extension SalesFormat {
  /// Packages for the Configuration Migration tool.
  public static let configurationMigration = SalesFormat(
    "cmt", title: "Configuration Migration", hasIDs: true,
    importSteps: ["migrationTool"]
  ) { output in
    ConfigurationMigrationWriter(
      timestamp: output.timestamp, chunk: output.chunk, makeSpool: output.makeSpool, makeZip: output.makeZip)
  } encoder: {
    MigrationEncoder(layout: MigrationLayout($0, $1))
  } generated: {
    GeneratedMigrationEncoder(layout: MigrationLayout($0, $1.map { ($0, -1) }))
  }
}

/// Writes a Configuration Migration package: `data.xml`, `data_schema.xml` and `[Content_Types].xml`, byte for byte as
/// exports have them.
///
/// Nothing is written until the first record comes, so that a template without records leaves no package.
public final class ConfigurationMigrationWriter: SalesPackageWriter {
  /// One table of the package. An object, so that nothing is copied when a record of it is counted.
  private final class Table {
    let schema: EntitySchema
    let layout: MigrationLayout
    var records = 0

    init(_ schema: EntitySchema, _ layout: MigrationLayout) { (self.schema, self.layout) = (schema, layout) }
  }

  private let makeZip: () throws -> ZipWriter
  private let makeSpool: () throws -> DeflatedSpool
  private let timestamp: String
  private var zip: ZipWriter?
  private var tables: [Table] = []
  /// That of the table under way.
  private let chunk: Int
  private var buffer: OutputBuffer
  /// Whether prepared records stay where they are until they are deflated. One of many writers would hold on to a whole buffer for
  /// a few of them.
  private let lends: Bool
  /// Prepared records that come behind what is in the buffer.
  private var run = PreparedRun()
  private var scratch = MigrationLayout.Scratch()

  /// The table that is written aside, and what of it was not deflated yet.
  private var aside: Table?
  private var spool: DeflatedSpool?
  private var asideBuffer = OutputBuffer.none
  private var asideRun = PreparedRun()
  private var asideBytes: UInt64 = 0

  /// A writer whose package bears the time stamp; `makeZip` opens the package's file, `makeSpool` what is deflated aside. Bytes
  /// are handed to the archive in chunks of about the given size.
  public init(
    timestamp: DateTime, chunk: Int = 1 << 20,
    makeSpool: @escaping () throws -> DeflatedSpool = { preconditionFailure("nothing is written aside") },
    makeZip: @escaping () throws -> ZipWriter
  ) {
    var text = OutputBuffer(capacity: 64)
    timestamp.append(separator: UInt8(ascii: "T"), to: &text)
    self.timestamp = String(decoding: text.take(), as: UTF8.self) + ".0000000Z"
    self.makeZip = makeZip
    self.makeSpool = makeSpool
    self.chunk = chunk
    lends = chunk >= 1 << 20
    buffer = OutputBuffer(capacity: chunk + (64 << 10))
  }

  /// The records of all tables.
  public var records: Int { tables.reduce(0) { $0 + $1.records } }

  /// The records of the one package.
  public override var recordsOfPackages: [Int] { [records] }

  /// The bytes of `data.xml` so far and of what waits aside, before deflating.
  public override var plainBytes: UInt64 { (zip?.plainBytes ?? 0) + UInt64(buffer.count + run.count) + asideBytes }

  /// Begins a table. `fields` are the destination columns in the template's order and their places in it.
  public override func begin(_ schema: EntitySchema, fields: [Field]) {
    tables.append(Table(schema, MigrationLayout(schema, fields)))
    scratch.forgetLookups()
  }

  /// Writes a record that a mapper has mapped, under the id.
  public override func write(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, id: GUID, _ lookups: borrowing LookupContext
  ) throws {
    let table = try countRecord()
    if lends, let record = mapper.preparedRange, mapper.preparedID == id {
      if run.take(record, of: mapper.preparedBuffer) { return }
      try endRun()
      _ = run.take(record, of: mapper.preparedBuffer)
      return
    }
    try endRun()
    table.layout.append(mapper, batch, id: id, lookups, &scratch, to: &buffer)
    if buffer.count >= chunk { try flush() }
  }

  /// Writes a generated record of the table under way, with a value for each of its columns.
  public override func write(
    generated record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext
  ) throws {
    let table = try countRecord()
    try endRun()
    table.layout.append(generated: record, id: id, lookups, &scratch, to: &buffer)
    if buffer.count >= chunk { try flush() }
  }

  /// Counts a record of the table under way.
  private func countRecord() throws -> Table {
    guard let table = tables.last else { preconditionFailure("no table has begun") }
    if table.records == 0 {
      try beginDocument()
      try endRun()
      ConfigurationMigrationWriter.begin(table.schema, in: &buffer)
    }
    table.records += 1
    return table
  }

  /// Hands on what is in the buffer and the prepared records behind it.
  private func flush() throws {
    if buffer.count > 0 { try buffer.drain { (bytes) throws(ArchiveError) in try zip?.write(bytes) } }
    try run.lend { (bytes, owner) throws(ArchiveError) in try zip?.write(bytes, lentBy: owner) }
  }

  /// Ends the run, so that the buffer, or another run, is what comes next.
  private func endRun() throws {
    if run.count == 0 { return }
    if run.isLendable { return try flush() }
    run.move(to: &buffer)
    if buffer.count >= chunk { try flush() }
  }

  private func beginDocument() throws {
    guard zip == nil else { return }
    zip = try makeZip()
    try zip?.begin(ConfigurationMigration.dataFile)
    buffer.append("\r\n<entities xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" " as StaticString)
    buffer.append("xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" timestamp=\"" as StaticString)
    for byte in timestamp.utf8 { buffer.append(byte) }
    buffer.append("\">\r\n" as StaticString)
  }

  private static func begin(_ schema: EntitySchema, in output: inout OutputBuffer) {
    let text = "  <entity name=\"\(schema.name)\" displayname=\"\(escaped(schema.label))\">\r\n    <records>\r\n"
    for byte in text.utf8 { output.append(byte) }
  }

  private static func appendEnd(to output: inout OutputBuffer) {
    output.append("    </records>\r\n    <m2mrelationships />\r\n  </entity>\r\n" as StaticString)
  }

  /// Ends the table, and puts behind it what was written aside.
  public override func end() throws {
    if let table = tables.last {
      if table.records > 0 {
        try endRun()
        ConfigurationMigrationWriter.appendEnd(to: &buffer)
        try flush()
      } else {
        tables.removeLast()
      }
    }
    try endAside()
  }

  // MARK: What is written aside

  /// Says which table the records are of that are written aside. They are deflated while those of the table under way come.
  public override func beginAside(_ schema: EntitySchema, fields: [String]) {
    aside = Table(schema, MigrationLayout(schema, fields.map { ($0, -1) }))
  }

  /// Writes a generated record aside.
  public override func write(
    aside record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext
  ) throws {
    let table = try countAside()
    try endAsideRun()
    let start = asideBuffer.count
    table.layout.append(generated: record, id: id, lookups, &scratch, to: &asideBuffer)
    asideBytes += UInt64(asideBuffer.count - start)
    if asideBuffer.count >= chunk { try flushAside() }
  }

  /// Writes a record aside that the encoder of companions has made, and that stands in a buffer.
  public override func write(aside record: Range<Int>, of buffer: SharedBuffer) throws {
    _ = try countAside()
    asideBytes += UInt64(record.count)
    if asideRun.take(record, of: buffer) { return }
    try endAsideRun()
    _ = asideRun.take(record, of: buffer)
  }

  /// Counts a record of the table that is written aside.
  private func countAside() throws -> Table {
    guard let table = aside else { preconditionFailure("no table is written aside") }
    if table.records == 0 {
      spool = try makeSpool()
      asideBuffer = OutputBuffer(capacity: chunk + 4096)
      ConfigurationMigrationWriter.begin(table.schema, in: &asideBuffer)
    }
    table.records += 1
    return table
  }

  private func flushAside() throws {
    if asideBuffer.count > 0 {
      try asideBuffer.drain { (bytes) throws(ArchiveError) in try spool?.write(bytes) }
    }
    try asideRun.lend { (bytes, owner) throws(ArchiveError) in try spool?.write(bytes, lentBy: owner) }
  }

  private func endAsideRun() throws {
    if asideRun.count == 0 { return }
    if asideRun.isLendable { return try flushAside() }
    asideRun.move(to: &asideBuffer)
    if asideBuffer.count >= chunk { try flushAside() }
  }

  private func endAside() throws {
    guard let table = aside, let spool else { return }
    try endAsideRun()
    (aside, self.spool, asideBytes) = (nil, nil, 0)
    ConfigurationMigrationWriter.appendEnd(to: &asideBuffer)
    try spool.write(asideBuffer.take())
    asideBuffer = .none
    try beginDocument()
    try flush()
    try zip?.append(spool)
    tables.append(table)
  }

  // MARK: Schema

  /// Writes the schema and ends the package; false if there is none, since no record came.
  public override func finish() throws -> Bool {
    guard let zip else { return false }
    buffer.append("</entities>" as StaticString)
    try flush()
    try zip.end()
    try zip.begin(ConfigurationMigration.schemaFile)
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
      for column in table.layout.columns { text += "      \(field(column))\r\n" }
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
