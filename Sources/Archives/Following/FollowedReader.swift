internal import Glibc

/// The plain bytes of an entry that is being written, read from the file and not from what the writer has in memory.
final class FollowedReader {
  private let entry: FollowedEntry
  private let source: ByteSource
  private let inflater: IntelligentStorageInflater
  /// Packed bytes, of which the last `left` are not inflated yet.
  private var packed = [UInt8](repeating: 0, count: 128 << 10)
  private var filled = 0
  private var left = 0
  private var mayHoldBack = false
  private var packedBytes: UInt64 = 0
  /// The packed bytes that were read where they were first written, and their checksum.
  private var unmoved: (bytes: UInt64, crc: UInt32) = (0, 0)
  private var size: UInt64 = 0
  private var crc: UInt32 = 0
  private var hasEnded = false

  /// Errors: those of opening a file.
  init(_ entry: FollowedEntry) throws(ArchiveError) {
    self.entry = entry
    source = try ByteSource(path: entry.place, followLinks: false)
    do throws(SystemError) {
      inflater = try IntelligentStorageInflater()
    } catch {
      throw .readFailed(path: entry.path, errno: error.number)
    }
  }

  /// Fills `buffer[offset...]` with up to `count` bytes, waiting for the writer; 0 at the end, when sizes and checksum agree
  /// with the header in the file. Errors: `sizesDisagree`, `readFailed`, also if the entry is lost.
  func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws(ArchiveError) -> Int {
    if count == 0 || hasEnded { return 0 }
    while true {
      if inflater.isAtEnd {
        try compare()
        hasEnded = true
        return 0
      }
      if left == 0, !mayHoldBack { try fill() }
      guard let step = inflater.inflate(packed, filled - left..<filled, into: &buffer, at: offset, count: count) else {
        throw damage
      }
      left = step.left
      mayHoldBack = step.made == count
      if step.made > 0 {
        crc = Checksum.of(buffer[offset..<offset + step.made], following: crc)
        size += UInt64(step.made)
        return step.made
      }
      guard left == 0 || inflater.isAtEnd else { throw damage }
    }
  }

  /// Reads the next packed bytes.
  private func fill() throws(ArchiveError) {
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
      (filled, left) = (read, read)
      return
    }
  }

  /// Compares what was read with the header that stands in the file, and what was moved with what was read.
  private func compare() throws(ArchiveError) {
    let extent = entry.wait(for: .max)
    guard extent.progress == .whole else { throw lost }
    guard left + inflater.bytesHeld == 0, extent.packed == packedBytes else { throw damage }
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
