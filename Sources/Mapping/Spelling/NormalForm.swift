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

  /// Appends the words of a text with a blank between; false, and nothing is certain, if it is not ASCII.
  package static func appendSpaced(ascii text: Span<UInt8>, to scalars: inout [Unicode.Scalar]) -> Bool {
    var isBetween = false
    for place in 0..<text.count {
      let byte = text[place]
      if byte >= 0x80 { return false }
      let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
      guard lower >= 0x61 && lower <= 0x7A || lower >= 0x30 && lower <= 0x39 else {
        isBetween = true
        continue
      }
      if isBetween, !scalars.isEmpty { scalars.append(" ") }
      isBetween = false
      scalars.append(Unicode.Scalar(lower))
    }
    return true
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
