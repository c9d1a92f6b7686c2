import Archives
public import Findings
public import Records

/// One pass over chosen entities of a package: their records in batches, in the order of the files.
///
/// Inflating and parsing run on threads of their own, a few batches ahead.
public struct PackageScan {
  private enum Reader {
    case csv(CSVEntityReader)
    case xml(XMLEntityReader)
    case composite(CompositeReader)
    case workbook(WorkbookEntityReader)
  }

  private let package: Package
  private var waiting: [Int]
  private var current: (entity: Int, reader: Reader)?
  private var document: ConfigurationMigrationReader?
  private var widths: [Int: [SourceColumn]] = [:]
  private var remarks: [Int: [Finding]] = [:]
  /// How many records of each entity have been handed out, and of which all have.
  private var counts: [Int: Int] = [:]
  private var ended: Set<Int> = []
  private let mayStop: Bool
  private let asWritten: AsWritten

  /// What of a `data.xml` is handed out as it stands there, where readers would else put it right.
  public struct AsWritten: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// A choice of the bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Dates in the form of the exporting machine's settings; else they are ISO 8601 if their order is known.
    public static let dates = AsWritten(rawValue: 1)
    /// Records that stand in several pieces of a table; else they are one.
    public static let pieces = AsWritten(rawValue: 2)
  }

  /// A pass over the entities at the given places. `stopsBehindWanted` and `indexed` are for `data.xml`, whose tables
  /// come in the schema's order: a pass that only looks into the first tables need not read the others. `notesEncoding`
  /// makes batches name the records whose text was encoded once only.
  public init(
    _ package: Package, entities: Set<Int>, stopsBehindWanted: Bool = false, indexed: Set<Int> = [],
    notesEncoding: Bool = false, asWritten: AsWritten = []
  ) throws {
    self.asWritten = asWritten
    self.package = package
    mayStop = stopsBehindWanted
    waiting = entities.sorted()
    if package.kind == .salesConfigurationMigration, let first = package.entities.first,
      let entry = package.container.entry(named: first.file)
    {
      document = ConfigurationMigrationReader(
        entry, of: package, wanted: entities, stopsBehindWanted: stopsBehindWanted, indexed: indexed,
        notesEncoding: notesEncoding, asWritten: asWritten)
      waiting = []
    }
  }

  /// The next batch and the place of its entity; nil at the end. Throws `PackageError`, `ArchiveError`, `WrongAssumption`.
  public mutating func next() throws -> (entity: Int, batch: RecordBatch)? {
    if document != nil {
      if let next = try document?.next() { return next }
      if !mayStop { ended = Set(package.entities.indices) }
      return nil
    }
    while true {
      if let (entity, _) = current {
        if let batch = try read() {
          counts[entity, default: 0] += batch.count
          return (entity, batch)
        }
        ended.insert(entity)
        current = nil
      }
      guard !waiting.isEmpty else { return nil }
      let entity = waiting.removeFirst()
      if let reader = try open(package.entities[entity]) { current = (entity, reader) } else { ended.insert(entity) }
    }
  }

  /// The columns of an entity's batches. Files may turn out to have more than was known when the package was opened.
  public func columns(of entity: Int) -> [SourceColumn] {
    if let document { return document.columns(of: entity) }
    if let (open, reader) = current, open == entity {
      if case .xml(let xml) = reader { return xml.columns }
      if case .composite(let composite) = reader { return composite.columns }
    }
    return widths[entity] ?? package.entities[entity].columns
  }

  /// What an import of an entity's file stumbles over, complete when all its records are read; not findings by
  /// themselves. Of a workbook: `P2C1218` with `numbers`, `formulas` (of a field) or `merged cells`, `P2C1226` with
  /// `columns`, `sheet` or `dummy row`. Of a composite file: `P2C1222` for each kind of inner records that some lack.
  public func remarks(of entity: Int) -> [Finding] {
    package.entities[entity].remarks + (remarks[entity] ?? [])
  }

  /// How many records an entity has; nil until its file has been read to its end. `data.xml` tells it of all its tables,
  /// chosen or not.
  public func total(of entity: Int) -> Int? {
    guard ended.contains(entity) else { return nil }
    guard let document else { return counts[entity] ?? 0 }
    let pieces = asWritten.contains(.pieces) ? nil : package.pieces?[package.entities[entity].name]
    return document.count(of: entity) - (pieces?.leftOut ?? 0)
  }

  /// In how many places of a `data.xml` records of a table stand, as far as it has been read.
  func pieces(of entity: Int) -> Int { document?.pieces(of: entity) ?? 1 }

  /// The place in a `data.xml` that the last batch came from.
  var piece: Int { document?.piece ?? 0 }
  /// How many records the entities have whose files have been read to their ends, as `total` tells it.
  public var totals: [(entity: Int, records: Int)] {
    ended.compactMap { entity in total(of: entity).map { (entity, $0) } }
  }

  /// Whether the document had relations between many and many records so far.
  public var hasRelations: Bool { document?.hasRelations ?? false }

  private func open(_ entity: PackageEntity) throws -> Reader? {
    let container = package.container
    guard let entry = container.entry(named: entity.file) ?? container.entries.first else {
      return nil
    }
    switch entity.format {
    case .xlsx:
      return .workbook(try WorkbookEntityReader(entity, entry: entry, of: container))
    case .xmlElement, .xmlAttribute:
      if let part = entity.composite { return .composite(CompositeReader(entity, part, entry: entry, of: container)) }
      return .xml(XMLEntityReader(entity, entry: entry, of: container))
    default:
      guard let dialect = entity.dialect, !entity.columns.isEmpty else { return nil }
      let layout = CSVEntityReader.Layout(
        encoding: entity.encoding, mark: entity.markSize, dialect: dialect, headings: entity.columns.map(\.heading))
      return .csv(
        CSVEntityReader(entry, of: container, layout: layout, file: entity.file, package: package.path))
    }
  }

  private mutating func read() throws -> RecordBatch? {
    guard let (entity, reader) = current else { return nil }
    current = nil
    switch reader {
    case .csv(let csv):
      let batch = try csv.next()
      current = (entity, .csv(csv))
      return batch
    case .xml(var xml):
      let batch = try xml.next()
      widths[entity] = xml.columns
      current = (entity, .xml(xml))
      return batch
    case .composite(var composite):
      let batch = try composite.next()
      widths[entity] = composite.columns
      if batch == nil { remarks[entity] = composite.remarks }
      current = (entity, .composite(composite))
      return batch
    case .workbook(var workbook):
      let batch = try workbook.next()
      if batch == nil { remarks[entity] = workbook.remarks }
      current = (entity, .workbook(workbook))
      return batch
    }
  }
}
