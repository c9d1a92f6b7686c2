// Hot path (`code`): no allocation.

import Records
import Synchronization

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

  /// The names in ASCII, which most records have.
  private var codes = KeyIndex()
  /// All others.
  private var others = OtherNames([])

  /// The countries of `country-names.csv` and `countries.csv`. Codes come before names.
  static func builtIn() throws(ProjectError) -> CountryNames {
    let named = CommaSeparatedText(try BuiltInFiles.text("country-names.csv")).rows.dropFirst().map(\.cells)
    let others = CommaSeparatedText(try BuiltInFiles.text("countries.csv")).rows.dropFirst().map(\.cells)
    var names = CountryNames()
    var foreign: [OtherNames.Name] = []
    func add(_ name: String, of country: String) {
      let letters = Array(country.utf8)
      guard !name.isEmpty, let code = Code(letters.span) else { return }
      if name.utf8.allSatisfy({ $0 < 0x80 }) {
        names.codes.add(name, of: code)
      } else {
        foreign.append((name, code))
      }
    }
    for column in 0..<firstName {
      for row in named + others { add(row[column], of: row[0]) }
    }
    for column in firstName..<otherNames {
      for row in named { add(row[column], of: row[0]) }
    }
    for row in named {
      for name in row[otherNames].split(separator: "|") { add(String(name), of: row[0]) }
    }
    for row in others {
      add(row[2], of: row[0])
      for name in row[3].split(separator: "|") { add(String(name), of: row[0]) }
    }
    names.others = OtherNames(foreign)
    return names
  }

  /// The country that a name in its form (`NameForm`) stands for; nil if none does.
  func code(of form: Span<UInt8>) -> Code? {
    codes.country(form) ?? others.country(form)
  }
}

/// The names of countries that are not in ASCII: to bring them to their form takes a tenth of a short run, so that it waits until
/// a record has a name that is not among the others.
private final class OtherNames: Sendable {
  typealias Name = (text: String, code: CountryNames.Code)

  private final class Index: Sendable {
    let codes: KeyIndex

    init(_ codes: KeyIndex) { self.codes = codes }
  }

  private let names: [Name]
  private let index = AtomicLazyReference<Index>()

  /// Names in their order: of those with one form the first one counts.
  init(_ names: [Name]) { self.names = names }

  /// The country that a name in its form stands for; nil if none does.
  func country(_ form: Span<UInt8>) -> CountryNames.Code? {
    (index.load() ?? made()).codes.country(form)
  }

  private func made() -> Index {
    var codes = KeyIndex()
    for name in names { codes.add(name.text, of: name.code) }
    return index.storeIfNil(Index(codes))
  }
}

extension KeyIndex {
  /// Adds a country by a name, unless another one has it.
  fileprivate mutating func add(_ name: String, of country: CountryNames.Code) {
    let form = NameForm.bytes(name)
    _ = insert(form.span, value: UInt32(country.letters))
  }

  /// The country of a form.
  fileprivate func country(_ form: Span<UInt8>) -> CountryNames.Code? {
    find(form).map { CountryNames.Code(letters: UInt16(truncatingIfNeeded: self[$0])) }
  }
}
