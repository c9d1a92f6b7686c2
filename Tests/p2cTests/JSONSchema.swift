import Foundation

/// A value of JSON.
enum JSONValue: Decodable, Equatable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Reads a document.
  init(_ text: String) throws { self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) }

  /// A member of an object; nil if there is none.
  subscript(_ name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// What JSON Schema calls its type.
  fileprivate var type: String {
    switch self {
    case .null: "null"
    case .flag: "boolean"
    case .number(let number): number == number.rounded() ? "integer" : "number"
    case .text: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

/// A JSON Schema of draft 2020-12, as far as those of the tool go: `$ref` to `$defs`, `type`, `const`, `enum`, `required`,
/// `properties`, `additionalProperties` and `items`. A member that the schema does not describe is a fault, so that the schemas
/// are complete; programs must bear with such members.
struct JSONSchema {
  private static let known: Set<String> = [
    "$schema", "$id", "$defs", "$ref", "title", "description", "type", "const", "enum", "required", "properties",
    "additionalProperties", "items",
  ]

  private let root: JSONValue

  init(_ text: String) throws { root = try JSONValue(text) }

  /// What of a value contradicts the schema, each with its place.
  func faults(_ value: JSONValue) -> [String] { faults(value, root, at: "$") }

  /// All properties, each with its place and its description.
  var properties: [(place: String, description: String?)] { Self.properties(of: root, at: "$") }

  private static func properties(of schema: JSONValue, at place: String) -> [(place: String, description: String?)] {
    guard case .object(let rules) = schema else { return [] }
    var found: [(place: String, description: String?)] = []
    if case .object(let members)? = rules["properties"] {
      for (name, member) in members {
        if case .text(let text)? = member["description"] {
          found.append(("\(place).\(name)", text))
        } else {
          found.append(("\(place).\(name)", nil))
        }
        found += properties(of: member, at: "\(place).\(name)")
      }
    }
    if case .object(let definitions)? = rules["$defs"] {
      for (name, definition) in definitions { found += properties(of: definition, at: "\(place)#\(name)") }
    }
    for name in ["items", "additionalProperties"] {
      if let rule = rules[name] { found += properties(of: rule, at: "\(place)[]") }
    }
    return found
  }

  private func faults(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    guard case .object(let rules) = schema else { return ["\(place): the schema is no object"] }
    var faults = Set(rules.keys).subtracting(Self.known).sorted().map { "\(place): \($0) is not known" }
    if case .text(let reference)? = rules["$ref"] {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let definition = root["$defs"]?[name] else { return ["\(place): there is no \(reference)"] }
      faults += self.faults(value, definition, at: place)
    }
    if let type = rules["type"], !Self.allows(type, value) { faults.append("\(place): \(value.type) is not \(type)") }
    if let constant = rules["const"], constant != value { faults.append("\(place): is not \(constant)") }
    if case .array(let values)? = rules["enum"], !values.contains(value) { faults.append("\(place): \(value)") }
    if case .array(let elements) = value, let items = rules["items"] {
      for (index, element) in elements.enumerated() {
        faults += self.faults(element, items, at: "\(place)[\(index)]")
      }
    }
    if case .object(let members) = value, rules["properties"] != nil || rules["additionalProperties"] != nil {
      faults += self.faults(members, rules, at: place)
    }
    return faults
  }

  private func faults(
    _ members: [String: JSONValue], _ rules: [String: JSONValue], at place: String
  ) -> [String] {
    var faults: [String] = []
    if case .array(let names)? = rules["required"] {
      for case .text(let name) in names where members[name] == nil { faults.append("\(place): lacks \(name)") }
    }
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      guard let schema = rules["properties"]?[name] ?? rules["additionalProperties"] else {
        faults.append("\(place).\(name): is not described")
        continue
      }
      faults += self.faults(member, schema, at: "\(place).\(name)")
    }
    return faults
  }

  private static func allows(_ type: JSONValue, _ value: JSONValue) -> Bool {
    switch type {
    case .text(let name): name == value.type || name == "number" && value.type == "integer"
    case .array(let names): names.contains { allows($0, value) }
    default: false
    }
  }
}
