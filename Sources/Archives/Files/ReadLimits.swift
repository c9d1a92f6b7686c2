/// What an archive may ask of the machine before it is refused.
public struct ReadLimits: Sendable {
  /// Unpacked bytes of an entry up to which it may grow by any factor.
  public var freeGrowth: UInt64
  /// The factor by which a larger entry may grow.
  public var growthFactor: UInt64
  /// Unpacked bytes of everything that is opened under one path: of an archive all entries, with those of the archives in
  /// it; of a folder those of all archives in it.
  public var unpackedBytes: UInt64
  /// Entries of an archive or folder.
  public var entries: Int
  /// Bytes of an archive's list of entries.
  var directoryBytes: Int
  /// Packed bytes from which on a deflated entry is inflated by the library that is quick at it, and not by libarchive.
  public var quickInflating: UInt64 = 1 << 20
  /// Threads that parse one XML file at the same time.
  public var parsers = 1

  /// Limits of one's own.
  public init(
    freeGrowth: UInt64, growthFactor: UInt64, unpackedBytes: UInt64, entries: Int, directoryBytes: Int
  ) {
    self.freeGrowth = freeGrowth
    self.growthFactor = growthFactor
    self.unpackedBytes = unpackedBytes
    self.entries = entries
    self.directoryBytes = directoryBytes
  }

  /// 64 MiB, 200 times (CONVERSION.md, "Finding codes"), 64 GiB in all, half a million entries in 64 MiB.
  public static let standard = ReadLimits(
    freeGrowth: 64 << 20, growthFactor: 200, unpackedBytes: 64 << 30, entries: 500_000, directoryBytes: 64 << 20)

  /// For what this very run has written: it may grow as it likes.
  public static let ownOutput = ReadLimits(
    freeGrowth: .max, growthFactor: 200, unpackedBytes: .max, entries: 500_000, directoryBytes: 64 << 20)

  /// Unpacking this much from that much is what no export does.
  func isBomb(unpacked: UInt64, packed: UInt64) -> Bool {
    unpacked > freeGrowth && (unpacked - 1) / growthFactor >= packed
  }
}
