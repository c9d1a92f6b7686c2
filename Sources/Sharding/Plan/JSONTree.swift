import Records

/// A small document of JSON as a tree: plans and receipts. They may be a stranger's, so that they are read strictly and at most
/// 16 levels deep.
indirect enum JSONTree: Equatable {
  case null
  case bool(Bool)
  case int(Int)
  /// A number that is no whole one of 64 bits.
  case number
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  private static let deepest = 16

  /// The value of the bytes. Throws `JSONFault`.
  init(_ bytes: [UInt8]) throws {
    var reader = try JSONReader(bytes, deepest: JSONTree.deepest)
    self = try JSONTree(&reader)
    try reader.finish()
  }

  private init(_ reader: inout JSONReader) throws {
    switch try reader.kind() {
    case .object:
      var members: [String: JSONTree] = [:]
      try reader.forEachMember { members[$1] = try JSONTree(&$0) }
      self = .object(members)
    case .array:
      var elements: [JSONTree] = []
      try reader.forEachElement { elements.append(try JSONTree(&$0)) }
      self = .array(elements)
    case .string: self = .string(try reader.text())
    case .number: self = Int(try reader.number()).map(JSONTree.int) ?? .number
    case .boolean: self = .bool(try reader.boolean())
    case .null:
      _ = try reader.isNull()
      self = .null
    }
  }

  subscript(_ name: String) -> JSONTree? { if case .object(let members) = self { members[name] } else { nil } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var int: Int? { if case .int(let number) = self { number } else { nil } }
  var bool: Bool? { if case .bool(let isSo) = self { isSo } else { nil } }
  var array: [JSONTree]? { if case .array(let items) = self { items } else { nil } }
  var strings: [String]? { all(\.string) }
  var ints: [Int]? { all(\.int) }

  /// The elements of an array, if all of them are of one kind.
  private func all<Element>(_ kind: (JSONTree) -> Element?) -> [Element]? {
    guard let array else { return nil }
    let elements = array.compactMap(kind)
    return elements.count == array.count ? elements : nil
  }
}

extension JSONValue {
  /// A list of texts.
  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.text)) }

  /// A list of numbers.
  static func numbers(_ numbers: [Int]) -> JSONValue { .array(numbers.map(JSONValue.number)) }

  /// A value that may be missing.
  static func optional(_ number: Int?) -> JSONValue { number.map(JSONValue.number) ?? .null }
  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }
  static func optional(_ isSo: Bool?) -> JSONValue { isSo.map(JSONValue.truth) ?? .null }
}
