import Foundation

/// Listings as JSON: indented, members in alphabetical order, one line feed at the end.
enum ListingJSON {
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
