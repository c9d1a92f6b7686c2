// Hot path: no allocation per record, unless a number in a key is not written in its shortest form.

import Mapping
import Records

/// The keys by which records of both sides find each other: parts trimmed and in lower case, divided by a zero byte, and
/// numbers by value, since one side writes `1` where the other one writes `1.000000`; ids in their one form.
struct MatchKey {
  /// The second part of the key of the line that carries a document's freight tax, which has no number of its own.
  static let freightTax: [UInt8] = Array("freight-tax".utf8)

  /// For each part whether it is a number.
  let areNumbers: [Bool]
  /// For each part whether it is an id that may be written in several ways.
  let areIDs: [Bool]

  /// Keys of parts of the given types.
  init(_ types: [AttributeType]) {
    areNumbers = types.map(\.isNumber)
    areIDs = types.map { $0 == .guid }
  }

  /// Replaces the buffer's bytes by the key of a record whose comparable key a task has read, `prefix` before it.
  func load(_ comparable: borrowing OutputBuffer, behind prefix: [UInt8], to key: inout OutputBuffer) {
    key.truncate(to: 0)
    key.append(prefix)
    let bytes = comparable.span
    var start = 0
    for part in areNumbers.indices {
      var end = start
      while end < bytes.count, bytes[end] != 0 { end += 1 }
      if part > 0 { key.append(0) }
      append(bytes.extracting(start..<end), of: part, to: &key)
      start = min(end + 1, bytes.count)
    }
  }

  /// Appends a part.
  func append(_ text: Span<UInt8>, of part: Int, to key: inout OutputBuffer) {
    if areIDs[part], let id = GUID(text) { return id.append(to: &key) }
    guard areNumbers[part], !MatchKey.isShortest(text), let number = ExactDecimal(text) else {
      return KeyText.append(text, to: &key)
    }
    number.append(to: &key)
  }

  /// Digits that do not begin with a zero.
  private static func isShortest(_ text: Span<UInt8>) -> Bool {
    guard text.count > 0, text[0] != 0x30 else { return false }
    for index in 0..<text.count {
      guard case 0x30...0x39 = text[index] else { return false }
    }
    return true
  }

  /// Whether a key has no part with any text.
  static func isEmpty(_ key: borrowing OutputBuffer) -> Bool {
    let bytes = key.span
    for index in 0..<bytes.count where bytes[index] != 0 { return false }
    return true
  }
}
