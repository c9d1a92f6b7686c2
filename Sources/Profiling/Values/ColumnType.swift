// Hot path (`takes`): no allocation for values that are not symbols.

import Mapping
import Records

/// What the schema says of a column, as far as a profile compares values with it.
struct ColumnType {
  /// What values must look like.
  enum Form { case any, decimal, whole, date, guid, boolean, symbol }

  let form: Form
  /// Whether values may be numbers, and dates, that another culture wrote.
  let mayBeNumber: Bool
  let mayBeDate: Bool
  private var symbols = KeyIndex()

  /// The type of a column; of one that no schema knows, nothing is known.
  init(_ attribute: Attribute?) {
    guard let attribute else {
      (form, mayBeNumber, mayBeDate) = (.any, true, true)
      return
    }
    switch attribute.type {
    case .decimal, .money, .double: form = .decimal
    case .int, .int64, .picklist, .state, .status: form = .whole
    case .date, .datetime: form = .date
    case .guid: form = .guid
    case .bool, .noyes: form = .boolean
    case .enumeration: form = attribute.symbols.isEmpty ? .any : .symbol
    default: form = .any
    }
    (mayBeNumber, mayBeDate) = (attribute.type.isNumber, attribute.type.isTemporal)
    for symbol in attribute.symbols {
      var text = OutputBuffer(capacity: 64)
      let bytes = Array(symbol.utf8)
      KeyText.appendLowercased(bytes.span, to: &text)
      _ = symbols.insert(text, value: 0)
    }
  }

  /// Whether the schema's type takes a value of the kind.
  func takes(_ text: Span<UInt8>, _ kind: ValueKind, _ buffer: inout OutputBuffer) -> Bool {
    switch form {
    case .any: return true
    case .decimal: return NumberParts(text) != nil
    case .whole:
      guard let number = NumberParts(text), !number.whole.isEmpty else { return false }
      if number.hasPoint, number.decimals.isEmpty { return false }
      for index in number.decimals where text[index] != 0x30 { return false }
      return true
    case .date: return kind == .date || kind == .datetime
    case .guid: return kind == .guid
    case .boolean: return kind == .boolean
    case .symbol:
      buffer.truncate(to: 0)
      KeyText.appendLowercased(text, to: &buffer)
      return symbols.find(buffer.span) != nil
    }
  }
}
