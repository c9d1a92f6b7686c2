/// Writes a zip archive whose bytes depend only on names, contents, level and the given time: entries in their order,
/// flags 0 (but for UTF-8 names), version 2.0, deflate, no comment, no extra field but zip64's where a size needs it.
///
/// The plain bytes are cut into pieces that the pool's threads deflate, and written in order. One thread at a time.
public final class ZipWriter {
  private let file: OutputFile
  let level: Int
  let time: DosTime
  let pool: DeflatePool
  private var entries: [(header: LocalHeader, position: UInt64)] = []
  private var names: Set<[UInt8]> = []
  private var current: Current?
  private let onEntry: (TailingEntry) -> Void
  /// The entry under way, as whoever follows it sees it.
  private var tailing: TailingEntry?

  private struct Current {
    var header: LocalHeader
    let position: UInt64
    var totals = DeflateTotals()
    var feed: DeflateFeed
  }

  /// A writer at level 0 to 9. All entries bear `time`, in seconds since 1970, in UTC and cut to even seconds; before 1980
  /// it is the begin of 1980. `onEntry` is shown each entry as it begins: it may be read on another thread meanwhile.
  public init(
    file: OutputFile, level: Int, time: Int64, pool: DeflatePool,
    onEntry: @escaping (TailingEntry) -> Void = { _ in }
  ) {
    self.file = file
    self.onEntry = onEntry
    self.level = level
    self.time = DosTime(seconds: time)
    self.pool = pool
  }

  /// A writer with a pool of its own.
  public convenience init(file: OutputFile, level: Int, time: Int64, jobs: Int) {
    self.init(file: file, level: level, time: time, pool: DeflatePool(jobs: jobs))
  }

  deinit { tailing?.lose() }

  /// Begins an entry. The name is one that `Container` reads back as it is: relative, with `/`, not twice. Errors:
  /// `unsafeEntryName`, `duplicateEntry`, `writeFailed`.
  public func begin(_ name: String) throws(ArchiveError) {
    precondition(current == nil, "the entry before has not ended")
    guard let safe = EntryName(name), safe.text == name else {
      throw .unsafeEntryName(entry: name, path: file.path)
    }
    let header = LocalHeader(name: Array(name.utf8), time: time)
    guard names.insert(header.name).inserted else { throw .duplicateEntry(entry: name, path: file.path) }
    let position = file.bytesWritten
    // Checksum and sizes are not known yet: `end` writes the header again over this one.
    try file.write(header.bytes)
    let entry = TailingEntry(header, at: position, path: file.path, place: file.place)
    file.inform(entry)
    tailing = entry
    current = Current(
      header: header, position: position, feed: DeflateFeed(level: level, pool: pool, to: file))
    onEntry(entry)
  }

  /// Adds plain bytes to the entry. Waits while the threads are behind. Errors: `writeFailed`, perhaps of bytes written
  /// before.
  public func write(_ chunk: [UInt8]) throws(ArchiveError) {
    try write(chunk[...])
  }

  /// Adds plain bytes to the entry. Waits while the threads are behind. Errors: `writeFailed`, perhaps of bytes written
  /// before.
  /// With an owner they are not copied now: they stay in a buffer, which nobody changes while the owner is held.
  public func write(
    _ chunk: ArraySlice<UInt8>, lentBy owner: (any AnyObject & Sendable)? = nil
  ) throws(ArchiveError) {
    guard current != nil else { preconditionFailure("no entry has begun") }
    try current?.feed.write(chunk, of: owner)
  }

  /// Plain bytes of the current entry so far.
  public var plainBytes: UInt64 { (current?.totals.plain ?? 0) + (current?.feed.plainBytes ?? 0) }

  /// Makes what the spool holds part of the entry at this place. Errors: `writeFailed`, `readFailed`.
  public func append(_ spool: DeflatedSpool) throws(ArchiveError) {
    guard var entry = current else { preconditionFailure("no entry has begun") }
    current = nil
    entry.totals.append(try entry.feed.finish(endsStream: false))
    entry.totals.append(try spool.pour(into: file))
    entry.feed = DeflateFeed(level: level, pool: pool, to: file)
    current = entry
  }

  /// Ends the entry. Errors: `writeFailed`.
  public func end() throws(ArchiveError) {
    guard var entry = current else { preconditionFailure("no entry has begun") }
    current = nil
    entry.totals.append(try entry.feed.finish(endsStream: true))
    entry.header.crc = entry.totals.crc
    entry.header.size = entry.totals.plain
    entry.header.packedSize = entry.totals.packed
    if entry.header.needsZip64 {
      // Room for sizes of 64 bits, which no entry pays for that does not need it.
      tailing?.beginMove()
      try file.insert(
        [UInt8](repeating: 0, count: LocalHeader.zip64Size),
        at: entry.position + UInt64(entry.header.plainSize))
      tailing?.endMove(by: LocalHeader.zip64Size)
    }
    try file.overwrite(entry.header.bytes, at: entry.position)
    file.inform(nil)
    tailing?.end()
    tailing = nil
    entries.append((entry.header, entry.position))
  }

  /// Writes the list of entries, which ends the archive; the file is left to its owner to close. Errors: `writeFailed`.
  public func finish() throws(ArchiveError) {
    precondition(current == nil, "the last entry has not ended")
    var list = ZipList()
    let start = file.bytesWritten
    for entry in entries { list.append(entry.header, at: entry.position) }
    try file.write(list.bytes)
    try file.write(list.end(at: start))
  }
}
