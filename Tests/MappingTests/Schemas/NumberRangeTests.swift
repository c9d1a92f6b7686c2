import Records
import Testing

@testable import Mapping

@Suite("Ranges of numbers")
struct NumberRangeTests {
  private func range(_ minimum: String?, _ maximum: String?, precision: Int?) throws -> NumberRange {
    var attribute = Attribute(name: "amount", type: .money)
    attribute.minimum = minimum.flatMap { ExactDecimal($0) }
    attribute.maximum = maximum.flatMap { ExactDecimal($0) }
    attribute.precision = precision
    return try #require(NumberRange(attribute))
  }

  @Test(
    "What digits alone show to be within the range is within it, and is not cut",
    arguments: [
      ("0", "5", 0), ("-1", "2147483647", 2), ("-100", "100", nil), ("1", "9", 1), ("-9", "-1", 1), (nil, "99.5", 3),
      ("0", nil, 4),
    ] as [(String?, String?, Int?)])
  func plainly(minimum: String?, maximum: String?, precision: Int?) throws {
    let range = try range(minimum, maximum, precision: precision)
    var wholes: [Int] = Array(0...120)
    for exponent in 3...15 {
      let power = (0..<exponent).reduce(1) { product, _ in product * 10 }
      wholes += [power - 1, power, power + 1, power / 3]
    }
    wholes += [2_147_483_646, 2_147_483_647, 2_147_483_648]
    for whole in wholes {
      for decimals in ["", ".0", ".5", ".50", ".0001", ".120000"] {
        for sign in ["", "-"] {
          let text = "\(sign)\(whole)\(decimals)"
          let bytes = Array(text.utf8)
          let number = try #require(ExactDecimal(text))
          if range.holdsPlainly(bytes.span) { #expect(range.holds(number) && !range.cuts(number), "\(text)") }
        }
      }
    }
  }

  @Test("Limits are within the range, and zeros at the end are no decimals")
  func limits() throws {
    let range = try range("0", "1000000000000", precision: 4)
    func holds(_ text: String) -> Bool { ExactDecimal(text).map(range.holds) ?? false }
    #expect(holds("0") && holds("-0.00") && holds("1E12") && !holds("-0.000001") && !holds("1000000000000.01"))
    #expect(ExactDecimal("0.333333").map(range.cuts) == true && ExactDecimal("0.333300").map(range.cuts) == false)
  }
}
