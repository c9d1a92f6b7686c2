/// The header before an entry's data (APPNOTE.TXT, 4.3.7), as small as the format allows: version 2.0, no flag but that
/// of a UTF-8 name, no extra field but zip64's where a size needs it.
struct LocalHeader {
  var name: [UInt8]
  var method = 8
  var time = DosTime(seconds: 0)
  var crc: UInt32 = 0
  var size: UInt64 = 0
  var packedSize: UInt64 = 0

  /// Bytes of the zip64 field, which stands after the name.
  static let zip64Size = 20

  var needsZip64: Bool { max(size, packedSize) >= 0xFFFF_FFFF }
  var version: Int { needsZip64 ? 45 : 20 }
  /// Bit 11: the name is UTF-8.
  var flags: Int { name.allSatisfy { $0 < 0x80 } ? 0 : 0x800 }
  /// Bytes up to and with the name.
  var plainSize: Int { 30 + name.count }

  /// What is the same in this header and in the list: version, flags, method, time, checksum, sizes, lengths.
  func shared(extraSize: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(uint16: version)
    bytes.append(uint16: flags)
    bytes.append(uint16: method)
    bytes.append(uint16: time.time)
    bytes.append(uint16: time.date)
    bytes.append(uint32: crc)
    bytes.append(uint32: needsZip64 ? 0xFFFF_FFFF : UInt32(packedSize))
    bytes.append(uint32: needsZip64 ? 0xFFFF_FFFF : UInt32(size))
    bytes.append(uint16: name.count)
    bytes.append(uint16: extraSize)
    return bytes
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(uint32: 0x0403_4B50)
    bytes += shared(extraSize: needsZip64 ? Self.zip64Size : 0)
    bytes += name
    if needsZip64 {
      bytes.append(uint16: 1)
      bytes.append(uint16: 16)
      bytes.append(uint64: size)
      bytes.append(uint64: packedSize)
    }
    return bytes
  }
}
