/// A large deflated entry that ISA-L unpacks, in a third of the time that zlib takes in libarchive.
final class DeflatedEntry: EntryUnpacker {
  private let source: ByteSource
  private var plain: InflatedBytes
  private var position: UInt64
  private var remaining: UInt64
  private let damage: ArchiveError

  /// Errors: `readFailed`.
  init(_ entry: ZipEntry, in source: ByteSource) throws(ArchiveError) {
    self.source = source
    position = entry.data
    remaining = entry.packedSize
    damage = .sizesDisagree(entry: entry.name, path: source.path)
    plain = try InflatedBytes(path: source.path)
  }

  func unpack(into buffer: inout [UInt8], at offset: Int, count: Int) throws(ArchiveError) -> Int {
    let read = try plain.read(into: &buffer, at: offset, count: count, damage: damage) { packed throws(ArchiveError) in
      let read = try source.read(
        into: &packed, at: 0, count: Int(min(remaining, UInt64(packed.count))), position: position)
      position += UInt64(read)
      remaining -= UInt64(read)
      return read
    }
    // Nothing may stand behind the stream: packed bytes that nobody has read.
    guard read > 0 || remaining == 0 && plain.bytesBehind == 0 else { throw damage }
    return read
  }
}
