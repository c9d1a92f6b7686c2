// Hot path (`add`): no allocation per row while there is memory.

import Archives
import Records

/// Rows of two exports of one side in any order: those that both have cancel each other out, what is left is reported.
final class RowBalance {
  private static let headSize = 5

  private let rows: SortedRows
  private var text = OutputBuffer(capacity: 1024)
  /// How many rows each export has.
  private(set) var count = (old: 0, new: 0)

  /// No rows yet; those that do not fit in memory go to files that the function makes.
  init(memory: Int = 32 << 20, makeFile: @escaping @Sendable () throws -> ScratchFile) {
    rows = SortedRows(memory: memory, makeFile: makeFile)
  }

  /// Adds a row of the old or the new export. Rows are equal if their keys are. Those of the old export come first.
  func add(_ key: borrowing OutputBuffer, _ row: Span<UInt8>, isOld: Bool) throws {
    if isOld { count.old += 1 } else { count.new += 1 }
    text.truncate(to: 0)
    text.append(isOld ? 0 : 1)
    for shift in stride(from: 0, to: 32, by: 8) { text.append(UInt8(truncatingIfNeeded: key.count >> shift)) }
    text.append(key, 0..<key.count)
    text.append(row)
    try rows.add(key, text)
  }

  /// Gives the body each key's first row, by key, and how often the old and the new export have it.
  func forEach(_ body: (_ row: Span<UInt8>, _ old: Int, _ new: Int) throws -> Void) throws {
    var key = OutputBuffer(capacity: 256)
    var row = OutputBuffer(capacity: 1024)
    var (old, new) = (0, 0)
    try rows.forEach { text in
      var size = 0
      for place in 0..<4 { size |= Int(text[1 + place]) << (8 * place) }
      let end = RowBalance.headSize + size
      if old + new == 0 || !key.span.equals(text.extracting(RowBalance.headSize..<end)) {
        if old + new > 0 { try body(row.span, old, new) }
        (old, new) = (0, 0)
        key.truncate(to: 0)
        key.append(text.extracting(RowBalance.headSize..<end))
        row.truncate(to: 0)
        row.append(text.extracting(end..<text.count))
      }
      if text[0] == 0 { old += 1 } else { new += 1 }
    }
    if old + new > 0 { try body(row.span, old, new) }
  }
}
