/// A date, or a date with a time of day, as files write it; no time zone but UTC is known.
public struct DateTime: Sendable, Equatable {
  /// Year, month, day; hour, minute, second.
  public var year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int

  /// Reads `yyyy-MM-dd`, alone or with `T` or a blank and `HH:mm:ss`, a fraction and `Z`. Nil for every other form
  /// and for dates that no calendar has.
  public init?(_ text: Span<UInt8>) {
    guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let year = DateTime.number(text, 0, 4), let month = DateTime.number(text, 5, 2),
      let day = DateTime.number(text, 8, 2)
    else { return nil }
    (self.year, self.month, self.day, hour, minute, second) = (year, month, day, 0, 0, 0)
    if text.count > 10 {
      guard text.count >= 19, text[10] == UInt8(ascii: "T") || text[10] == 0x20, text[13] == UInt8(ascii: ":"),
        text[16] == UInt8(ascii: ":"), let hour = DateTime.number(text, 11, 2),
        let minute = DateTime.number(text, 14, 2), let second = DateTime.number(text, 17, 2)
      else { return nil }
      (self.hour, self.minute, self.second) = (hour, minute, second)
      var index = 19
      if index < text.count, text[index] == UInt8(ascii: ".") {
        index += 1
        let first = index
        while index < text.count, case 0x30...0x39 = text[index] { index += 1 }
        guard index > first else { return nil }
      }
      if index < text.count, text[index] == UInt8(ascii: "Z") { index += 1 }
      guard index == text.count else { return nil }
    }
    guard isPossible else { return nil }
  }

  /// Reads what exports of Sales wrote until 2019, `M/d/yyyy h:mm:ss tt` in the order of the United States.
  public init?(american text: Span<UInt8>) {
    var numbers: [Int] = []
    var index = 0
    while index < text.count, numbers.count < 6 {
      guard case 0x30...0x39 = text[index] else { break }
      var value = 0
      var digits = 0
      while index < text.count, case 0x30...0x39 = text[index], digits < 5 {
        value = value * 10 + Int(text[index] - 0x30)
        index += 1
        digits += 1
      }
      numbers.append(value)
      if numbers.count == 6 { break }
      let separator: UInt8 = numbers.count < 3 ? UInt8(ascii: "/") : numbers.count == 3 ? 0x20 : UInt8(ascii: ":")
      guard index < text.count, text[index] == separator else { break }
      index += 1
    }
    guard numbers.count == 6 || (numbers.count == 3 && index == text.count) else { return nil }
    (month, day, year) = (numbers[0], numbers[1], numbers[2])
    // Of two digits nobody knows the century.
    guard (1_000...9_999).contains(year) else { return nil }
    (hour, minute, second) = numbers.count == 6 ? (numbers[3], numbers[4], numbers[5]) : (0, 0, 0)
    if index < text.count {
      guard text.count - index == 3, text[index] == 0x20, text[index + 2] == UInt8(ascii: "M"), hour >= 1, hour <= 12
      else { return nil }
      switch text[index + 1] {
      case UInt8(ascii: "A"): hour %= 12
      case UInt8(ascii: "P"): hour = hour % 12 + 12
      default: return nil
      }
    }
    guard isPossible else { return nil }
  }

  /// A date of a calendar; nil for one that none has.
  init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    guard isPossible else { return nil }
  }

  /// The day as a number: later days have greater ones.
  public var dayNumber: Int { (year * 100 + month) * 100 + day }

  /// The instant so many seconds after the beginning of 1970, in UTC.
  public init(epoch seconds: Int64) {
    let (quotient, remainder) = Int(seconds).quotientAndRemainder(dividingBy: 86_400)
    let days = remainder < 0 ? quotient - 1 : quotient
    let rest = Int(seconds) - days * 86_400
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    // Days since 1 March of the year 0, in eras of 400 years (146,097 days).
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  private static func number(_ text: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
    var value = 0
    for index in start..<start + count {
      guard case 0x30...0x39 = text[index] else { return nil }
      value = value * 10 + Int(text[index] - 0x30)
    }
    return value
  }

  private var isPossible: Bool {
    guard year >= 1, (1...12).contains(month), day >= 1, hour < 24, minute < 60, second < 60 else { return false }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return day <= (leap ? 29 : 28)
    case 4, 6, 9, 11: return day <= 30
    default: return day <= 31
    }
  }

  /// Whether it is F&O's way of saying that there is no date.
  public var isNoDate: Bool { year == 1900 && month == 1 && day == 1 && hour == 0 && minute == 0 && second == 0 }

  /// Appends `yyyy-MM-dd`, the separator and `HH:mm:ss`.
  public func append(separator: UInt8, to output: inout OutputBuffer) {
    appendDate(to: &output)
    output.append(separator)
    append(hour, 2, to: &output)
    output.append(UInt8(ascii: ":"))
    append(minute, 2, to: &output)
    output.append(UInt8(ascii: ":"))
    append(second, 2, to: &output)
  }

  /// Appends `yyyy-MM-dd`.
  public func appendDate(to output: inout OutputBuffer) {
    append(year, 4, to: &output)
    output.append(UInt8(ascii: "-"))
    append(month, 2, to: &output)
    output.append(UInt8(ascii: "-"))
    append(day, 2, to: &output)
  }

  private func append(_ value: Int, _ digits: Int, to output: inout OutputBuffer) {
    var divisor = digits == 4 ? 1000 : 10
    while divisor > 0 {
      output.append(UInt8(0x30 + value / divisor % 10))
      divisor /= 10
    }
  }
}

extension DateTime {
  /// Seconds since the beginning of 1970, in UTC.
  public var epoch: Int64 {
    // Days to a civil date over years that begin in March, so that leap days come last.
    let shifted = year - (month <= 2 ? 1 : 0)
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let ofEra = shifted - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// Reads a point in time of ISO 8601 as seconds since 1970: a date, alone or with `T` or a blank and `HH:mm` or
  /// `HH:mm:ss`, a fraction, and `Z` or an offset such as `+02:00`. A date is its first second, and what has no offset is
  /// UTC. Nil for everything else, and for times before the year 1 or after 9999.
  public static func epoch(iso text: String) -> Int64? {
    var text = text
    var offset: Int64 = 0
    if let sign = text.dropFirst(10).lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let digits = text[text.index(after: sign)...].replacing(":", with: "")
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), [2, 4].contains(digits.utf8.count),
        let hours = Int64(digits.prefix(2)), let minutes = digits.count == 4 ? Int64(digits.suffix(2)) : 0, hours < 24,
        minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (text[sign] == "-" ? -60 : 60)
      text = String(text[..<sign])
      // The time before an offset has no zone of its own, and a date no offset.
      guard text.utf8.count > 10, !text.hasSuffix("Z") else { return nil }
    }
    if text.utf8.count == 16 || text.utf8.count == 17 && text.hasSuffix("Z") {
      text = text.hasSuffix("Z") ? text.dropLast() + ":00Z" : text + ":00"
    }
    let bytes = Array(text.utf8)
    guard let time = DateTime(bytes.span) else { return nil }
    let seconds = time.epoch - offset
    return (-62_135_596_800...253_402_300_799).contains(seconds) ? seconds : nil
  }
}
