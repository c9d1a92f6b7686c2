/// Text in lists that people open with a spreadsheet program.
package enum SpreadsheetText {
  /// A cell that no spreadsheet takes for a formula.
  package static func harmless(_ cell: String) -> String {
    guard let first = cell.utf8.first, isHarmful(first) else { return cell }
    return "'" + cell
  }

  /// The bytes of the apostrophe that `harmless` has put before a cell; 0 if there is none.
  package static func apostrophe(_ cell: Span<UInt8>) -> Int {
    cell.count > 1 && cell[0] == UInt8(ascii: "'") && isHarmful(cell[1]) ? 1 : 0
  }

  /// Whether a cell that begins with the byte is taken for a formula.
  static func isHarmful(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
    default: false
    }
  }
}
