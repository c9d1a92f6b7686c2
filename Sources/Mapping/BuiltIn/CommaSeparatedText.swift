/// A small CSV text as rows of cells, for tables that people edit: countries, codes, value maps.
package struct CommaSeparatedText {
  /// A row and the line that it begins on.
  package struct Row: Equatable {
    package var line: Int
    package var cells: [String]
  }

  /// The rows without the empty ones, the heading included.
  package private(set) var rows: [Row] = []

  /// Reads commas, quotes and doubled quotes as RFC 4180 says; a quote that never closes ends with the text.
  package init(_ text: String) {
    let bytes = Array(text.utf8)
    var cells: [String] = []
    var (line, firstLine) = (1, 1)
    var start = 0
    while true {
      var end = start
      let cell =
        start < bytes.count && bytes[start] == UInt8(ascii: "\"")
        ? CommaSeparatedText.quoted(bytes, &end, &line) : CommaSeparatedText.plain(bytes, &end)
      cells.append(cell)
      if end < bytes.count, bytes[end] == UInt8(ascii: ",") {
        start = end + 1
        continue
      }
      if cells != [""] { rows.append(Row(line: firstLine, cells: cells)) }
      guard end < bytes.count else { return }
      cells.removeAll(keepingCapacity: true)
      start = CommaSeparatedText.lineEnd(bytes, end)
      line += 1
      firstLine = line
    }
  }

  /// The place behind a line end.
  private static func lineEnd(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[place] == 0x0D && place + 1 < bytes.count && bytes[place + 1] == 0x0A ? place + 2 : place + 1
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// A cell up to the comma or line end behind it.
  private static func plain(_ bytes: [UInt8], _ end: inout Int) -> String {
    let start = end
    while end < bytes.count, bytes[end] != UInt8(ascii: ","), !isLineEnd(bytes[end]) { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// A cell that begins with a quote; what stands behind the closing one belongs to it.
  private static func quoted(_ bytes: [UInt8], _ end: inout Int, _ line: inout Int) -> String {
    var cell: [UInt8] = []
    end += 1
    while end < bytes.count {
      let byte = bytes[end]
      end += 1
      if byte == UInt8(ascii: "\"") {
        guard end < bytes.count, bytes[end] == byte else { break }
        end += 1
      } else if byte == 0x0A || byte == 0x0D && (end == bytes.count || bytes[end] != 0x0A) {
        line += 1
      }
      cell.append(byte)
    }
    return String(decoding: cell, as: UTF8.self) + plain(bytes, &end)
  }
}
