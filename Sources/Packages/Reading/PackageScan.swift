import Archives
public import Findings
public import Records

/// One pass over chosen entities of a package: their records in batches, in the order of the files.
///
/// Inflating and parsing run on threads of their own, a few batches ahead.
public struct PackageScan {
  private let package: Package
  private var reader: any PackageReader
  /// Takes the rows of logs that are no records.
  private let putAside: ((RecordBatch) throws -> Void)?

  /// A pass over the entities at the given places. `stopsBehindWanted` and `indexed` are for `data.xml`, whose tables
  /// come in the schema's order: a pass that only looks into the first tables need not read the others. `notesEncoding`
  /// makes batches name the records whose text was encoded once only. `puttingAside` takes the rows of logs of changes that are no
  /// records (`RecordBatch.deletions`), which nobody else gets to see.
  public init(
    _ package: Package, entities: Set<Int>, stopsBehindWanted: Bool = false, indexed: Set<Int> = [],
    notesEncoding: Bool = false, asWritten: AsWritten = [], puttingAside: ((RecordBatch) throws -> Void)? = nil
  ) throws {
    self.package = package
    putAside = puttingAside
    if let meter = package.container.meter { meter.beginPass(bytes: package.plainBytes(of: entities)) }
    let request = ScanRequest(
      wanted: entities, stopsBehindWanted: stopsBehindWanted, indexed: indexed, notesEncoding: notesEncoding,
      asWritten: puttingAside == nil ? asWritten : asWritten.union(.apart))
    let plain = package.layers.isEmpty ? package : package.withoutLayers
    if let store = package.store {
      reader = StoredPackageReader(try store.records(of: entities, in: plain), of: plain, entities)
      return
    }
    let format = PackageFormat.of(package.kind)
    reader = format?.makeReader(plain, request) ?? EntityFilesReader(plain, request)
  }

  /// Begins to read ahead of whoever asks for the first batch, in formats that can. Throws what `next` does.
  package mutating func start() throws { try reader.start() }

  /// The next batch and the place of its entity; nil at the end. Throws `PackageError`, `ArchiveError`, `InferenceError`.
  public mutating func next() throws -> (entity: Int, batch: RecordBatch)? {
    var next = try reader.next()
    while let (_, batch) = next, let putAside, !batch.deletions.isEmpty {
      package.container.meter?.add(records: batch.count)
      try putAside(batch)
      next = try reader.next()
    }
    guard let (entity, batch) = next else { return nil }
    package.container.meter?.add(records: batch.count)
    guard let layers = package.layers[entity] else { return (entity, batch) }
    return (entity, layers.reduce(batch) { $1.lay(over: $0) })
  }

  /// The columns of an entity's batches. Files may turn out to have more than was known when the package was opened.
  public func columns(of entity: Int) -> [SourceColumn] {
    let own = reader.columns(of: entity)
    guard let layers = package.layers[entity] else { return own }
    return own + layers.flatMap(\.added)
  }

  /// What an import of an entity's file stumbles over, complete when all its records are read; not findings by
  /// themselves. Of a workbook: `P2C1218` with `numbers`, `formulas` (of a field) or `merged cells`, `P2C1226` with
  /// `columns`, `sheet` or `dummy row`. Of a composite file: `P2C1222` for each kind of inner records that some lack.
  public func remarks(of entity: Int) -> [Finding] {
    package.entities[entity].remarks + reader.remarks(of: entity)
  }

  /// How many records an entity has; nil until its file has been read to its end. `data.xml` says it of all its tables,
  /// chosen or not.
  public func total(of entity: Int) -> Int? { reader.total(of: entity) }

  /// How many records the entities have whose files have been read to their ends, as `total` says it.
  public var totals: [(entity: Int, records: Int)] {
    reader.ended.compactMap { entity in total(of: entity).map { (entity, $0) } }
  }

  /// Whether the document had relations between many and many records so far.
  public var hasRelations: Bool { reader.hasRelations }
}

extension Package {
  /// The plain bytes that a pass over entities reads.
  package func plainBytes(of entities: Set<Int>) -> UInt64 {
    if entities.isEmpty { return 0 }
    let entries = container.entries
    let files = Set(entities.map { self.entities[$0].file })
    return (entries.count == 1 ? entries : files.compactMap(container.entry)).reduce(0) { $0 + $1.size }
  }

  /// The plain bytes of all entities.
  package var plainBytes: UInt64 { plainBytes(of: Set(entities.indices)) }
}
