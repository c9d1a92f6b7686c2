import Foundation

/// Listings as JSON: indented, members in alphabetical order, one line feed at the end.
enum ListingJSON {
  /// A list under its name, with the version of its shape.
  private struct List<Element: Encodable>: Encodable {
    private enum Key: CodingKey {
      case schemaVersion
      case list(String)

      var stringValue: String { if case .list(let name) = self { name } else { "schemaVersion" } }
      var intValue: Int? { nil }
      init?(stringValue: String) { self = .list(stringValue) }
      init?(intValue: Int) { nil }
    }

    let name: String
    let elements: [Element]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .schemaVersion)
      try container.encode(elements, forKey: .list(name))
    }
  }

  /// The JSON of a list.
  static func text(_ name: String, _ elements: [some Encodable]) -> String {
    text(List(name: name, elements: elements))
  }

  /// The JSON of a value.
  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("a listing holds nothing but texts and numbers")
    }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
