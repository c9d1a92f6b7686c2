/// The list of entries at the end of a zip archive (APPNOTE.TXT, 4.3.12 to 4.3.16).
struct ZipList {
  private(set) var bytes: [UInt8] = []
  private var count: UInt64 = 0

  mutating func append(_ header: LocalHeader, at position: UInt64) {
    var wide: [UInt8] = []
    if header.needsZip64 {
      wide.append(uint64: header.size)
      wide.append(uint64: header.packedSize)
    }
    if position >= 0xFFFF_FFFF { wide.append(uint64: position) }
    bytes.append(uint32: 0x0201_4B50)
    // Made by version 2.0 (4.5 with zip64) on no particular system: 0, as .NET and DOS say.
    let version = wide.isEmpty ? header.version : 45
    bytes.append(uint16: version)
    let shared = header.shared(extraSize: wide.isEmpty ? 0 : wide.count + 4)
    bytes.append(uint16: version)
    bytes += shared.dropFirst(2)
    bytes.append(uint16: 0)  // comment
    bytes.append(uint16: 0)  // disk
    bytes.append(uint16: 0)  // internal attributes
    bytes.append(uint32: 0)  // external attributes
    bytes.append(uint32: UInt32(min(position, 0xFFFF_FFFF)))
    bytes += header.name
    if !wide.isEmpty {
      bytes.append(uint16: 1)
      bytes.append(uint16: wide.count)
      bytes += wide
    }
    count += 1
  }

  /// What follows the list when it stands at `start`.
  func end(at start: UInt64) -> [UInt8] {
    let size = UInt64(bytes.count)
    var end: [UInt8] = []
    if count >= 0xFFFF || size >= 0xFFFF_FFFF || start >= 0xFFFF_FFFF {
      end.append(uint32: 0x0606_4B50)
      end.append(uint64: 44)
      end.append(uint16: 45)
      end.append(uint16: 45)
      end.append(uint32: 0)
      end.append(uint32: 0)
      end.append(uint64: count)
      end.append(uint64: count)
      end.append(uint64: size)
      end.append(uint64: start)
      end.append(uint32: 0x0706_4B50)
      end.append(uint32: 0)
      end.append(uint64: start + size)
      end.append(uint32: 1)
    }
    end.append(uint32: 0x0605_4B50)
    end.append(uint16: 0)
    end.append(uint16: 0)
    end.append(uint16: Int(min(count, 0xFFFF)))
    end.append(uint16: Int(min(count, 0xFFFF)))
    end.append(uint32: UInt32(min(size, 0xFFFF_FFFF)))
    end.append(uint32: UInt32(min(start, 0xFFFF_FFFF)))
    end.append(uint16: 0)
    return end
  }
}
