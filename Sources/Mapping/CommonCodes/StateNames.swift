// Hot path (`meaning`): no allocation.

public import Records

/// The states and provinces of some countries, by name and by code.
public struct StateNames: Sendable {
  /// Of which countries a text is the name of a state, and of which it is the code of one; a bit for each country.
  struct Meaning: Sendable, Equatable {
    /// The countries with a state of this name in the lower half, those with one of this code in the upper half.
    var bits: UInt32 = 0

    /// Whether it is a state's name in the country, and no code of a state there.
    func isName(in country: Int) -> Bool { bits >> country & 1 != 0 && bits >> (country + 16) & 1 == 0 }

    /// Whether it is a state's name in any country, and no code of a state in any.
    var isName: Bool { bits & 0xFFFF != 0 && bits >> 16 == 0 }
  }

  private static let mostCountries = 16

  private var countries: [CountryNames.Code] = []
  private var names = KeyIndex()
  private var codes = KeyIndex()
  /// The ids of the target's own state table, which decide instead of names and codes; nil if it is not known.
  private var ids: KeyIndex?

  /// The states of `subdivisions.csv`.
  static func builtIn() throws(ProjectError) -> StateNames {
    var states = StateNames()
    let rows = CommaSeparatedText(try BuiltInFiles.text("subdivisions.csv")).rows.dropFirst()
    for row in rows where row.cells.count == 3 {
      states.add(row.cells[2], code: row.cells[1], of: row.cells[0])
    }
    return states
  }

  /// Takes the ids of the target's state table instead of names and codes.
  public mutating func know(ids: KeyIndex) { self.ids = ids }

  /// Whether the target's state table is known and has no such state; `buffer` may hold anything.
  func lack(_ text: borrowing OutputBuffer, _ buffer: inout OutputBuffer) -> Bool? {
    guard ids != nil else { return nil }
    buffer.truncate(to: 0)
    KeyText.append(text.span, to: &buffer)
    return ids?.find(buffer.span) == nil
  }

  private mutating func add(_ name: String, code: String, of country: String) {
    let letters = Array(country.utf8)
    guard let of = CountryNames.Code(letters.span) else { return }
    if countries.last != of, !countries.contains(of) { countries.append(of) }
    guard let number = countries.firstIndex(of: of), number < StateNames.mostCountries else { return }
    StateNames.mark(NameForm.bytes(name), number, in: &names)
    StateNames.mark(KeyText.bytes(code), number, in: &codes)
    StateNames.mark(KeyText.bytes("\(country)-\(code)"), number, in: &codes)
  }

  private static func mark(_ key: [UInt8], _ number: Int, in index: inout KeyIndex) {
    let (entry, _) = index.insert(key.span, value: 0)
    index[entry] |= 1 << UInt32(number)
  }

  /// The number of a country; nil if its states are not known.
  func number(of country: CountryNames.Code) -> Int? { countries.firstIndex(of: country) }

  /// What the text of a buffer means; `buffer` may hold anything.
  func meaning(of text: borrowing OutputBuffer, _ buffer: inout OutputBuffer) -> Meaning {
    meaning(of: text.span, &buffer)
  }

  private func meaning(of text: Span<UInt8>, _ buffer: inout OutputBuffer) -> Meaning {
    var meaning = Meaning()
    buffer.truncate(to: 0)
    let form = NameForm.append(text, to: &buffer)
    if let entry = names.find(buffer.span.extracting(form)) { meaning.bits |= names[entry] }
    if meaning.bits == 0 { return meaning }
    buffer.truncate(to: 0)
    KeyText.append(text, to: &buffer)
    if let entry = codes.find(buffer.span) { meaning.bits |= codes[entry] << 16 }
    return meaning
  }
}
