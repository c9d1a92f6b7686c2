import Archives
import Findings
import Records

/// The rows of findings that are reported later, put aside on disk once they are many: memory does not grow with what
/// is wrong.
package final class FindingSpool: FindingStore {
  private static let kept = 1 << 20

  /// Whether rows have the values that findings are about.
  private let showsValues: Bool

  private var buffer = OutputBuffer(capacity: 1 << 12)
  private var file: ScratchFile?

  /// A list without rows.
  package init(showsValues: Bool) { self.showsValues = showsValues }

  func write(_ finding: Finding, message: String) throws {
    FindingRow.forEachCell(finding, message: message, showsValue: showsValues) { cell in
      let count = cell.utf8.count
      for shift in stride(from: 0, to: 32, by: 8) { buffer.append(UInt8(truncatingIfNeeded: count >> shift)) }
      buffer.append(cell.utf8Span.span)
    }
    guard buffer.count > FindingSpool.kept else { return }
    let file = try self.file ?? ScratchFile()
    self.file = file
    try file.write(buffer.take())
  }

  func finish() {}

  func forEach(_ body: ([String]) throws -> Void) throws {
    var rows = Rows(width: FindingRow.columns.count)
    if let file {
      var piece = [UInt8](repeating: 0, count: 256 << 10)
      var place: UInt64 = 0
      while true {
        let count = try file.read(into: &piece, at: 0, count: piece.count, position: place)
        if count == 0 { break }
        place += UInt64(count)
        try rows.take(piece[..<count], body)
      }
    }
    try rows.take(buffer.copy()[...], body)
  }

  /// Puts rows together from pieces that cut them anywhere.
  private struct Rows {
    let width: Int
    private var held: [UInt8] = []
    private var cells: [String] = []

    init(width: Int) { self.width = width }

    mutating func take(_ piece: ArraySlice<UInt8>, _ body: ([String]) throws -> Void) throws {
      held += piece
      var place = 0
      while held.count - place >= 4 {
        let count = (0..<4).reduce(0) { $0 | Int(held[place + $1]) << (8 * $1) }
        guard held.count - place - 4 >= count else { break }
        cells.append(String(decoding: held[place + 4..<place + 4 + count], as: UTF8.self))
        place += 4 + count
        guard cells.count == width else { continue }
        try body(cells)
        cells.removeAll(keepingCapacity: true)
      }
      held.removeFirst(place)
    }
  }
}
