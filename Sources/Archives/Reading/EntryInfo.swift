/// One file in a container.
public struct EntryInfo: Sendable, Equatable {
  /// Its name as a relative path with `/` between components.
  public let name: String
  /// Unpacked bytes.
  public let size: UInt64
  /// Bytes in the archive; the same as `size` outside of one.
  let packedSize: UInt64
  /// Its place among the container's entries, from 0.
  public let index: Int
  /// Seconds since 1970: the DOS time of a zip entry, taken as UTC. Nil outside of archives, where only the disk has a time,
  /// and for the beginning of 1980 and times that no calendar has, with which zips say that they have none.
  public let stamp: Int64?
}
