import Foundation

/// The form in which values are compared with what they might mean: words in lower case without accents.
package enum NormalForm {
  /// What letters become that no accent makes of others.
  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "ø": "o", "þ": "th", "ð": "d", "đ": "d", "ł": "l", "œ": "oe", "ı": "i",
  ]

  /// The words of a text, in their order.
  package static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars {
      if scalar.properties.canonicalCombiningClass != .notReordered { continue }
      if let other = letters[scalar] {
        word.append(contentsOf: other.unicodeScalars)
      } else if isWordCharacter(scalar) {
        word.append(scalar)
      } else if !word.isEmpty {
        words.append(String(word))
        word = String.UnicodeScalarView()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  /// The words with a blank between.
  package static func spaced(_ text: String) -> String { words(text).joined(separator: " ") }

  /// The words with nothing between.
  package static func joined(_ text: String) -> String { words(text).joined() }

  /// The different words, sorted, with a blank between (OpenRefine's fingerprint).
  package static func fingerprint(_ text: String) -> String { Set(words(text)).sorted().joined(separator: " ") }
}
