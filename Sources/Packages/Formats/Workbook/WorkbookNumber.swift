import Records

/// Numbers and dates of cells, which files hold as floating-point numbers, as plain text.
enum WorkbookNumber {
  /// Appends a number as plain decimal digits, without exponent, zeros at the end or the noise of floating point;
  /// false if the text is no number.
  ///
  /// Spreadsheets write 17 digits where 15 do not give the same number back, and never show more than 15: so
  /// `1.1000000000000001` is `1.1` and `0.30000000000000004` is `0.3`. Integers written in full are taken as they are.
  static func append(_ text: Span<UInt8>, to output: inout OutputBuffer) -> Bool {
    if isPlain(text) {
      output.append(text)
      return true
    }
    let string = KeyText.string(text)
    guard let value = Double(string), value.isFinite, let digits = DecimalDigits("\(value)") else { return false }
    digits.rounded(to: 15).append(to: &output)
    return true
  }

  /// Whether the text is how the number is to be written: an integer, or a short fraction without zeros at its end.
  private static func isPlain(_ text: Span<UInt8>) -> Bool {
    var index = text.count > 0 && text[0] == UInt8(ascii: "-") ? 1 : 0
    let first = index
    while index < text.count, case 0x30...0x39 = text[index] { index += 1 }
    // A zero in front stands alone, and never behind a minus without a fraction.
    guard index > first, text[first] != 0x30 || index == first + 1 else { return false }
    if index == text.count { return first == 0 || text[first] != 0x30 }
    guard text[index] == UInt8(ascii: "."), text.count - first <= 16, text[text.count - 1] != 0x30 else { return false }
    index += 1
    guard index < text.count else { return false }
    while index < text.count, case 0x30...0x39 = text[index] { index += 1 }
    return index == text.count
  }

  /// Appends the date that a number of days stands for, as `yyyy-MM-dd HH:mm:ss`, or the time of day alone if it is
  /// less than a day; false if there is no such date.
  ///
  /// Day 1 is 1900-01-01 and day 60 the 29th of February 1900, which never was but which spreadsheets know since Lotus
  /// 1-2-3; it is written all the same, and refused where dates are read. In the other system day 0 is 1904-01-01.
  static func appendDate(_ text: Span<UInt8>, from1904: Bool, to output: inout OutputBuffer) -> Bool {
    guard let serial = Double(KeyText.string(text)), serial >= 0, serial < 2_958_466 else { return false }
    var day = Int(serial)
    var seconds = Int(((serial - Double(day)) * 86_400).rounded())
    if seconds == 86_400 { (day, seconds) = (day + 1, 0) }
    if day == 0, !from1904 {
      guard seconds > 0 else { return false }
      appendTime(seconds, to: &output)
      return true
    }
    if day == 60, !from1904 {
      output.append("1900-02-29" as StaticString)
    } else {
      // Days since 1970-01-01.
      let shift = from1904 ? -24_107 : day < 60 ? -25_568 : -25_569
      guard append(day: day + shift, to: &output) else { return false }
    }
    output.append(0x20)
    appendTime(seconds, to: &output)
    return true
  }

  private static func appendTime(_ seconds: Int, to output: inout OutputBuffer) {
    append(seconds / 3_600, 2, to: &output)
    output.append(UInt8(ascii: ":"))
    append(seconds / 60 % 60, 2, to: &output)
    output.append(UInt8(ascii: ":"))
    append(seconds % 60, 2, to: &output)
  }

  /// Appends the date of a day since 1970-01-01, by eras of 400 years that begin in March.
  private static func append(day: Int, to output: inout OutputBuffer) -> Bool {
    let shifted = day + 719_468
    let era = shifted / 146_097
    let inEra = shifted % 146_097
    let yearOfEra = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * inYear + 2) / 153
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    guard year <= 9_999 else { return false }
    append(year, 4, to: &output)
    output.append(UInt8(ascii: "-"))
    append(month < 10 ? month + 3 : month - 9, 2, to: &output)
    output.append(UInt8(ascii: "-"))
    append(inYear - (153 * month + 2) / 5 + 1, 2, to: &output)
    return true
  }

  private static func append(_ value: Int, _ digits: Int, to output: inout OutputBuffer) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      output.append(UInt8(0x30 + value / divisor % 10))
      divisor /= 10
    }
  }
}

/// The significant digits of a number and the place of its point.
private struct DecimalDigits {
  private var isNegative = false
  private var digits: [UInt8] = []
  /// How many digits stand before the point; less than zero if zeros come behind it.
  private var point = 0

  /// Takes apart how Swift writes a number: the shortest digits that give it back, perhaps with an exponent.
  init?(_ text: String) {
    var exponent = 0
    var mantissa = Substring(text)
    if let mark = mantissa.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      guard let value = Int(mantissa[mantissa.index(after: mark)...]) else { return nil }
      exponent = value
      mantissa = mantissa[..<mark]
    }
    var hasPoint = false
    for byte in mantissa.utf8 {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): hasPoint = true
      case 0x30...0x39:
        digits.append(byte)
        if !hasPoint { point += 1 }
      default: return nil
      }
    }
    point += exponent
    trim()
  }

  private mutating func trim() {
    while let last = digits.last, last == 0x30 { digits.removeLast() }
    while let first = digits.first, first == 0x30 {
      digits.removeFirst()
      point -= 1
    }
  }

  /// The number with at most so many digits.
  func rounded(to count: Int) -> DecimalDigits {
    guard digits.count > count else { return self }
    var result = self
    let roundsUp = digits[count] >= 0x35
    result.digits.removeLast(digits.count - count)
    if roundsUp {
      var index = count - 1
      while index >= 0, result.digits[index] == 0x39 {
        result.digits[index] = 0x30
        index -= 1
      }
      if index >= 0 {
        result.digits[index] += 1
      } else {
        result.digits.insert(0x31, at: 0)
        result.point += 1
      }
    }
    result.trim()
    return result
  }

  func append(to output: inout OutputBuffer) {
    if digits.isEmpty { return output.append(0x30) }
    if isNegative { output.append(UInt8(ascii: "-")) }
    if point <= 0 { output.append(0x30) }
    for place in 0..<max(point, 0) { output.append(place < digits.count ? digits[place] : 0x30) }
    guard digits.count > point else { return }
    output.append(UInt8(ascii: "."))
    for _ in 0..<max(-point, 0) { output.append(0x30) }
    for place in max(point, 0)..<digits.count { output.append(digits[place]) }
  }
}
