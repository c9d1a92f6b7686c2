internal import Glibc

/// The plain bytes of an entry that is being written, read from the file and not from what the writer has in memory.
final class TailingReader {
  private let entry: TailingEntry
  private let source: ByteSource
  private var plain: InflatedBytes
  private var packedBytes: UInt64 = 0
  /// The packed bytes that were read where they were first written, and their checksum.
  private var unmoved: (bytes: UInt64, crc: UInt32) = (0, 0)
  private var size: UInt64 = 0
  private var crc: UInt32 = 0
  private var hasEnded = false

  /// Errors: those of opening a file.
  init(_ entry: TailingEntry) throws(ArchiveError) {
    self.entry = entry
    source = try ByteSource(path: entry.place, followLinks: false)
    plain = try InflatedBytes(path: entry.path)
  }

  /// Fills `buffer[offset...]` with up to `count` bytes, waiting for the writer; 0 at the end, when sizes and checksum agree
  /// with the header in the file. Errors: `sizesDisagree`, `readFailed`, also if the entry is lost.
  func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws(ArchiveError) -> Int {
    if count == 0 || hasEnded { return 0 }
    let read = try plain.read(into: &buffer, at: offset, count: count, damage: damage) { packed throws(ArchiveError) in
      try fill(&packed)
    }
    if read == 0 {
      try compare()
      hasEnded = true
    } else {
      crc = Checksum.of(buffer[offset..<offset + read], following: crc)
      size += UInt64(read)
    }
    return read
  }

  /// Reads the next packed bytes, and says how many.
  private func fill(_ packed: inout [UInt8]) throws(ArchiveError) -> Int {
    while true {
      let extent = entry.wait(for: packedBytes)
      if extent.progress == .lost { throw lost }
      guard extent.packed > packedBytes else { throw damage }
      let count = Int(min(UInt64(packed.count), extent.packed - packedBytes))
      let read = try source.read(into: &packed, at: 0, count: count, position: extent.start + packedBytes)
      // What was read while the entry was moved may be anything.
      guard entry.stands(at: extent.start) else { continue }
      guard read == count else { throw damage }
      packedBytes += UInt64(read)
      if extent.start == entry.position + UInt64(entry.header.plainSize) {
        unmoved = (packedBytes, Checksum.of(packed[..<read], following: unmoved.crc))
      }
      return read
    }
  }

  /// Compares what was read with the header that stands in the file, and what was moved with what was read.
  private func compare() throws(ArchiveError) {
    let extent = entry.wait(for: .max)
    guard extent.progress == .whole else { throw lost }
    guard plain.bytesBehind == 0, extent.packed == packedBytes else { throw damage }
    var header = entry.header
    (header.crc, header.size, header.packedSize) = (crc, size, packedBytes)
    let meant = header.bytes
    var found = [UInt8](repeating: 0, count: meant.count)
    let read = try source.read(into: &found, at: 0, count: found.count, position: entry.position)
    guard read == meant.count, found == meant, extent.start == entry.position + UInt64(meant.count) else {
      throw damage
    }
    if header.needsZip64 { try readMoved(from: extent.start) }
    entry.note(header)
  }

  /// Reads again what was moved after it was read.
  private func readMoved(from start: UInt64) throws(ArchiveError) {
    var (done, crc): (UInt64, UInt32) = (0, 0)
    var packed = [UInt8](repeating: 0, count: 128 << 10)
    while done < unmoved.bytes {
      let count = Int(min(UInt64(packed.count), unmoved.bytes - done))
      let read = try source.read(into: &packed, at: 0, count: count, position: start + done)
      guard read == count else { throw damage }
      crc = Checksum.of(packed[..<read], following: crc)
      done += UInt64(read)
    }
    guard crc == unmoved.crc else { throw damage }
  }

  private var damage: ArchiveError { .sizesDisagree(entry: entry.name, path: entry.path) }

  private var lost: ArchiveError { .readFailed(path: entry.path, errno: ECANCELED) }
}
