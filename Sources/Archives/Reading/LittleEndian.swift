/// Numbers as zip archives write them: lowest byte first (APPNOTE.TXT, 4.1.6).
extension [UInt8] {
  func uint16(at place: Int) -> Int {
    Int(self[place]) | Int(self[place + 1]) << 8
  }

  func uint32(at place: Int) -> UInt32 {
    UInt32(uint16(at: place)) | UInt32(uint16(at: place + 2)) << 16
  }

  func uint64(at place: Int) -> UInt64 {
    UInt64(uint32(at: place)) | UInt64(uint32(at: place + 4)) << 32
  }

  mutating func append(uint16 value: Int) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func append(uint32 value: UInt32) {
    append(uint16: Int(value & 0xFFFF))
    append(uint16: Int(value >> 16))
  }

  mutating func append(uint64 value: UInt64) {
    append(uint32: UInt32(truncatingIfNeeded: value))
    append(uint32: UInt32(truncatingIfNeeded: value >> 32))
  }
}
