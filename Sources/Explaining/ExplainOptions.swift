public import Conversion
import Records

/// What is to be explained.
public struct ExplainOptions: Sendable {
  /// The conversion whose records are asked for.
  public var conversion: ConversionOptions
  /// The key, number or id that is asked for; nil if a record is.
  public var key: String?
  /// The number of the record that is asked for, as findings count it.
  public var record: Int?
  /// The entity whose records are asked for, by name or label; nil for all.
  public var entity: String?
  /// How many records are explained at most.
  public var limit = 100

  /// The SHA-256 that packages must have, by the argument of each, and the report that says so; nothing of a run that is new.
  public var expected: (digests: [String: String], report: String) = ([:], "")

  /// Nothing is asked yet of a conversion.
  public init(_ conversion: ConversionOptions) { self.conversion = conversion }
}

/// The question in the form in which keys are compared.
struct ExplainQuery {
  /// The key in its comparable form.
  let key: [UInt8]
  /// Whether the key asked for has several parts.
  let isWhole: Bool
  let id: GUID?
  let record: Int?
  private let entity: [UInt8]?

  init(_ options: ExplainOptions) {
    key = options.key.map(KeyText.bytes) ?? []
    isWhole = options.key?.contains("|") ?? true
    let text = options.key?.trimmingBraces ?? ""
    id = GUID(text)
    record = options.record
    entity = options.entity.map(KeyText.bytes)
  }

  /// Whether records of an entity are asked for, by its name or label.
  func asks(for name: String, label: String) -> Bool {
    guard let entity else { return true }
    return KeyText.bytes(name) == entity || KeyText.bytes(label) == entity
  }

  /// Whether a record is asked for by its key as it is shown, or by one of its ids. `text` may hold anything.
  func matches(shown: Span<UInt8>, ids: (GUID?, GUID?), _ text: inout OutputBuffer) -> Bool {
    if let id, ids.0 == id || ids.1 == id { return true }
    guard record == nil, !key.isEmpty else { return false }
    if equals(shown, &text) { return true }
    if isWhole { return false }
    for place in 0..<shown.count where shown[place] == UInt8(ascii: "|") {
      return equals(shown.extracting(0..<place), &text)
    }
    return false
  }

  private func equals(_ shown: Span<UInt8>, _ text: inout OutputBuffer) -> Bool {
    // Most keys differ in ASCII, where the comparable form is the lower case.
    for index in 0..<min(shown.count, key.count) {
      if shown[index] >= 0x80 || key[index] >= 0x80 { break }
      if KeyText.lower(shown[index]) != key[index] { return false }
    }
    text.truncate(to: 0)
    KeyText.append(shown, to: &text)
    guard text.count == key.count else { return false }
    for index in key.indices where text.span[index] != key[index] { return false }
    return true
  }
}

extension String {
  /// The text without blanks around it, and without braces as ids have them.
  fileprivate var trimmingBraces: String {
    let text = trimmed(\.isWhitespace)
    return text.hasPrefix("{") && text.hasSuffix("}") ? String(text.dropFirst().dropLast()) : text
  }

  private func trimmed(_ isLeftOut: (Character) -> Bool) -> String {
    var text = Substring(self)
    while let first = text.first, isLeftOut(first) { text.removeFirst() }
    while let last = text.last, isLeftOut(last) { text.removeLast() }
    return String(text)
  }
}
