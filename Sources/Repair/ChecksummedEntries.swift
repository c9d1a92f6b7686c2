import Archives

/// What was given to an output's entries, in their order.
final class ChecksummedEntries {
  /// An entry by its name, its bytes and their CRC-32.
  struct Entry {
    var name: String
    var size: UInt64 = 0
    var checksum: UInt32 = 0

    init(name: String) { self.name = name }

    /// The entry of a container, read from its first byte to its last. Throws `ArchiveError`.
    init(_ entry: EntryInfo, of container: Container) throws {
      name = entry.name
      try TextPassage.forEachPiece(of: entry, in: container) { add($0) }
    }

    mutating func add(_ bytes: [UInt8]) {
      size += UInt64(bytes.count)
      checksum = Checksum.of(bytes, following: checksum)
    }
  }

  private(set) var all: [Entry] = []

  func begin(_ name: String) { all.append(Entry(name: name)) }
  func add(_ bytes: [UInt8]) { all[all.count - 1].add(bytes) }
}

/// Entries on their way to an output, whose bytes are measured.
struct ChecksummingOutput<Output: EntryOutput>: EntryOutput {
  let output: Output
  let entries: ChecksummedEntries

  func begin(_ name: String) throws {
    entries.begin(name)
    try output.begin(name)
  }

  func write(_ bytes: [UInt8]) throws {
    entries.add(bytes)
    try output.write(bytes)
  }

  func end() throws { try output.end() }
}
