import Archives
import Records

/// Keys with their rows in a file without a name, in so many parts; each part is read back in the order it was written.
///
/// A part is kept as pieces of the one file, so that parts cost a buffer each and no descriptor.
final class RowSpool {
  private static let pieceSize = 64 << 10

  private let makeFile: () throws -> ScratchFile
  private var file: ScratchFile?
  private var buffers: [OutputBuffer]
  private var pieces: [[(position: UInt64, count: Int)]]
  /// How many rows were added.
  private(set) var count = 0

  /// A spool of so many parts; the file is made when the first piece is full.
  init(parts: Int = 1, makeFile: @escaping () throws -> ScratchFile) {
    self.makeFile = makeFile
    buffers = Array(repeating: OutputBuffer(capacity: 256), count: parts)
    pieces = Array(repeating: [], count: parts)
  }

  /// Adds a row with its key to a part.
  func add(_ key: borrowing OutputBuffer, _ row: borrowing OutputBuffer, to part: Int = 0) throws {
    count += 1
    RowSpool.append(key.count, to: &buffers[part])
    RowSpool.append(row.count, to: &buffers[part])
    buffers[part].append(key, 0..<key.count)
    buffers[part].append(row, 0..<row.count)
    if buffers[part].count >= RowSpool.pieceSize { try flush(part) }
  }

  private static func append(_ number: Int, to buffer: inout OutputBuffer) {
    for shift in stride(from: 0, to: 32, by: 8) { buffer.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  private func flush(_ part: Int) throws {
    let file = try file ?? makeFile()
    self.file = file
    pieces[part].append((file.size, buffers[part].count))
    try file.write(buffers[part].take())
  }

  /// Hands out the rows of a part with their keys. Their buffers change from one to the next.
  func forEach(
    in part: Int = 0, _ body: (_ key: borrowing OutputBuffer, _ row: borrowing OutputBuffer) throws -> Void
  ) throws {
    var cursor = RowCursor(self, part: part)
    try cursor.advance()
    while !cursor.isAtEnd {
      try body(cursor.key, cursor.row)
      try cursor.advance()
    }
  }

  /// The bytes of a piece of a part, the last of which is still in memory; nil behind it.
  fileprivate func piece(_ number: Int, of part: Int) throws -> [UInt8]? {
    guard number < pieces[part].count else { return number == pieces[part].count ? buffers[part].copy() : nil }
    let (position, count) = pieces[part][number]
    var bytes = [UInt8](repeating: 0, count: count)
    var offset = 0
    while let file, offset < count {
      let read = try file.read(into: &bytes, at: offset, count: count - offset, position: position + UInt64(offset))
      guard read > 0 else { throw ArchiveError.readFailed(path: file.folder, errno: 0) }
      offset += read
    }
    return bytes
  }
}

/// Goes through the rows of a part of a spool, one after another.
struct RowCursor {
  private let spool: RowSpool
  private let part: Int
  private var piece = 0
  private var bytes: [UInt8] = []
  private var index = 0
  /// The key of the row at hand.
  private(set) var key = OutputBuffer(capacity: 256)
  /// The row at hand.
  private(set) var row = OutputBuffer(capacity: 1024)
  /// Whether there are no more rows.
  private(set) var isAtEnd = false

  /// Stands before the first row.
  init(_ spool: RowSpool, part: Int = 0) {
    self.spool = spool
    self.part = part
  }

  /// Goes to the next row.
  mutating func advance() throws {
    while index == bytes.count {
      guard let next = try spool.piece(piece, of: part) else {
        isAtEnd = true
        return
      }
      (bytes, index) = (next, 0)
      piece += 1
    }
    let keySize = number(at: index)
    let rowSize = number(at: index + 4)
    index += 8
    let bytes = self.bytes
    key.truncate(to: 0)
    key.append(bytes.span.extracting(index..<index + keySize))
    row.truncate(to: 0)
    row.append(bytes.span.extracting(index + keySize..<index + keySize + rowSize))
    index += keySize + rowSize
  }

  private func number(at place: Int) -> Int {
    Int(bytes[place]) | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]) << 16 | Int(bytes[place + 3]) << 24
  }
}
