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
