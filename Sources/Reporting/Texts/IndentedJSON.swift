import Foundation

extension Encodable {
  /// The value as JSON for programs: indented, members in alphabetical order, without a line end behind it.
  func indentedJSON() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
