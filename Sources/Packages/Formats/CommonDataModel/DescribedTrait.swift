import Records

/// A trait as documents apply it: a name, alone or with arguments.
struct DescribedTrait {
  /// The value of an argument, as far as anybody reads it.
  enum Value {
    case text(String)
    /// The rows of a list of constant values.
    case rows([[String]])
  }

  var name = ""
  /// The arguments by name; one without a name by its place, `#0` for the first.
  var arguments: [String: Value] = [:]

  /// The text of an argument.
  func text(_ argument: String) -> String? {
    if case .text(let text) = arguments[argument] { text } else { nil }
  }

  /// Reads a list of traits; `null` is an empty one.
  static func list(_ reader: inout JSONReader) throws -> [DescribedTrait] {
    var traits: [DescribedTrait] = []
    if try reader.isNull() { return [] }
    try reader.forEachElement { reader in
      var trait = DescribedTrait()
      if try reader.kind() == .string {
        trait.name = try reader.text()
      } else {
        try reader.forEachMember { reader, name in
          switch name {
          case "traitReference": if try reader.kind() == .string { trait.name = try reader.text() }
          case "arguments": try trait.readArguments(&reader)
          default: break
          }
        }
      }
      traits.append(trait)
    }
    return traits
  }

  private mutating func readArguments(_ reader: inout JSONReader) throws {
    if try reader.isNull() { return }
    var place = 0
    var found: [String: Value] = [:]
    try reader.forEachElement { reader in
      var name = "#\(place)"
      var value: Value?
      if try reader.kind() == .object {
        try reader.forEachMember { reader, member in
          switch member {
          case "name": name = try reader.text()
          case "value": value = try DescribedTrait.value(&reader)
          default: break
          }
        }
      } else {
        value = try DescribedTrait.value(&reader)
      }
      if let value { found[name] = value }
      place += 1
    }
    arguments = found
  }

  /// A value: a word, or the rows of a list; nil for `null` and whatever nobody reads.
  static func value(_ reader: inout JSONReader) throws -> Value? {
    switch try reader.kind() {
    case .object:
      var rows: [[String]]?
      try reader.forEachMember { reader, name in
        switch name {
        case "entityReference":
          if try reader.kind() == .object, case .rows(let inner) = try value(&reader) { rows = inner }
        case "constantValues": rows = try Self.rows(&reader)
        default: break
        }
      }
      return rows.map(Value.rows)
    case .array:
      try reader.skip()
      return nil
    default: return try word(&reader).map(Value.text)
    }
  }

  private static func rows(_ reader: inout JSONReader) throws -> [[String]] {
    var rows: [[String]] = []
    try reader.forEachElement { reader in
      var row: [String] = []
      try reader.forEachElement { row.append(try word(&$0) ?? "") }
      rows.append(row)
    }
    return rows
  }

  /// A text, a number or a truth value as text; nil for `null`.
  static func word(_ reader: inout JSONReader) throws -> String? {
    switch try reader.kind() {
    case .string: return try reader.text()
    case .number: return try reader.number()
    case .boolean: return try reader.boolean() ? "true" : "false"
    case .null:
      _ = try reader.isNull()
      return nil
    case .object, .array: throw reader.wrongForm()
    }
  }
}
