import Records
import TestSupport
import Testing

@Suite("Exact decimals")
struct ExactDecimalTests {
  /// A number as an integer of millionths, to compare with.
  struct Reference {
    var millionths: Int

    init(_ source: inout RandomSource) {
      let digits = Int.random(in: 0...12, using: &source)
      var bound = 1
      for _ in 0..<digits { bound *= 10 }
      millionths = Int.random(in: -bound...bound, using: &source)
      for _ in 0..<Int.random(in: 0...6, using: &source) { millionths = millionths / 10 * 10 }
    }

    init(millionths: Int) { self.millionths = millionths }

    /// Its text, with zeros at the end where they may stand.
    var text: String {
      let fraction = String(millionths.magnitude % 1_000_000 + 1_000_000).dropFirst()
      return "\(millionths < 0 ? "-" : "")\(millionths.magnitude / 1_000_000).\(fraction)"
    }

    /// Its shortest text.
    var shortest: String {
      var text = text
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
      return text == "-0" ? "0" : text
    }
  }

  @Test("Sums, differences, products and comparisons are those of integers")
  func arithmetic() throws {
    var source = RandomSource(seed: 31)
    for _ in 0..<5_000 {
      let (a, b) = (Reference(&source), Reference(&source))
      let left = try #require(ExactDecimal(a.text))
      let right = try #require(ExactDecimal(b.shortest))
      #expect(left.description == a.shortest)
      #expect(left.adding(right)?.description == Reference(millionths: a.millionths + b.millionths).shortest)
      #expect(left.adding(right.negated)?.description == Reference(millionths: a.millionths - b.millionths).shortest)
      #expect((left < right) == (a.millionths < b.millionths))
      #expect((left == right) == (a.millionths == b.millionths))
      #expect(left == ExactDecimal(a.shortest) && left.hashValue == ExactDecimal(a.shortest)?.hashValue)
      let product = try #require(left.multiplied(by: right))
      #expect(product == ExactDecimal(mantissa: Int128(a.millionths) * Int128(b.millionths), scale: 12))
      #expect(text { left.append(to: &$0) } == a.shortest)
    }
  }

  @Test("Quotients are rounded half to even", arguments: 0...4)
  func division(_ digits: Int) throws {
    var source = RandomSource(seed: 32)
    var factor: Int128 = 1
    for _ in 0..<digits { factor *= 10 }
    for round in 0..<3_000 {
      let dividend = Int.random(in: -100_000...100_000, using: &source)
      let divisor = [2, 4, 8, -8, 3, 7, 200, -400, 1_250][round % 9]
      // Twice the exact quotient lies between two integers, or is one: that says on which side of a half it lies.
      let (whole, rest) = (Int128(dividend) * factor).quotientAndRemainder(dividingBy: Int128(divisor))
      var wanted = whole
      let twice = rest.magnitude * 2
      if twice > divisor.magnitude || (twice == divisor.magnitude && whole % 2 != 0) {
        wanted += (dividend < 0) == (divisor < 0) ? 1 : -1
      }
      let quotient = ExactDecimal(mantissa: Int128(dividend), scale: 0)
        .divided(by: ExactDecimal(mantissa: Int128(divisor), scale: 0), digits: digits)
      #expect(quotient == ExactDecimal(mantissa: wanted, scale: digits), "\(dividend) / \(divisor)")
    }
  }

  static let quotients: [(String, String, Int, String?)] = [
    ("1", "3", 4, "0.3333"), ("2", "3", 4, "0.6667"), ("0.5", "1", 0, "0"), ("1.5", "1", 0, "2"), ("2.5", "1", 0, "2"),
    ("-0.5", "1", 0, "0"), ("-1.5", "1", 0, "-2"), ("1", "0", 2, nil), ("1.25", "0.5", 1, "2.5"),
    ("0.125", "1", 2, "0.12"),
    ("100", "0.0001", 0, "1000000"), ("12345678901234567890", "1", 20, nil),
  ]

  @Test("Quotients of a table", arguments: quotients)
  func table(_ left: String, _ right: String, _ digits: Int, _ wanted: String?) throws {
    let quotient = try #require(ExactDecimal(left)).divided(by: try #require(ExactDecimal(right)), digits: digits)
    #expect(quotient?.description == wanted)
  }

  @Test(
    "Forms that both systems write are read",
    arguments: [
      ("0", "0"), (".5", "0.5"), ("-.5", "-0.5"), ("5.", "5"), ("+7", "7"), ("1E-05", "0.00001"), ("1E+05", "100000"),
      (".000000", "0"), ("8.0000000000000000", "8"), (".8984500000000000", "0.89845"), ("-0", "0"), ("-0.00", "0"),
      ("007", "7"), ("1.50e1", "15"),
      ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
      ("0.00000000000000000000000000000000000001", "0.00000000000000000000000000000000000001"), ("0e999", "0"),
    ])
  func forms(_ form: String, _ wanted: String) { #expect(ExactDecimal(form)?.description == wanted) }

  @Test(
    "Everything else is no number",
    arguments: [
      "", "-", "+", ".", "-.", "1,5", "1 000", " 1", "1 ", "1..2", "1.2.3", "--1", "0x10", "NaN", "Infinity", "1e",
      "e5",
      "1e+", "1e1.5", "1e9999", "1e99", "1e-99", "٣", "1234567890123456789012345678901234567890", "1\u{0}",
    ])
  func noNumber(_ form: String) { #expect(ExactDecimal(form) == nil) }

  @Test("Numbers too far apart for one scale are compared all the same")
  func farApart() throws {
    let huge = try #require(ExactDecimal("1e37"))
    let tiny = try #require(ExactDecimal("1e-37"))
    #expect(tiny < huge && huge.negated < tiny && huge.negated < tiny.negated && tiny.negated < huge)
    #expect(huge.adding(tiny) == nil, "their sum has more than 38 digits")
    #expect(huge.multiplied(by: huge) == nil)
  }
}
