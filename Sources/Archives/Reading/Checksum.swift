internal import CISAL
internal import CZlib

/// The CRC-32 of zip archives.
public enum Checksum {
  /// The checksum of bytes, or of those that have the checksum `start` and these behind them.
  public static func of(_ bytes: [UInt8], following start: UInt32 = 0) -> UInt32 { of(bytes[...], following: start) }

  /// The checksum of bytes, or of those that have the checksum `start` and these behind them.
  public static func of(_ bytes: ArraySlice<UInt8>, following start: UInt32 = 0) -> UInt32 {
    // The storage is valid for its count within the closure; the library only reads it.
    unsafe bytes.withUnsafeBufferPointer { part in
      unsafe crc32_gzip_refl(start, part.baseAddress, UInt64(part.count))
    }
  }

  /// The checksum of bytes that follow others, from both checksums and the length of the second.
  static func combined(_ first: UInt32, _ second: UInt32, length: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_combine(UInt(first), UInt(second), Int(length)))
  }
}
