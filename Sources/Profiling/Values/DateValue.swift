// Hot path: no allocation.

/// A date as ISO 8601 writes it, perhaps with a time, a fraction of a second and an offset; it exists in the calendar.
struct DateValue {
  /// Seconds since the year 1 began; without an offset those of UTC.
  let seconds: Int
  /// Whether the text has no time.
  let isDay: Bool
  /// Where the digits of the fraction are.
  let fraction: Range<Int>

  /// The date of a text; nil if it is none.
  init?(_ text: Span<UInt8>) {
    guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let year = DateValue.number(text, 0, 4), let month = DateValue.number(text, 5, 2),
      let day = DateValue.number(text, 8, 2), year > 0, 1...12 ~= month,
      1...DateValue.days(in: month, of: year) ~= day
    else { return nil }
    let seconds = DateValue.daysBefore(year, month, day) * 86_400
    guard text.count > 10 else {
      (self.seconds, isDay, fraction) = (seconds, true, 0..<0)
      return
    }
    guard text.count >= 19, text[10] == UInt8(ascii: "T") || text[10] == 0x20, text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), let hour = DateValue.number(text, 11, 2),
      let minute = DateValue.number(text, 14, 2), let second = DateValue.number(text, 17, 2), hour < 24, minute < 60,
      second < 60
    else { return nil }
    var index = 19
    var fraction = 0..<0
    if index < text.count, text[index] == UInt8(ascii: ".") {
      let start = index + 1
      index = start
      while index < text.count, 0x30...0x39 ~= text[index] { index += 1 }
      if index == start { return nil }
      fraction = start..<index
    }
    var offset = 0
    if index < text.count {
      if text[index] == UInt8(ascii: "Z") {
        index += 1
      } else {
        guard text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-"), text.count == index + 6,
          text[index + 3] == UInt8(ascii: ":"), let hours = DateValue.number(text, index + 1, 2),
          let minutes = DateValue.number(text, index + 4, 2)
        else { return nil }
        offset = (hours * 60 + minutes) * (text[index] == UInt8(ascii: "-") ? -60 : 60)
        index = text.count
      }
    }
    guard index == text.count else { return nil }
    self.seconds = seconds + hour * 3600 + minute * 60 + second - offset
    (isDay, self.fraction) = (false, fraction)
  }

  private static func number(_ text: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
    var number = 0
    for index in start..<start + count {
      guard 0x30...0x39 ~= text[index] else { return nil }
      number = number * 10 + Int(text[index] - 0x30)
    }
    return number
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysBefore(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let past = year - 1
    var days = past * 365 + past / 4 - past / 100 + past / 400 + day - 1
    for earlier in 1..<month { days += self.days(in: earlier, of: year) }
    return days
  }
}
