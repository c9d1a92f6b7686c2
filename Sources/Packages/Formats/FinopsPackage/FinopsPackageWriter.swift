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

  private let project: String
  private let format: FinopsFileFormat
  private let makeZip: () throws -> ZipWriter
  private let writer: (any EntityFileWriter)?
  /// What writes the package instead, in a format that is no data package.
  private let described: DescribedPackageWriter?
  private var zip: ZipWriter?
  private var entities: [Entity] = []
  /// The records of the entity under way.
  private var recordsOfEntity = 0
  private let chunk: Int
  private var buffer: OutputBuffer

  /// A writer of entity files in the given format; `makeZip` opens the package's file, `makeFile` makes files for what must
  /// wait; `described` says where a Common Data Model folder goes. Bytes are handed to the archive in chunks of about the given size.
  public init(
    project: String, format: FinopsFileFormat, chunk: Int = 1 << 20,
    makeFile: @escaping () throws -> ScratchFile = { try ScratchFile() },
    described: DescribedPackageOutput? = nil, makeZip: @escaping () throws -> ZipWriter
  ) {
    self.project = project
    self.format = format
    self.makeZip = makeZip
    self.chunk = chunk
    self.described = format.isDescribed ? described.map { DescribedPackageWriter($0, chunk: chunk) } : nil
    writer = format.isDescribed ? nil : format.makeWriter(makeFile)
    buffer = format.isDescribed ? .none : OutputBuffer(capacity: chunk + (64 << 10))
  }

  /// The records of all entities.
  public var records: Int { entities.reduce(recordsOfEntity) { $0 + $1.records } }

  /// Whether the file of the entity under way takes no more records.
  public var isFull: Bool { recordsOfEntity >= format.mostRecords }

  /// The bytes of the entity under way, before deflating.
  public var plainBytes: UInt64 {
    if let described { return described.plainBytes }
    return (zip.flatMap { writer?.plainBytes(in: $0) } ?? 0) + UInt64(buffer.count)
  }

  /// Begins an entity. `fields` are the destination columns and their places in the task's template.
  public func begin(_ schema: EntitySchema, fields: [(name: String, field: Int)], level: Int) {
    let columns = FinopsPackageWriter.columns(schema, fields)
    entities.append(Entity(schema: schema, columns: columns, level: level))
    described?.begin(schema, fields: columns)
  }

  /// The columns in the order of files: first the key, then by name.
  private static func columns(_ schema: EntitySchema, _ fields: [(name: String, field: Int)]) -> [(
    name: String, field: Int
  )] {
    let keys = schema.keys.map { $0.uppercased() }
    return fields.map { (name: $0.name.uppercased(), field: $0.field) }.sorted { left, right in
      let places = (keys.firstIndex(of: left.name) ?? keys.count, keys.firstIndex(of: right.name) ?? keys.count)
      return places.0 != places.1 ? places.0 < places.1 : left.name < right.name
    }
  }

  private static func file(
    of schema: EntitySchema, _ columns: [(name: String, field: Int)], _ format: FinopsFileFormat
  ) -> EntityFile {
    EntityFile(
      name: format.fileName(of: schema.label), entity: schema.name, sheet: format.sheetName(of: schema.label),
      columns: columns)
  }

  /// What encodes the records of an entity before they are written, which writers then take over as it is; nil if the format
  /// has no such form.
  public static func encoder(
    _ schema: EntitySchema, fields: [(name: String, field: Int)], _ format: FinopsFileFormat
  ) -> (any RecordEncoder)? {
    if format.isDescribed { return PartitionEncoder(schema, columns(schema, fields)) }
    return format.makeEncoder(file(of: schema, columns(schema, fields), format))
  }

  /// Writes a record that a mapper has mapped.
  public func write(_ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch) throws {
    if let described { return try write(mapper, batch, to: described) }
    if recordsOfEntity == 0 { try beginFile() }
    recordsOfEntity += 1
    // The buffer is taken out of the object while the record is written: a local value needs no check at every access.
    var output = OutputBuffer.none
    swap(&output, &buffer)
    if !mapper.appendPrepared(to: &output) { try writer?.append(mapper, batch, to: &output, flush: flush) }
    let isFull = output.count >= chunk
    swap(&output, &buffer)
    if isFull { try flush() }
  }

  private func write(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, to described: DescribedPackageWriter
  ) throws {
    recordsOfEntity += 1
    var output = OutputBuffer.none
    try described.lend(&output)
    described.encoder().append(mapper, batch, to: &output)
    try described.put(&output)
  }

  private func flush() throws { try flush(&buffer) }

  private func flush(_ buffer: inout OutputBuffer) throws {
    guard let zip else { return }
    try buffer.drain { (bytes) throws(ArchiveError) in try writer?.write(bytes, to: zip) }
  }

  private func beginFile() throws {
    let entity = entities[entities.count - 1]
    let zip = try self.zip ?? makeZip()
    self.zip = zip
    try writer?.begin(FinopsPackageWriter.file(of: entity.schema, entity.columns, format), in: zip, &buffer)
  }

  /// Ends the entity.
  public func end() throws {
    guard recordsOfEntity > 0 else {
      if !entities.isEmpty { entities.removeLast() }
      return
    }
    entities[entities.count - 1].records = recordsOfEntity
    recordsOfEntity = 0
    if let described { return try described.end() }
    writer?.appendEnd(to: &buffer)
    try flush()
    if let zip { try writer?.end(in: zip) }
  }

  /// Writes manifest and header, and ends the package; false if there is none, since no record came.
  public func finish() throws -> Bool {
    if let described { return try described.finish() }
    guard let zip else { return false }
    for (name, text) in [("Manifest.xml", manifest()), ("PackageHeader.xml", header())] {
      var output = OutputBuffer(capacity: text.utf8.count * 2 + 16)
      output.append(0xFF)
      output.append(0xFE)
      let bytes = Array(text.utf8)
      UTF16Text.append(bytes.span, to: &output)
      try zip.begin(name)
      try zip.write(output.take())
      try zip.end()
    }
    try zip.finish()
    return true
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
      + member("EntityTransformList", nil)
      + member("ExcelSheetName", format.manifestSheet(of: entity.schema.label)) + member("ExecutionUnit", "1")
      + member("FailExecutionUnitOnError", "false") + member("FailLevelOnError", "false")
      + member("InputFilePath", format.fileName(of: entity.schema.label))
      + member("LevelInExecutionUnit", String(entity.level)) + member("RunBusinessLogic", "true")
      + member("RunBusinessValidation", "true") + member("SampleFilePath", "")
      + member("SequenceInLevel", String(sequence)) + member("SourceFormat", format.sourceFormat)
      + member("TargetEntity", entity.schema.name) + member("ValidationStatus", "Yes")
      + "</DataManagementPackageEntityData>"
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
