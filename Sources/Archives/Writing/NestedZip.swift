/// A zip that becomes an entry of another one, such as a workbook in a package. Its packed bytes wait in a scratch file: what
/// comes before them says how many they are. Like an archive's, its bytes depend only on names, contents, level and time. One
/// thread at a time.
public final class NestedZip {
  private let file: ScratchFile
  private let level: Int
  private let time: DosTime
  private let pool: DeflatePool
  private var entries: [LocalHeader] = []
  private var current: (header: LocalHeader, feed: DeflateFeed)?

  init(file: ScratchFile, level: Int, time: DosTime, pool: DeflatePool) {
    self.file = file
    self.level = level
    self.time = time
    self.pool = pool
  }

  /// Begins an entry, whose name no other one has.
  public func begin(_ name: String) {
    precondition(current == nil, "the entry before has not ended")
    current = (
      LocalHeader(name: Array(name.utf8), time: time), DeflateFeed(level: level, pool: pool, to: file)
    )
  }

  /// Adds plain bytes to the entry. Waits while the threads are behind. Errors: `writeFailed`, perhaps of bytes written
  /// before.
  public func write(_ chunk: ArraySlice<UInt8>) throws(ArchiveError) {
    guard current != nil else { preconditionFailure("no entry has begun") }
    try current?.feed.write(chunk)
  }

  /// Plain bytes of the current entry so far.
  public var plainBytes: UInt64 { current?.feed.plainBytes ?? 0 }

  /// Ends the entry. Errors: `writeFailed`.
  public func end() throws(ArchiveError) {
    guard var entry = current else { preconditionFailure("no entry has begun") }
    current = nil
    let totals = try entry.feed.finish(endsStream: true)
    entry.header.crc = totals.crc
    entry.header.size = totals.plain
    entry.header.packedSize = totals.packed
    entries.append(entry.header)
  }

  /// Writes the whole zip into the entry that a writer has begun. Errors: `writeFailed`, `readFailed`.
  public func pour(into zip: ZipWriter) throws(ArchiveError) {
    precondition(current == nil, "the last entry has not ended")
    var list = ZipList()
    var position: UInt64 = 0
    file.rewind()
    for header in entries {
      list.append(header, at: position)
      let bytes = header.bytes
      try zip.write(bytes)
      position += UInt64(bytes.count) + header.packedSize
      try file.pour(header.packedSize, into: { (bytes) throws(ArchiveError) in try zip.write(bytes) })
    }
    try zip.write(list.bytes)
    try zip.write(list.end(at: position))
  }
}

extension ZipWriter {
  /// A zip to be written into an entry of this one, with its level, time and threads.
  public func nested(in file: ScratchFile) -> NestedZip { NestedZip(file: file, level: level, time: time, pool: pool) }
}
