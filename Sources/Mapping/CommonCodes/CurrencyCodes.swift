// Hot path (`append`): no allocation.

import Records

/// The codes of currencies by ISO 4217, also of those withdrawn since 2015; without those of metals and for tests.
public struct CurrencyCodes: Sendable {
  private static let letters = 26

  /// For each text of three letters whether it is a code.
  private var known = Array(repeating: false, count: letters * letters * letters)

  /// The codes of `currencies.csv`.
  static func builtIn() throws(ProjectError) -> CurrencyCodes {
    var codes = CurrencyCodes()
    for row in CommaSeparatedText(try BuiltInFiles.text("currencies.csv")).rows.dropFirst() {
      let code = Array(row.cells[0].utf8)
      if let number = CurrencyCodes.number(code.span) { codes.known[number] = true }
    }
    return codes
  }

  /// Appends the code that the text is, in upper case; false, and nothing, if it is none. Blanks around it do not count.
  func append(_ text: Span<UInt8>, to output: inout OutputBuffer) -> Bool {
    let code = text.extracting(KeyText.trimmed(text))
    guard let number = CurrencyCodes.number(code), known[number] else { return false }
    for index in code.indices { output.append(code[index] & 0xDF) }
    return true
  }

  /// The number of a text of three letters in any case; nil for any other text.
  private static func number(_ text: Span<UInt8>) -> Int? {
    guard text.count == 3 else { return nil }
    var number = 0
    for index in text.indices {
      let letter = KeyText.lower(text[index])
      guard 0x61...0x7A ~= letter else { return nil }
      number = number * letters + Int(letter - 0x61)
    }
    return number
  }
}
