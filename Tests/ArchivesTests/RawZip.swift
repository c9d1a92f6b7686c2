@testable import Archives

/// A zip written field by field, so that every field can lie.
struct RawZip {
  struct Entry {
    var name: [UInt8]
    var data: [UInt8] = []
    var method = 8
    /// The bytes in the file, instead of the deflated or plain data.
    var packed: [UInt8]?
    var flags = 0
    var crc: UInt32?
    var size: UInt32?
    var packedSize: UInt32?
    var localName: [UInt8]?
    var localSize: UInt32?
    /// Unix mode in the external attributes.
    var mode: UInt32 = 0o100644
    var offset: UInt32?
    var descriptor = false
    var zip64 = false
    var extra: [UInt8] = []

    init(_ name: String, _ text: String = "", method: Int = 8) {
      self.init(Array(name.utf8), text, method: method)
    }

    init(_ name: [UInt8], _ text: String = "", method: Int = 8) {
      self.name = name
      data = Array(text.utf8)
      self.method = method
    }

    func with(_ change: (inout Entry) -> Void) -> Entry {
      var copy = self
      change(&copy)
      return copy
    }
  }

  var entries: [Entry]
  var prefix: [UInt8] = []
  /// Offsets count the prefix.
  var countsPrefix = true
  var comment: [UInt8] = []
  var count: Int?
  var zip64End = false

  init(_ entries: [Entry]) { self.entries = entries }

  static func deflated(_ data: [UInt8], level: Int = 6) -> [UInt8] {
    var piece = DeflatePiece()
    piece.plain = data
    piece.isLast = true
    piece.level = level
    deflate(&piece)
    return Array(piece.packed[..<piece.packedCount])
  }

  private static func deflate(_ piece: inout DeflatePiece) {
    var deflaters: [Int: any PieceDeflater] = [:]
    let failure = DeflateQueue.deflate(&piece, &deflaters)
    precondition(failure == nil, "no memory")
  }

  /// `times` MiB of zero bytes, as a deflate stream.
  static func flood(times: Int) -> (packed: [UInt8], crc: UInt32) {
    var piece = DeflatePiece()
    piece.plain = [UInt8](repeating: 0, count: 1 << 20)
    piece.level = 9
    deflate(&piece)
    let step = Array(piece.packed[..<piece.packedCount])
    var packed: [UInt8] = []
    var crc: UInt32 = 0
    for _ in 0..<times {
      packed += step
      crc = Checksum.combined(crc, piece.crc, length: 1 << 20)
    }
    return (packed + [3, 0], crc)
  }

  var bytes: [UInt8] {
    var out = prefix
    var list: [UInt8] = []
    for entry in entries {
      let packed = entry.packed ?? (entry.method == 8 ? Self.deflated(entry.data) : entry.data)
      let crc = entry.crc ?? Checksum.of(entry.data)
      let size = entry.size ?? UInt32(entry.data.count)
      let packedSize = entry.packedSize ?? UInt32(packed.count)
      let flags = entry.flags | (entry.descriptor ? 8 : 0)
      let position = UInt32(out.count - (countsPrefix ? 0 : prefix.count))
      let later = entry.descriptor
      let local = entry.localName ?? entry.name
      var extra: [UInt8] = []
      if entry.zip64 {
        extra.append(uint16: 1)
        extra.append(uint16: 16)
        extra.append(uint64: UInt64(later ? 0 : entry.localSize ?? size))
        extra.append(uint64: UInt64(later ? 0 : packedSize))
      }
      extra += entry.extra
      out.append(uint32: 0x0403_4B50)
      for number in [20, flags, entry.method, 12 << 11, 44 << 9 | 6 << 5 | 1] { out.append(uint16: number) }
      out.append(uint32: later ? 0 : crc)
      out.append(uint32: entry.zip64 ? .max : later ? 0 : packedSize)
      out.append(uint32: entry.zip64 ? .max : later ? 0 : entry.localSize ?? size)
      out.append(uint16: local.count)
      out.append(uint16: extra.count)
      out += local + extra + packed
      if later {
        out.append(uint32: 0x0807_4B50)
        out.append(uint32: crc)
        if entry.zip64 {
          out.append(uint64: UInt64(packedSize))
          out.append(uint64: UInt64(size))
        } else {
          out.append(uint32: packedSize)
          out.append(uint32: size)
        }
      }
      extra = []
      if entry.zip64 {
        extra.append(uint16: 1)
        extra.append(uint16: 24)
        extra.append(uint64: UInt64(size))
        extra.append(uint64: UInt64(packedSize))
        extra.append(uint64: UInt64(entry.offset ?? position))
      }
      extra += entry.extra
      list.append(uint32: 0x0201_4B50)
      for number in [3 << 8 | 20, 20, flags, entry.method, 12 << 11, 44 << 9 | 6 << 5 | 1] {
        list.append(uint16: number)
      }
      list.append(uint32: crc)
      list.append(uint32: entry.zip64 ? .max : packedSize)
      list.append(uint32: entry.zip64 ? .max : size)
      for number in [entry.name.count, extra.count, 0, 0, 0] { list.append(uint16: number) }
      list.append(uint32: entry.mode << 16)
      list.append(uint32: entry.zip64 ? .max : entry.offset ?? position)
      list += entry.name + extra
    }
    return out + list + end(at: out.count - (countsPrefix ? 0 : prefix.count), size: list.count) + comment
  }

  private func end(at start: Int, size: Int) -> [UInt8] {
    var end: [UInt8] = []
    let count = count ?? entries.count
    if zip64End {
      end.append(uint32: 0x0606_4B50)
      end.append(uint64: 44)
      end += [45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      for number in [count, count, size, start] { end.append(uint64: UInt64(number)) }
      end.append(uint32: 0x0706_4B50)
      end.append(uint32: 0)
      end.append(uint64: UInt64(start + size))
      end.append(uint32: 1)
    }
    end.append(uint32: 0x0605_4B50)
    for number in [0, 0, zip64End ? 0xFFFF : count, zip64End ? 0xFFFF : count] { end.append(uint16: number) }
    end.append(uint32: zip64End ? .max : UInt32(size))
    end.append(uint32: zip64End ? .max : UInt32(start))
    end.append(uint16: comment.count)
    return end
  }
}
