/// The end of a zip archive: where its list of entries is and how many it says there are (APPNOTE.TXT, 4.3.14 to 4.3.16).
struct ZipEnd {
  /// First byte of the list, in the file.
  let directory: UInt64
  let directorySize: UInt64
  let count: UInt64
  /// Bytes before the archive that its offsets do not count, as in some self-extracting ones.
  let prefix: UInt64

  private static let endSize = 22
  private static let locatorSize: UInt64 = 20
  private static let end64Size: UInt64 = 56

  /// Nil if the file has no such end; `truncated` if it has one that leads nowhere.
  static func find(in source: ByteSource) throws(ArchiveError) -> ZipEnd? {
    // The end is followed by a comment of at most 65,535 bytes, and nothing else.
    let tailSize = min(source.length, UInt64(endSize + 0xFFFF))
    let tail = try source.bytes(at: source.length - tailSize, count: Int(tailSize))
    var place = tail.count - endSize
    while place >= 0 {
      if tail[place] == 0x50, tail.uint32(at: place) == 0x0605_4B50,
        place + endSize + tail.uint16(at: place + 20) == tail.count
      {
        let position = source.length - tailSize + UInt64(place)
        return try ZipEnd(Array(tail[place..<place + endSize]), at: position, in: source)
      }
      place -= 1
    }
    return nil
  }

  private init(_ end: [UInt8], at position: UInt64, in source: ByteSource) throws(ArchiveError) {
    var count = UInt64(end.uint16(at: 10))
    var size = UInt64(end.uint32(at: 12))
    var offset = UInt64(end.uint32(at: 16))
    var endOfDirectory = position
    guard end.uint16(at: 4) == 0 || end.uint16(at: 4) == 0xFFFF, end.uint16(at: 6) == 0 || end.uint16(at: 6) == 0xFFFF
    else { throw .truncated(path: source.path) }
    if end.uint16(at: 8) != end.uint16(at: 10) { throw .truncated(path: source.path) }
    if count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF,
      let (large, place) = try Self.end64(before: position, in: source)
    {
      guard large.uint64(at: 24) == large.uint64(at: 32), large.uint32(at: 16) == 0, large.uint32(at: 20) == 0
      else { throw .truncated(path: source.path) }
      count = large.uint64(at: 32)
      size = large.uint64(at: 40)
      offset = large.uint64(at: 48)
      endOfDirectory = place
    }
    guard size <= endOfDirectory, offset <= endOfDirectory - size else { throw .truncated(path: source.path) }
    self.count = count
    directorySize = size
    directory = endOfDirectory - size
    prefix = directory - offset
  }

  /// The zip64 end and its place, if the locator before the plain end leads to one.
  private static func end64(before position: UInt64, in source: ByteSource) throws(ArchiveError) -> ([UInt8], UInt64)? {
    guard position >= locatorSize + end64Size else { return nil }
    let locator = try source.bytes(at: position - locatorSize, count: Int(locatorSize))
    guard locator.uint32(at: 0) == 0x0706_4B50 else { return nil }
    // Its offset does not count a prefix in some archives: then the record is where it mostly is, right before.
    for place in [locator.uint64(at: 8), position - locatorSize - end64Size]
    where place <= position - locatorSize - end64Size {
      let record = try source.bytes(at: place, count: Int(end64Size))
      if record.uint32(at: 0) == 0x0606_4B50 { return (record, place) }
    }
    throw .truncated(path: source.path)
  }
}
