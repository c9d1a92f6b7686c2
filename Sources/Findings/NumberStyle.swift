/// How texts write numbers.
public enum NumberStyle: Sendable {
  /// Digits only, as terminals and lists have them.
  case plain
  /// Digits in groups of three, with the marks of the language, as pages have them.
  case grouped
}

extension Texts {
  /// A whole number.
  public func number(_ number: Int) -> String {
    numbers == .plain ? String(number) : grouped(String(number))
  }

  /// An exact amount, with two digits or more behind the decimal mark.
  public func amount(_ text: String) -> String {
    guard numbers == .grouped else { return text }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count > 1 ? String(parts[1]) : ""
    let zeros = String(repeating: "0", count: max(0, 2 - decimals.count))
    return grouped(String(parts[0])) + language.decimalMark + decimals + zeros
  }

  /// A number that a program writes with a decimal point, with the decimal mark.
  public func decimal(_ text: String) -> String {
    numbers == .grouped ? String(text.map { $0 == "." ? Character(language.decimalMark) : $0 }) : text
  }

  /// Bytes as bytes, or with one decimal in units of powers of 1000.
  public func size(_ bytes: UInt64) -> String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var (tenths, unit) = (bytes / 100, 0)
    while tenths >= 10_000, unit < 3 { (tenths, unit) = (tenths / 1000, unit + 1) }
    return "\(grouped(String(tenths / 10)))\(language.decimalMark)\(tenths % 10) \(["kB", "MB", "GB", "TB"][unit])"
  }

  /// A day by its parts: `24 November 2026`.
  public func date(year: Int, month: Int, day: Int) -> String {
    self("format.date", ["day": String(day), "month": self("month.\(month)"), "year": String(year)])
  }

  /// A month by its parts: `November 2026`.
  public func month(year: Int, month: Int) -> String {
    self("format.month", ["month": self("month.\(month)"), "year": String(year)])
  }

  /// A month as ISO 8601 writes it, `2026-11`; any other text as it is.
  public func month(_ text: String) -> String {
    let parts = text.split(separator: "-")
    guard parts.count == 2, let year = Int(parts[0]), let month = Int(parts[1]), 1...12 ~= month else { return text }
    return self.month(year: year, month: month)
  }

  private func grouped(_ digits: String) -> String {
    let bare = digits.drop { $0 == "-" }
    var text = digits.hasPrefix("-") ? "\u{2212}" : ""
    for (place, digit) in bare.enumerated() {
      if place > 0, (bare.count - place) % 3 == 0 { text += language.groupMark }
      text.append(digit)
    }
    return text
  }
}

extension Language {
  /// What stands between groups of digits. Groups are never broken over lines.
  fileprivate var groupMark: String {
    switch self {
    case .english: ","
    case .dutch, .danish, .icelandic: "."
    case .swedish: "\u{A0}"
    }
  }

  fileprivate var decimalMark: String { self == .english ? "." : "," }
}
