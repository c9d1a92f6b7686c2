// Hot path (`write`): no allocation per record.

public import Archives
public import Mapping
public import Records

/// Writes an F&O data package: one file for each entity, then manifest and header.
///
/// Nothing is written until the first record comes, so that a template without records leaves no package.
public final class FinopsPackageWriter {
  /// One entity of the package.
  private struct Entity {
    var schema: EntitySchema
    var columns: [(name: String, field: Int)]
    var level: Int
    var records = 0
  }

  private let makeZip: () throws -> ZipWriter
  private let project: String
  private let format: EntityFormat
  private var zip: ZipWriter?
  private var entities: [Entity] = []
  /// The records of the entity under way.
  private var recordsOfEntity = 0
  private let chunk: Int
  private var buffer: OutputBuffer
  private let encoder: CSVEncoder
  /// The places of the columns' fields in the template.
  private var fields: [Int] = []
  private var markup: [(open: [UInt8], close: [UInt8])] = []
  private var recordMarkup: (open: [UInt8], close: [UInt8]) = ([], [])

  /// A writer of entity files in the given format; `makeZip` opens the package's file. Bytes
  /// are handed to the archive in chunks of about the given size.
  public init(project: String, format: EntityFormat, chunk: Int = 1 << 20, makeZip: @escaping () throws -> ZipWriter) {
    self.project = project
    self.format = format
    self.makeZip = makeZip
    self.chunk = chunk
    buffer = OutputBuffer(capacity: chunk + (64 << 10))
    encoder = CSVEncoder(encoding: format == .csvUnicode ? .utf16LittleEndian : .utf8)
  }

  /// The records of all entities.
  public var records: Int { entities.reduce(recordsOfEntity) { $0 + $1.records } }

  /// The bytes of the entity under way, before deflating.
  public var plainBytes: UInt64 { (zip?.plainBytes ?? 0) + UInt64(buffer.count) }

  /// Begins an entity. `fields` are the destination columns and their places in the task's template.
  public func begin(_ schema: EntitySchema, fields: [(name: String, field: Int)], level: Int) {
    let keys = schema.keys.map { $0.uppercased() }
    let columns = fields.map { (name: $0.name.uppercased(), field: $0.field) }.sorted { left, right in
      let places = (keys.firstIndex(of: left.name) ?? keys.count, keys.firstIndex(of: right.name) ?? keys.count)
      return places.0 != places.1 ? places.0 < places.1 : left.name < right.name
    }
    entities.append(Entity(schema: schema, columns: columns, level: level))
    self.fields = columns.map(\.field)
    let tag = schema.name.uppercased()
    switch format {
    case .xmlElement:
      recordMarkup = (Array("  <\(tag)>".utf8), Array("</\(tag)>\r\n".utf8))
      markup = columns.map { (Array("<\($0.name)>".utf8), Array("</\($0.name)>".utf8)) }
    case .xmlAttribute:
      recordMarkup = (Array("  <\(tag)".utf8), Array(" />\r\n".utf8))
      markup = columns.map { (Array(" \($0.name)=\"".utf8), Array("\"".utf8)) }
    default: break
    }
  }

  /// Writes a record that a mapper has mapped.
  public func write(_ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch) throws {
    if recordsOfEntity == 0 { try beginFile() }
    recordsOfEntity += 1
    // The buffer is taken out of the object while the record is written: a local value needs no check at every access.
    var output = OutputBuffer.none
    swap(&output, &buffer)
    try append(mapper, batch, to: &output)
    let isFull = output.count >= chunk
    swap(&output, &buffer)
    if isFull { try flush() }
  }

