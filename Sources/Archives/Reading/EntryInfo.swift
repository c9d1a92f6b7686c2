/// One file in a container.
public struct EntryInfo: Sendable, Equatable {
  /// Its name as a relative path with `/` between components.
  public let name: String
  /// Unpacked bytes.
  public let size: UInt64
  /// Bytes in the archive; the same as `size` outside of one.
  public let packedSize: UInt64
  /// Its place among the container's entries, from 0.
  public let index: Int
  /// Seconds since 1970; of a zip entry its DOS time, taken as UTC.
  public let modified: Int64
}
