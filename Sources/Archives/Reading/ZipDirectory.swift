/// The list of entries of a zip archive, read whole and compared with the entries' own headers before anything is
/// unpacked: an archive whose two stories differ is refused, since other programs would read another one.
struct ZipDirectory: Sendable {
  /// Files only, in the order of the list.
  let entries: [ZipEntry]

  private static let headerSize = 30

  /// Errors: all of `ZipEntry`, and `duplicateEntry`, `tooManyEntries`.
  init(_ end: ZipEnd, in source: ByteSource, limits: ReadLimits) throws(ArchiveError) {
    guard end.directorySize <= UInt64(limits.directoryBytes), end.count <= UInt64(limits.entries) else {
      // A count that its list has no room for is damage, not size.
      if end.count > end.directorySize / UInt64(ZipEntry.fixedSize) { throw .truncated(path: source.path) }
      throw .tooManyEntries(path: source.path)
    }
    let list = try source.bytes(at: end.directory, count: Int(end.directorySize))
    var found: [ZipEntry] = []
    var names: Set<String> = []
    var place = 0
    while place < list.count {
      let entry = try ZipEntry(list, at: &place, prefix: end.prefix, path: source.path, limits: limits)
      guard names.insert(entry.name.lowercased()).inserted else {
        throw .duplicateEntry(entry: entry.name, path: source.path)
      }
      found.append(entry)
    }
    guard UInt64(found.count) == end.count else { throw .truncated(path: source.path) }
    for index in found.indices {
      try Self.compare(&found[index], before: end.directory, in: source)
    }
    try Self.refuseOverlaps(found, path: source.path)
    entries = found.filter { !$0.isFolder }
  }

  /// The entry's own header (APPNOTE.TXT, 4.3.7) must say the same as the list; finds where the data begins.
  private static func compare(_ entry: inout ZipEntry, before end: UInt64, in source: ByteSource) throws(ArchiveError) {
    let lie = ArchiveError.sizesDisagree(entry: entry.name, path: source.path)
    guard entry.header <= end, end - entry.header >= UInt64(headerSize + entry.rawName.count) else { throw lie }
    let header = try source.bytes(at: entry.header, count: headerSize + entry.rawName.count)
    guard header.uint32(at: 0) == 0x0403_4B50 else { throw lie }
    let flags = header.uint16(at: 6)
    guard flags & 0x2041 == 0 else { throw .encryptedEntry(entry: entry.name, path: source.path) }
    let nameSize = header.uint16(at: 26)
    let extraSize = header.uint16(at: 28)
    guard header.uint16(at: 8) == entry.method, nameSize == entry.rawName.count,
      header[headerSize...].elementsEqual(entry.rawName)
    else { throw lie }

    entry.data = entry.header + UInt64(headerSize + nameSize + extraSize)
    guard entry.data <= end, entry.packedSize <= end - entry.data else { throw lie }
    var sizes = [UInt64(header.uint32(at: 22)), UInt64(header.uint32(at: 18))]
    if sizes.contains(0xFFFF_FFFF) {
      let extra = try source.bytes(at: entry.data - UInt64(extraSize), count: extraSize)
      guard ExtraFields(extra[...]).fillIn(&sizes) else { throw lie }
    }
    let crc = header.uint32(at: 14)
    // With bit 3 the numbers follow the data, and here stand zeroes (4.4.4), or all the same the numbers.
    let areLater = flags & 8 != 0
    guard crc == entry.crc || areLater && crc == 0,
      sizes[0] == entry.size || areLater && (sizes[0] == 0 || sizes[0] == 0xFFFF_FFFF),
      sizes[1] == entry.packedSize || areLater && (sizes[1] == 0 || sizes[1] == 0xFFFF_FFFF)
    else { throw lie }
  }

  /// No byte belongs to two entries.
  private static func refuseOverlaps(_ entries: [ZipEntry], path: String) throws(ArchiveError) {
    var end: UInt64 = 0
    for entry in entries.sorted(by: { $0.header < $1.header }) {
      guard entry.header >= end else { throw .sizesDisagree(entry: entry.name, path: path) }
      end = entry.data + entry.packedSize
    }
  }
}
