// Hot path (`code`): no allocation.

import Records

/// The alpha-2 codes of countries by what may stand for them: alpha-2 and alpha-3 codes, names in several languages, short
/// forms and old names.
public struct CountryNames: Sendable {
  /// The two letters of an alpha-2 code, in upper case.
  struct Code: Sendable, Equatable {
    /// The first letter in the upper byte.
    let letters: UInt16

    /// The code of two letters, in any case; nil for anything else.
    init?(_ text: Span<UInt8>) {
      guard text.count == 2 else { return nil }
      let (first, second) = (KeyText.lower(text[0]), KeyText.lower(text[1]))
      guard 0x61...0x7A ~= first, 0x61...0x7A ~= second else { return nil }
      letters = UInt16(first & 0xDF) << 8 | UInt16(second & 0xDF)
    }

    init(letters: UInt16) { self.letters = letters }

    /// Appends both letters.
    func append(to output: inout OutputBuffer) {
      output.append(UInt8(letters >> 8))
      output.append(UInt8(truncatingIfNeeded: letters))
    }
  }

  /// The column of `country-names.csv` that has several names, and the first of those with one.
  private static let (firstName, otherNames) = (2, 10)

  private var codes = KeyIndex()

  /// The countries of `country-names.csv` and `countries.csv`. Codes come before names.
  static func builtIn() throws(ProjectError) -> CountryNames {
    let named = CommaSeparatedText(try BuiltInFiles.text("country-names.csv")).rows.dropFirst().map(\.cells)
    let others = CommaSeparatedText(try BuiltInFiles.text("countries.csv")).rows.dropFirst().map(\.cells)
    var names = CountryNames()
    for column in 0..<firstName {
      for row in named + others { names.add(row[column], of: row[0]) }
    }
    for column in firstName..<otherNames {
      for row in named { names.add(row[column], of: row[0]) }
    }
    for row in named {
      for name in row[otherNames].split(separator: "|") { names.add(String(name), of: row[0]) }
    }
    for row in others {
      names.add(row[2], of: row[0])
      for name in row[3].split(separator: "|") { names.add(String(name), of: row[0]) }
    }
    return names
  }

  private mutating func add(_ name: String, of country: String) {
    let letters = Array(country.utf8)
    guard !name.isEmpty, let code = Code(letters.span) else { return }
    let form = NameForm.bytes(name)
    _ = codes.insert(form.span, value: UInt32(code.letters))
  }

  /// The country that a name in its form (`NameForm`) stands for; nil if none does.
  func code(of form: Span<UInt8>) -> Code? {
    codes.find(form).map { Code(letters: UInt16(truncatingIfNeeded: codes[$0])) }
  }
}
