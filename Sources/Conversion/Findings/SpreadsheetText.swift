/// Text in lists that people open with a spreadsheet program.
package enum SpreadsheetText {
  /// A cell that no spreadsheet takes for a formula.
  package static func harmless(_ cell: String) -> String {
    guard let first = cell.utf8.first, isHarmful(first) else { return cell }
    return "'" + cell
  }

  /// Whether a cell that begins with the byte is taken for a formula.
  static func isHarmful(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
    default: false
    }
  }
}
