import Findings
import Records

/// A finding as lists have it: a row of cells.
package enum FindingRow {
  /// What the cells are called.
  package static let columns = [
    "severity", "code", "package", "file", "entity", "record", "line", "field", "key", "message",
    "value", "company",
  ]

  /// The most UTF-16 code units of a value that are listed.
  static let longestValue = 80

  /// The cells of a finding's row, in the order of the columns.
  static func cells(_ finding: Finding, message: String, showsValue: Bool) -> [String] {
    var cells: [String] = []
    cells.reserveCapacity(columns.count)
    forEachCell(finding, message: message, showsValue: showsValue) { cells.append($0) }
    return cells
  }

  /// Hands out the cells of a finding's row one after the other.
  @inline(__always)
  static func forEachCell(_ finding: Finding, message: String, showsValue: Bool, _ body: (String) -> Void) {
    body(finding.severity.rawValue)
    body(finding.code.rawValue)
    body(finding.place.package)
    body(finding.place.file)
    body(finding.place.entity.rawValue)
    body(finding.place.record?.description ?? "")
    body(finding.place.line > 0 ? String(finding.place.line) : "")
    body(finding.field)
    body(finding.place.key)
    body(message)
    body(showsValue ? shown(finding.value) : "")
    body(finding.place.company)
  }

  /// A value as it is listed: its beginning, never half a character.
  static func shown(_ value: String) -> String {
    guard value.utf8.count > longestValue, value.utf16.count > longestValue else { return value }
    return String(
      decoding: value.utf8.prefix(UTF8Text.prefix(value.utf8Span.span, utf16Length: longestValue)), as: UTF8.self)
  }
}

extension Finding {
  /// A value as a finding has it: no more of it than is listed.
  static func value(_ text: Span<UInt8>) -> String {
    KeyText.string(text.extracting(0..<UTF8Text.prefix(text, utf16Length: FindingRow.longestValue)))
  }
}
