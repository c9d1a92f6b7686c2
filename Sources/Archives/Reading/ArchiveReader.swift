/// One zip entry unpacked, and what comes out compared with what the list of entries says.
final class ArchiveReader {
  private let unpacker: any EntryUnpacker
  private let size: UInt64
  private let packedSize: UInt64
  private let limits: ReadLimits
  private let damage: ArchiveError
  private let bomb: ArchiveError
  private let checksum: UInt32
  private var done: UInt64 = 0
  private var sum: UInt32 = 0

  /// Errors: `sizesDisagree`, `readFailed`.
  init(_ entry: ZipEntry, in source: ByteSource, limits: ReadLimits) throws(ArchiveError) {
    size = entry.size
    packedSize = entry.packedSize
    checksum = entry.crc
    self.limits = limits
    damage = .sizesDisagree(entry: entry.name, path: source.path)
    bomb = .growsTooMuch(entry: entry.name, path: source.path)
    unpacker =
      entry.isDeflated && entry.packedSize >= limits.quickInflating
      ? try DeflatedEntry(entry, in: source) : try LibraryEntry(entry, in: source)
  }

  /// Fills `buffer[offset...]` with up to `count` bytes; 0 at the end, when size and checksum have been found to agree.
  /// Errors: `sizesDisagree`, `growsTooMuch`, `readFailed`.
  func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws(ArchiveError) -> Int {
    precondition(offset >= 0 && count >= 0 && offset + count <= buffer.count)
    if count == 0 { return 0 }
    let read = try unpacker.unpack(into: &buffer, at: offset, count: count)
    done += UInt64(read)
    if limits.isBomb(unpacked: done, packed: packedSize) { throw bomb }
    guard done <= size, read > 0 || done == size else { throw damage }
    if read > 0 {
      sum = Checksum.of(buffer[offset..<offset + read], following: sum)
    } else if sum != checksum {
      throw damage
    }
    return read
  }
}

/// What makes plain bytes of an entry's packed ones.
protocol EntryUnpacker: AnyObject {
  /// Fills `buffer[offset...]` with up to `count` bytes, a range of it; 0 at the end of the packed bytes, of which none may
  /// be left. Errors: `sizesDisagree`, `readFailed`.
  func unpack(into buffer: inout [UInt8], at offset: Int, count: Int) throws(ArchiveError) -> Int
}