  private func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, to output: inout OutputBuffer
  ) throws {
    switch format {
    case .xmlElement, .xmlAttribute:
      output.append(recordMarkup.open)
      let isElement = format == .xmlElement
      for column in fields.indices {
        output.append(markup[column].open)
        mapper.forText(of: fields[column], batch) { text in
          if isElement { XMLEncoder.content(text, to: &output) } else { XMLEncoder.attribute(text, to: &output) }
        }
        output.append(markup[column].close)
      }
      output.append(recordMarkup.close)
    default: try mapper.appendLine(fields, batch, encoder, to: &output, flush: flush)
    }
  }

  private func flush() throws { try flush(&buffer) }

  private func flush(_ buffer: inout OutputBuffer) throws {
    try buffer.drain { (bytes) throws(ArchiveError) in try zip?.write(bytes) }
  }

  private func beginFile() throws {
    let entity = entities[entities.count - 1]
    if zip == nil { zip = try makeZip() }
    try zip?.begin(FinopsPackageWriter.fileName(entity.schema.label, format))
    switch format {
    case .xmlElement, .xmlAttribute:
      buffer.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<Document>\r\n" as StaticString)
    default:
      encoder.mark(to: &buffer)
      encoder.record(entity.columns.map(\.name), to: &buffer)
    }
  }

  /// Ends the entity.
  public func end() throws {
    guard recordsOfEntity > 0 else {
      if !entities.isEmpty { entities.removeLast() }
      return
    }
    entities[entities.count - 1].records = recordsOfEntity
    recordsOfEntity = 0
    if format == .xmlElement || format == .xmlAttribute { buffer.append("</Document>" as StaticString) }
    try flush()
    try zip?.end()
  }

  /// Writes manifest and header, and ends the package; false if there is none, since no record came.
  public func finish() throws -> Bool {
    guard let zip else { return false }
    for (name, text) in [("Manifest.xml", manifest()), ("PackageHeader.xml", header())] {
      var output = OutputBuffer(capacity: text.utf8.count * 2 + 16)
      output.append(0xFF)
      output.append(0xFE)
      let bytes = Array(text.utf8)
      CSVEncoder.appendUTF16(bytes.span, to: &output)
      try zip.begin(name)
      try zip.write(output.take())
      try zip.end()
    }
    try zip.finish()
    return true
  }

  /// The name of an entity's file: its label without the characters that Windows forbids.
  static func fileName(_ label: String, _ format: EntityFormat) -> String {
    let name = label.filter { !"\\/:*?\"<>|".contains($0) && !$0.isNewline && $0 != "\0" }
    return name + (format == .xmlElement || format == .xmlAttribute ? ".xml" : ".csv")
  }

  // MARK: Manifest and header

  private static let namespaces =
    "xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\" "
    + "xmlns=\"http://schemas.microsoft.com/dynamics/2015/01/DataManagement\""

  private func header() -> String {
    "<DataManagementPackageHeader \(FinopsPackageWriter.namespaces)>" + member("Description", project)
      + member(
        "ManifestType",
        "Microsoft.Dynamics.AX.Framework.Tools.DataManagement.Serialization.DataManagementPackageManifest")
      + member("PackageType", "DefinitionGroup") + member("PackageVersion", "2") + "</DataManagementPackageHeader>"
  }

  /// All members in the alphabetical order in which F&O reads them, on one line.
  private func manifest() -> String {
    let list = entities.filter { $0.records > 0 }.enumerated().map { entity($0.element, sequence: $0.offset + 1) }
      .joined()
    return "<DataManagementPackageManifest \(FinopsPackageWriter.namespaces)>"
      + member("DefinitionGroupName", project) + member("Description", project)
      + "<PackageEntityList>\(list)</PackageEntityList>" + member("ProjectCategory", "0") + member("RulesData", nil)
      + "</DataManagementPackageManifest>"
  }

  private func entity(_ entity: Entity, sequence: Int) -> String {
    let maps = entity.columns.map(\.name).sorted().map { column in
      "<EntityMap>" + member("ArrayIndex", "0") + member("EntityField", column)
        + member("EntityFieldConversionList", nil) + member("IsAutoDefault", "false")
        + member("IsAutoGenerated", "false") + member("IsDefaultValueEqualNull", "false")
        + member("UseTextQualifier", "false") + member("XMLField", column) + "</EntityMap>"
    }.joined()
    return "<DataManagementPackageEntityData>" + member("DefaultRefreshType", "FullPush") + member("Disable", "false")
      + "<EntityMapList>\(maps)</EntityMapList>" + member("EntityName", entity.schema.label)
      + member("EntityTransformList", nil) + member("ExcelSheetName", "") + member("ExecutionUnit", "1")
      + member("FailExecutionUnitOnError", "false") + member("FailLevelOnError", "false")
      + member("InputFilePath", FinopsPackageWriter.fileName(entity.schema.label, format))
      + member("LevelInExecutionUnit", String(entity.level)) + member("RunBusinessLogic", "true")
      + member("RunBusinessValidation", "true") + member("SampleFilePath", "")
      + member("SequenceInLevel", String(sequence)) + member("SourceFormat", sourceFormat)
      + member("TargetEntity", entity.schema.name) + member("ValidationStatus", "Yes")
      + "</DataManagementPackageEntityData>"
  }

  private var sourceFormat: String {
    switch format {
    case .csv: "CSV"
    case .xmlElement: "XML-Element"
    case .xmlAttribute: "XML-Attribute"
    default: "CSV-Unicode"
    }
  }

  private func member(_ name: String, _ value: String?) -> String {
    guard let value else { return "<\(name) i:nil=\"true\" />" }
    if value.isEmpty { return "<\(name) />" }
    var output = OutputBuffer(capacity: value.utf8.count + 64)
    let bytes = Array(value.utf8)
    XMLEncoder.content(bytes.span, to: &output)
    return "<\(name)>\(String(decoding: output.take(), as: UTF8.self))</\(name)>"
  }
}
