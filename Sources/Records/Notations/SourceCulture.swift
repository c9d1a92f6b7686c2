// Hot path (`number`): no allocation.

/// How a culture writes numbers and dates, by its name as systems know it, such as `da-DK`.
public struct SourceCulture: Sendable, Equatable {
  /// What a text is as a number.
  public enum Reading: Sendable, Equatable {
    /// A number; `isUnclear` if without the culture it would be another one.
    case number(isUnclear: Bool)
    /// None of the culture's, but without a culture it would be one.
    case foreign
    /// No number.
    case none
  }

  /// The name, such as `da-DK`.
  public let name: String
  /// The order of day and month where the year comes last; nil where it comes first.
  public let dateOrder: DateOrder?
  private let decimalMark: UInt8
  /// Whether a point, a comma, an apostrophe or a blank of any kind divides thousands.
  private let groups: Groups

  private struct Groups: OptionSet, Equatable {
    let rawValue: UInt8
    static let point = Groups(rawValue: 1)
    static let comma = Groups(rawValue: 2)
    static let apostrophe = Groups(rawValue: 4)
    static let blank = Groups(rawValue: 8)
  }

  /// Name, decimal mark, marks between thousands and order of dates of each culture, as the Unicode CLDR and Windows have them.
  /// A blank also stands for the ones that do not break, an apostrophe also for the typographic one.
  private static let table: [(names: String, decimal: Character, groups: String, order: DateOrder?)] = [
    ("da-DK is-IS nl-NL nl-BE de-DE es-ES it-IT pt-BR tr-TR el-GR id-ID", ",", ".", .dayFirst),
    ("de-AT pt-PT", ",", ". ", .dayFirst),
    ("nb-NO nn-NO no-NO fi-FI sv-FI fr-FR fr-BE pl-PL cs-CZ sk-SK et-EE", ",", " ", .dayFirst),
    ("sv-SE fr-CA lt-LT hu-HU", ",", " ", nil),
    ("de-CH it-CH", ".", "'", .dayFirst),
    ("en-GB en-IE en-AU en-NZ en-IN", ".", ",", .dayFirst),
    ("en-US", ".", ",", .monthFirst),
    ("en-CA ja-JP zh-CN", ".", ",", nil),
  ]

  /// The names of all cultures.
  public static var names: [String] { table.flatMap { $0.names.split(separator: " ").map(String.init) }.sorted() }

  /// The culture of a name, compared without case; nil if it is not known.
  public init?(_ name: String) {
    for row in SourceCulture.table {
      guard let known = row.names.split(separator: " ").first(where: { $0.lowercased() == name.lowercased() }) else {
        continue
      }
      self.name = String(known)
      decimalMark = row.decimal.asciiValue ?? UInt8(ascii: ".")
      dateOrder = row.order
      var groups: Groups = []
      for mark in row.groups {
        switch mark {
        case ".": groups.insert(.point)
        case ",": groups.insert(.comma)
        case "'": groups.insert(.apostrophe)
        default: groups.insert(.blank)
        }
      }
      self.groups = groups
      return
    }
    return nil
  }

  /// Appends a number with a point and without marks between thousands, if the text is one in the culture's notation: a sign,
  /// digits, in groups of three or without groups, and decimals. Nothing is appended otherwise.
  public func appendNumber(_ text: Span<UInt8>, to output: inout OutputBuffer) -> Reading {
    let start = output.count
    if read(text, to: &output) {
      guard let value = ExactDecimal(text) else { return .number(isUnclear: false) }
      let mine = ExactDecimal(output.span.extracting(start..<output.count))
      return .number(isUnclear: mine != value)
    }
    output.truncate(to: start)
    return ExactDecimal(text) == nil ? .none : .foreign
  }

  private func read(_ text: Span<UInt8>, to output: inout OutputBuffer) -> Bool {
    var index = 0
    if text.count > 0, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
      if text[0] == UInt8(ascii: "-") { output.append(text[0]) }
      index = 1
    } else if text.count > 2, text[0] == 0xE2, text[1] == 0x88, text[2] == 0x92 {
      // The minus sign of typography, as Swedish settings have it.
      output.append(UInt8(ascii: "-"))
      index = 3
    }
    var (digits, size) = (0, 0)
    /// The mark between thousands that the number has; all are the same.
    var mark = Groups()
    while index < text.count {
      if case 0x30...0x39 = text[index] {
        output.append(text[index])
        (digits, size, index) = (digits + 1, size + 1, index + 1)
        continue
      }
      if text[index] == decimalMark { break }
      guard let (found, length) = SourceCulture.group(text, index), groups.contains(found) else { return false }
      guard mark.isEmpty ? 1...3 ~= size : mark == found && size == 3 else { return false }
      (mark, size, index) = (found, 0, index + length)
    }
    guard digits > 0, mark.isEmpty || size == 3 else { return false }
    guard index < text.count else { return true }
    index += 1
    guard index < text.count else { return false }
    output.append(UInt8(ascii: "."))
    while index < text.count {
      guard case 0x30...0x39 = text[index] else { return false }
      output.append(text[index])
      index += 1
    }
    return true
  }

  /// The mark between thousands at a place, and its bytes.
  private static func group(_ text: Span<UInt8>, _ index: Int) -> (Groups, Int)? {
    switch text[index] {
    case UInt8(ascii: "."): (.point, 1)
    case UInt8(ascii: ","): (.comma, 1)
    case UInt8(ascii: "'"): (.apostrophe, 1)
    case 0x20: (.blank, 1)
    case 0xC2 where index + 1 < text.count && text[index + 1] == 0xA0: (.blank, 2)
    case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80:
      switch text[index + 2] {
      case 0xAF, 0x89: (.blank, 3)
      case 0x99: (.apostrophe, 3)
      default: nil
      }
    default: nil
    }
  }

  /// The date that a text is in the culture's notation; nil for every other form, also for ISO 8601.
  public func date(_ text: Span<UInt8>) -> DateTime? {
    guard let dateOrder else { return nil }
    return CultureDate(text)?.date(in: dateOrder)
  }
}
