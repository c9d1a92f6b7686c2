/// Numbers as people read them, whatever the machine's locale.
enum CountText {
  /// Digits in groups of three, with commas.
  static func text(_ number: Int) -> String { grouped(String(number)) }

  /// The number and its noun, which gets an `s` where there is more than one.
  static func text(_ number: Int, _ noun: String) -> String { "\(text(number)) \(noun)\(number == 1 ? "" : "s")" }

  /// The number without groups and its noun, for lines of text.
  static func plain(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// Bytes as bytes, or with one decimal in units of powers of 1000.
  static func size(_ bytes: UInt64) -> String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var (tenths, unit) = (bytes / 100, 0)
    while tenths >= 10_000, unit < 3 { (tenths, unit) = (tenths / 1000, unit + 1) }
    return "\(grouped(String(tenths / 10))).\(tenths % 10) \(["kB", "MB", "GB", "TB"][unit])"
  }

  /// An exact amount with its digits before the point in groups, and two digits or more behind it.
  static func amount(_ text: String) -> String {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first else { return text }
    let decimals = parts.count > 1 ? String(parts[1]) : ""
    return grouped(String(whole)) + "." + decimals + String(repeating: "0", count: max(0, 2 - decimals.count))
  }

  private static func grouped(_ digits: String) -> String {
    let sign = digits.hasPrefix("-") ? "\u{2212}" : ""
    let bare = digits.drop { $0 == "-" }
    var text = ""
    for (place, digit) in bare.enumerated() {
      if place > 0, (bare.count - place) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return sign + text
  }
}
