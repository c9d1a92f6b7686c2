internal import CZlib

/// One entry as a zip archive's list says of it (APPNOTE.TXT, 4.3.12).
struct ZipEntry: Sendable {
  var name: String
  var rawName: [UInt8]
  var isFolder: Bool
  var flags: Int
  var method: Int
  var crc: UInt32
  var size: UInt64
  var packedSize: UInt64
  /// Place of its own header in the file, a prefix counted.
  var header: UInt64
  /// Place of its packed bytes; known when the header was read.
  var data: UInt64 = 0
  /// When it was last changed, as seconds since 1970; nil if the archive does not say.
  var stamp: Int64?

  var isDeflated: Bool { method == 8 }

  static let fixedSize = 46

  /// Reads the entry at `place` of the list and moves on to the next. Errors: `truncated`, `unsafeEntryName`,
  /// `encryptedEntry`, `notAFile`, `unsupportedMethod`, `sizesDisagree`, `growsTooMuch`.
  init(_ list: [UInt8], at place: inout Int, prefix: UInt64, path: String, limits: ReadLimits) throws(ArchiveError) {
    guard list.count - place >= Self.fixedSize, list.uint32(at: place) == 0x0201_4B50 else {
      throw .truncated(path: path)
    }
    let nameEnd = place + Self.fixedSize + list.uint16(at: place + 28)
    let extraEnd = nameEnd + list.uint16(at: place + 30)
    let end = extraEnd + list.uint16(at: place + 32)
    guard end <= list.count else { throw .truncated(path: path) }

    flags = list.uint16(at: place + 8)
    method = list.uint16(at: place + 10)
    crc = list.uint32(at: place + 16)
    rawName = Array(list[place + Self.fixedSize..<nameEnd])
    stamp = DosTime(time: list.uint16(at: place + 12), date: list.uint16(at: place + 14)).stamp
    let extra = ExtraFields(list[nameEnd..<extraEnd])
    let spoken = EntryName.decode(rawName, saysUTF8: flags & 0x800 != 0)
    guard let spoken, let plain = EntryName(spoken) else {
      throw .unsafeEntryName(entry: spoken ?? NameText.shown(rawName), path: path)
    }
    name = plain.text
    isFolder = plain.isFolder
    if let unicode = extra.unicodeName(for: rawName) {
      guard let text = String(validating: unicode, as: UTF8.self), let other = EntryName(text) else {
        throw .unsafeEntryName(entry: NameText.shown(unicode), path: path)
      }
      name = other.text
    }
    // Bit 0: a password; bit 6: strong encryption; bit 13: masked headers; method 99: AES.
    guard flags & 0x2041 == 0, method != 99 else { throw .encryptedEntry(entry: name, path: path) }

    var sizes = [24, 20, 42].map { UInt64(list.uint32(at: place + $0)) }
    guard extra.fillIn(&sizes) else { throw .sizesDisagree(entry: name, path: path) }
    size = sizes[0]
    packedSize = sizes[1]
    let shifted = sizes[2].addingReportingOverflow(prefix)
    guard !shifted.overflow else { throw .sizesDisagree(entry: name, path: path) }
    header = shifted.partialValue

    let attributes = list.uint32(at: place + 38)
    let madeOnUnix = [3, 19].contains(list.uint16(at: place + 4) >> 8)
    switch madeOnUnix ? Int(attributes >> 16) & 0o170000 : 0 {
    case 0, 0o100000: break
    case 0o040000: isFolder = true
    default: throw .notAFile(entry: name, path: path)
    }
    if isFolder, size != 0 { throw .notAFile(entry: name, path: path) }
    guard method == 0 || method == 8 else { throw .unsupportedMethod(entry: name, path: path, method: method) }
    if method == 0, size != packedSize { throw .sizesDisagree(entry: name, path: path) }
    if limits.isBomb(unpacked: size, packed: packedSize) { throw .growsTooMuch(entry: name, path: path) }
    place = end
  }
}

/// The extra fields of an entry: pairs of a number and bytes (APPNOTE.TXT, 4.5).
struct ExtraFields {
  private var fields: [Int: [UInt8]] = [:]

  init(_ bytes: ArraySlice<UInt8>) {
    var rest = Array(bytes)[...]
    while rest.count >= 4 {
      let head = Array(rest.prefix(4))
      let size = head.uint16(at: 2)
      rest = rest.dropFirst(4)
      guard size <= rest.count else { return }
      if fields[head.uint16(at: 0)] == nil { fields[head.uint16(at: 0)] = Array(rest.prefix(size)) }
      rest = rest.dropFirst(size)
    }
  }

  /// Numbers that are all ones stand in the zip64 field (4.5.3), in their order. False if they do not.
  func fillIn(_ numbers: inout [UInt64]) -> Bool {
    guard let field = fields[1] else { return true }
    var place = 0
    for index in numbers.indices where numbers[index] == 0xFFFF_FFFF {
      guard place + 8 <= field.count else { return false }
      numbers[index] = field.uint64(at: place)
      place += 8
    }
    return true
  }

  /// The name of Info-ZIP's Unicode path field (4.6.9), which holds only as long as the plain name is unchanged.
  func unicodeName(for rawName: [UInt8]) -> [UInt8]? {
    guard let field = fields[0x7075], field.count > 5, field[0] == 1 else { return nil }
    return field.uint32(at: 1) == Checksum.of(rawName) ? Array(field.dropFirst(5)) : nil
  }
}
