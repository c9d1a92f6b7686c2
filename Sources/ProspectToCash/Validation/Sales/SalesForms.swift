import Findings
import Mapping
import Packages
import Records

extension SalesRecords {
  /// `True`, `False`, in any case, or a digit.
  static func isBoolean(_ value: Span<UInt8>) -> Bool {
    switch value.count {
    case 1: return value[0] == 0x30 || value[0] == 0x31
    case 4: return KeyText.equals(value, lowercased: trueText) ?? false
    case 5: return KeyText.equals(value, lowercased: falseText) ?? false
    default: return false
    }
  }

  private static let trueText = Array("true".utf8)
  private static let falseText = Array("false".utf8)

  /// Digits with perhaps a sign; decimals that are all zero are borne.
  static func isWhole(_ value: Span<UInt8>) -> Bool {
    TextTraits.isPlainNumber(value) && decimals(value) == 0
  }

  /// The digits behind the point, without zeros at the end.
  static func decimals(_ value: Span<UInt8>) -> Int {
    var point = 0
    while point < value.count, value[point] != UInt8(ascii: ".") { point += 1 }
    guard point < value.count else { return 0 }
    var end = value.count
    while end > point + 1, value[end - 1] == 0x30 { end -= 1 }
    return end - point - 1
  }

  /// Numbers in brackets between two marks of -1.
  static func isMultiSelect(_ value: String) -> Bool {
    guard value.hasPrefix("[-1"), value.hasSuffix("-1]"), value.count >= 7 else { return false }
    let numbers = value.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
    return numbers.count >= 2 && numbers.allSatisfy { Int($0) != nil }
  }
}

/// Dates that the exporting machine wrote its own way: which number is the day shows, if at all, only the whole file.
struct CultureDates {
  private struct Seen {
    var column: Int
    var record: Int
    var line: Int
    var company: CompanyID
    /// Where the date ends among the texts.
    var end: Int
  }

  private var seen: [Seen] = []
  private var texts = OutputBuffer(capacity: 64)
  /// Whether a date of the file has a number that can be no month.
  private var isOrderPlain = false

  /// Notes a date such as `4/5/2019 8:59:23 AM`; false if it is none.
  mutating func note(
    _ value: Span<UInt8>, column: Int, _ batch: RecordBatch, _ record: Int, of company: CompanyID
  ) -> Bool {
    var numbers: [Int] = []
    var current = -1
    for index in value.indices where numbers.count < 3 {
      let byte = value[index]
      if case 0x30...0x39 = byte {
        current = min(max(current, 0) * 10 + Int(byte - 0x30), 99_999)
      } else {
        guard current >= 0 else { return false }
        let isDatePart = byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        guard isDatePart || (numbers.count == 2 && byte == 0x20) else { return false }
        numbers.append(current)
        current = -1
      }
    }
    if numbers.count == 2, current >= 0 { numbers.append(current) }
    guard numbers.count == 3, (1...31).contains(numbers[0]), (1...31).contains(numbers[1]), numbers[2] > 31,
      numbers[0] <= 12 || numbers[1] <= 12
    else { return false }
    if numbers[0] > 12 || numbers[1] > 12 { isOrderPlain = true }
    texts.append(value.extracting(0..<UTF8Text.prefix(value, utf16Length: FindingSink.longestValue)))
    seen.append(
      Seen(
        column: column, record: batch.firstNumber + record, line: Int(batch.lines[record]), company: company,
        end: texts.count))
    return true
  }

  /// Tells the dates: a warning where the file itself shows the order of day and month.
  func tell(_ checks: SalesRecords) throws {
    var start = 0
    for one in seen {
      let value = Finding.value(texts.span.extracting(start..<one.end))
      start = one.end
      var place = checks.place
      (place.record, place.line, place.company) = (one.record, one.line, one.company.description)
      let heading = checks.columns[one.column].heading
      try checks.judge.tell(
        .dateOfAnotherCulture, isOrderPlain ? .warning : .error, place, field: heading, value: value,
        detail: .name(heading))
    }
  }
}
