// Hot path: no allocation per record.

import Archives
import Findings
import Records
import Synchronization

/// Reads one partition on a thread of its own: decodes and splits it, and gives its values their forms.
struct PartitionReader {
  /// Which rows of a log of changes are handed out.
  enum Rows: Sendable {
    /// The last versions of records that are not deleted.
    case records
    /// All, as records.
    case all
    /// Those that are no records.
    case replaced
    /// All, those that are no records in batches of their own.
    case apart
    /// All, and their values as they are written.
    case raw
  }

  /// What the thread finds out.
  private final class Found: Sendable {
    let rows = Mutex(0)
    let headerDiffers = Mutex(false)
  }

  /// The bytes of files that are read without a thread.
  private static let littleSizes: ClosedRange<UInt64> = 1...(64 << 10)

  private let batches: Stage<RecordBatch>
  private let found = Found()
  private let file: String
  private let entity: String

  /// A reader of the rows of an entity's file; nil if it stands for none. Throws what reading the log does.
  init?(_ entity: PackageEntity, of package: Package, _ rows: Rows) throws {
    guard let partition = entity.partition as? Partition, let entry = package.container.entry(named: entity.file) else {
      return nil
    }
    if rows == .replaced, partition.log == nil { return nil }
    file = entity.file
    self.entity = entity.name
    let fates = rows == .raw ? nil : try partition.log?.fates(of: package)[partition.place]
    let (container, path, found) = (package.container, package.path, found)
    let read: @Sendable (_ give: (consuming RecordBatch) -> Bool) throws -> Void = { give in
      var scratch = OutputBuffer(capacity: 256)
      try PartitionReader.split(entry, of: container, partition, found) { batch in
        found.rows.withLock { $0 += batch.count }
        var batch = batch
        if rows != .apart { fates?.keep(rows, of: &batch) }
        if batch.count == 0 { return true }
        if rows != .raw {
          do throws(NumberWithoutSymbol) {
            try partition.forms.apply(to: &batch, &scratch)
          } catch {
            throw PackageError.description(
              DescriptionFault(.withoutSymbols(error.attribute), in: entry.name, entity: entity.name), package: path)
          }
        }
        guard rows == .apart, let fates else { return give(batch) }
        var replaced = batch
        fates.keep(.replaced, of: &replaced)
        if replaced.count > 0, !give(replaced) { return false }
        fates.keep(.records, of: &batch)
        return batch.count == 0 || give(batch)
      }
    }
    batches =
      PartitionReader.littleSizes.contains(entry.size)
      ? Stage(little: read) : Stage(name: "partition", capacity: 3, isLarge: \.isLarge, read)
  }

  /// The next batch; nil at the end.
  func next() throws -> RecordBatch? { try batches.next() }

  /// How many rows have been read, of whatever kind.
  var rowsRead: Int { found.rows.withLock { $0 } }

  /// What there is to say of the file, complete at the end.
  var remarks: [Finding] {
    guard found.headerDiffers.withLock({ $0 }) else { return [] }
    return [Finding(noted: .descriptionAndDataDiffer, file: file, entity: entity, name: file)]
  }

  /// Hands out a partition's rows as they are written, until `give` is false.
  private static func split(
    _ entry: EntryInfo, of container: Container, _ partition: Partition, _ found: Found,
    _ give: (consuming RecordBatch) throws -> Bool
  ) throws {
    let layout = partition.layout
    let width = partition.attributes.count
    let head = try FileHead(entry, of: container, limit: 4)
    // A mark says more of the bytes than a description.
    let encoding = head.markSize > 0 ? head.encoding : layout.encoding
    let mostRecords = max(1, min(RecordBatch.mostRecords, RecordBatch.mostFields / max(width, 1)))
    var parser = CSVParser(
      dialect: layout.dialect, width: width, line: 1, mostRecords: mostRecords, shortest: partition.shortest,
      firstNumber: layout.hasHeader ? 0 : 1)
    var isAtHeader = layout.hasHeader
    try ByteFeed.text(entry, of: container, encoding: encoding, mark: head.markSize) { piece in
      var batch = parser.parse(
        piece.bytes, start: piece.start, invalid: piece.invalid, mayHaveNoncharacters: piece.hasNoncharacters,
        isLast: piece.isLast)
      while true {
        let hasMore = parser.hasMore
        if isAtHeader, batch.count > 0 {
          isAtHeader = false
          let names = (0..<batch.width).map { batch.text(0, $0) }
          let isWhole = batch.issues.first?.index != 0
          if !isWhole || !partition.agrees(with: names) { found.headerDiffers.withLock { $0 = true } }
          batch.removeFirst()
        }
        if batch.count > 0, try !give(batch) { return false }
        if !hasMore { return true }
        batch = parser.parse([], invalid: [], mayHaveNoncharacters: false, isLast: piece.isLast)
      }
    }
  }
}

extension RecordBatch {
  /// Removes the first record.
  fileprivate mutating func removeFirst() {
    fields.removeFirst(width)
    lines.removeFirst()
    firstNumber += 1
    issues = issues.compactMap { $0.index == 0 ? nil : RecordIssue(index: $0.index - 1, $0.issue) }
  }
}
