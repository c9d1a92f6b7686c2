/// A value of JSON that is written: two blanks of indentation, members in their order, letters beyond ASCII as they are.
public indirect enum JSONValue: Sendable {
  case object([(name: String, value: JSONValue)])
  case array([JSONValue])
  case text(String)
  case number(Int)
  case truth(Bool)
  case null

  /// The document of the value, with a line end behind it.
  public var document: [UInt8] {
    var text: [UInt8] = []
    append(to: &text, depth: 0)
    text.append(0x0A)
    return text
  }

  private func append(to text: inout [UInt8], depth: Int) {
    switch self {
    case .object(let members):
      JSONValue.append(members, "{", "}", to: &text, depth: depth) { member, text in
        JSONValue.append(member.name, to: &text)
        text += ": ".utf8
        member.value.append(to: &text, depth: depth + 1)
      }
    case .array(let elements):
      JSONValue.append(elements, "[", "]", to: &text, depth: depth) { $0.append(to: &$1, depth: depth + 1) }
    case .text(let value): JSONValue.append(value, to: &text)
    case .number(let value): text += String(value).utf8
    case .truth(let value): text += (value ? "true" : "false").utf8
    case .null: text += "null".utf8
    }
  }

  private static func append<Part>(
    _ parts: [Part], _ open: String, _ close: String, to text: inout [UInt8], depth: Int,
    _ body: (Part, inout [UInt8]) -> Void
  ) {
    text += open.utf8
    for (place, part) in parts.enumerated() {
      text += (place > 0 ? ",\n" : "\n").utf8
      text += String(repeating: "  ", count: depth + 1).utf8
      body(part, &text)
    }
    if !parts.isEmpty {
      text.append(0x0A)
      text += String(repeating: "  ", count: depth).utf8
    }
    text += close.utf8
  }

  private static func append(_ value: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0x0A: text += "\\n".utf8
      case 0x0D: text += "\\r".utf8
      case 0x09: text += "\\t".utf8
      case 0x08: text += "\\b".utf8
      case 0x0C: text += "\\f".utf8
      case 0..<0x20: text += "\\u00\(byte < 0x10 ? "0" : "1")\(String(byte & 0xF, radix: 16))".utf8
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
