/// A value of JSON that is written by hand, where there may be too many to have them encoded all at once.
enum JSONText {
  case string(String)
  case number(Int)
  /// A number with three decimals, in thousandths.
  case thousandths(Int)
  case flag(Bool)
  case null
  case array([JSONText])
  /// Members in the order in which they are written.
  case object([Member])

  /// A name and its value.
  struct Member {
    var name: String
    var value: JSONText

    init(_ name: String, _ value: JSONText) {
      self.name = name
      self.value = value
    }
  }

  /// Appends the value as `JSONEncoder` prints it, from a line that begins with so many blanks.
  func write(indent: Int, to text: inout String) {
    switch self {
    case .string(let string): JSONText.quote(string, to: &text)
    case .number(let number): text += "\(number)"
    case .thousandths(let number): text += JSONText.decimal(number)
    case .flag(let flag): text += flag ? "true" : "false"
    case .null: text += "null"
    case .array(let values) where values.isEmpty: text += "[]"
    case .object(let members) where members.isEmpty: text += "{}"
    case .array(let values): JSONText.list(values.map { Member("", $0) }, "[", "]", indent, &text)
    case .object(let members): JSONText.list(members, "{", "}", indent, &text)
    }
  }

  /// A number of thousandths that is not negative, with three decimals.
  static func decimal(_ thousandths: Int) -> String {
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// The text in quotes, as JSON and YAML read it.
  static func quoted(_ string: String) -> String {
    var text = ""
    quote(string, to: &text)
    return text
  }

  private static func list(
    _ members: [Member], _ open: String, _ close: String, _ indent: Int, _ text: inout String
  ) {
    let blanks = String(repeating: " ", count: indent + 2)
    text += open
    for (number, member) in members.enumerated() {
      text += number == 0 ? "\n" : ",\n"
      text += blanks
      if !member.name.isEmpty {
        quote(member.name, to: &text)
        text += " : "
      }
      member.value.write(indent: indent + 2, to: &text)
    }
    text += "\n" + String(repeating: " ", count: indent) + close
  }

  private static func quote(_ string: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      return text += string
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

/// A JSON document with one long array, which is written in pieces and never in memory as a whole.
struct JSONStream {
  /// What stands in the document where the array's elements will.
  static let place = ["p2c: elements"]

  private static let pieceSize = 64 << 10

  private let after: String
  private let indent: Int
  private var text: String
  private var isEmpty = true

  /// The document, one of whose arrays is `place`.
  init(_ document: some Encodable) throws {
    let text = try document.indentedJSON() + "\n"
    let mark = "\"\(JSONStream.place[0])\""
    guard let found = text.firstRange(of: mark),
      let open = text[..<found.lowerBound].lastIndex(of: "["), let close = text[found.upperBound...].firstIndex(of: "]")
    else { preconditionFailure("the document has no place for elements") }
    self.text = String(text[...open])
    after = String(text[close...])
    indent = text[..<found.lowerBound].reversed().prefix { $0 == " " }.count
  }

  /// Adds an element of the array.
  mutating func add(_ element: JSONText, to write: (String) throws -> Void) throws {
    text += (isEmpty ? "\n" : ",\n") + String(repeating: " ", count: indent)
    isEmpty = false
    element.write(indent: indent, to: &text)
    guard text.utf8.count > JSONStream.pieceSize else { return }
    try write(text)
    text.removeAll(keepingCapacity: true)
  }

  /// Writes the rest of the document.
  mutating func end(to write: (String) throws -> Void) throws {
    if !isEmpty { text += "\n" + String(repeating: " ", count: max(0, indent - 2)) }
    try write(text + after)
    text = ""
  }
}
