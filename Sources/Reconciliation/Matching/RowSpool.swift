import Archives
import Records

/// Keys with their rows in a file without a name, in so many parts; each part is read back in the order it was written.
///
/// A part is kept as pieces of the one file, so that parts cost a buffer each and no descriptor. Several spools may write
/// to one file, each on its own thread.
final class RowSpool {
  private static let pieceSize = 64 << 10
  private static let longSize = 4 * pieceSize

  private let makeFile: @Sendable () throws -> ScratchFile
  private var file: ScratchFile?
  private var buffers: [OutputBuffer]
  private var pieces: [[(position: UInt64, count: Int)]]

  /// A spool of so many parts; the file is made when the first piece is full.
  init(parts: Int = 1, makeFile: @escaping @Sendable () throws -> ScratchFile) {
    self.makeFile = makeFile
    buffers = Array(repeating: OutputBuffer(capacity: 256), count: parts)
    pieces = Array(repeating: [], count: parts)
  }

  /// Adds a row with its key to a part.
  func add(_ key: Span<UInt8>, _ row: Span<UInt8>, to part: Int = 0) throws {
    buffers[part].append(row: row, key: key)
    if buffers[part].count >= RowSpool.pieceSize { try flush(part) }
  }

  /// Adds a row with its key to the first part.
  func add(_ key: borrowing OutputBuffer, _ row: Span<UInt8>) throws { try add(key.span, row) }

  /// Adds the rows of a buffer to the first part.
  func add(_ rows: Span<UInt8>) throws {
    if rows.count <= RowSpool.pieceSize {
      buffers[0].append(rows)
      if buffers[0].count >= RowSpool.pieceSize { try flush(0) }
      return
    }
    try PackedRow.forEach(in: rows) { try add($0, $1) }
  }

  private func flush(_ part: Int) throws {
    let file = try file ?? makeFile()
    self.file = file
    let bytes = buffers[part].take()
    // Room for a row of megabytes is not kept for each part.
    if bytes.count > RowSpool.longSize { buffers[part] = .none }
    pieces[part].append((try file.append(bytes[...]), bytes.count))
  }

  /// Hands out the rows of a part with their keys.
  func forEach(in part: Int = 0, _ body: (_ key: Span<UInt8>, _ row: Span<UInt8>) throws -> Void) throws {
    for number in 0...pieces[part].count {
      guard let bytes = try piece(number, of: part) else { return }
      try PackedRow.forEach(in: bytes.span, body)
    }
  }

  /// The bytes of a piece of a part, the last of which is still in memory; nil behind it.
  func piece(_ number: Int, of part: Int = 0) throws -> [UInt8]? {
    guard number < pieces[part].count, let file else {
      return number == pieces[part].count ? buffers[part].copy() : nil
    }
    let (position, count) = pieces[part][number]
    return try file.bytes(count, at: position)
  }
}
