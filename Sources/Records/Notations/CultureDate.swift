/// Which of the first two numbers of a date is the day, where a machine's settings decide it.
public enum DateOrder: Sendable, Hashable {
  /// `29/08/2019`
  case dayFirst
  /// `8/29/2019`
  case monthFirst
}

/// A date as the settings of the exporting machine wrote it, such as `4/5/2019 8:59:23 AM` or `05.04.2019 08:59`: two
/// numbers of one or two digits and a year of four, joined by `/`, `.` or `-`, with or without a time behind a blank.
public struct CultureDate: Sendable {
  /// The numbers in front of the year, in their order.
  private let first: Int, second: Int
  private let year: Int
  /// Hour, minute and second; nil if what stands behind the date is no time that can be read.
  private let time: (hour: Int, minute: Int, second: Int)?

  /// Reads the form; nil for every other one. Whether a calendar has the date depends on the order.
  public init?(_ text: Span<UInt8>) {
    var index = 0
    func number(_ digits: ClosedRange<Int>) -> Int? {
      var value = 0
      let start = index
      while index < text.count, case 0x30...0x39 = text[index], index - start < digits.upperBound {
        value = value * 10 + Int(text[index] - 0x30)
        index += 1
      }
      return digits.contains(index - start) ? value : nil
    }
    func skipsSeparator() -> Bool {
      guard index < text.count else { return false }
      let byte = text[index]
      index += 1
      return byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
    guard let first = number(1...2), skipsSeparator(), let second = number(1...2), skipsSeparator(),
      let year = number(4...4), index == text.count || text[index] == 0x20
    else { return nil }
    (self.first, self.second, self.year) = (first, second, year)
    time = CultureDate.time(KeyText.string(text.extracting(index..<text.count)))
  }

  /// Reads `H:mm` or `H:mm:ss`, also with points, perhaps with a half of the day behind it; no text is midnight.
  private static func time(_ text: String) -> (hour: Int, minute: Int, second: Int)? {
    let text = text.filter { !$0.isWhitespace }.lowercased()
    if text.isEmpty { return (0, 0, 0) }
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == ":" || $0 == "." }
    var parts = digits.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }.map { Int($0) }
    // A point behind the time belongs to what follows.
    if parts.last == .some(nil) { parts.removeLast() }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
      let second = parts.count == 3 ? parts[2] : 0
    else { return nil }
    switch text[digits.endIndex...].filter({ $0 != "." }) {
    case "": return (hour, minute, second)
    case "am" where (1...12).contains(hour): return (hour % 12, minute, second)
    case "pm" where (1...12).contains(hour): return (hour % 12 + 12, minute, second)
    default: return nil
    }
  }

  /// The order that the date shows by itself: a number above 12 can be no month.
  public var order: DateOrder? {
    if (first > 12) == (second > 12) { return nil }
    return first > 12 ? .dayFirst : .monthFirst
  }

  /// The date read in an order; nil if no calendar has it, or if its time cannot be read.
  public func date(in order: DateOrder) -> DateTime? {
    guard let time else { return nil }
    let (day, month) = order == .dayFirst ? (first, second) : (second, first)
    return DateTime(
      year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
  }
}
