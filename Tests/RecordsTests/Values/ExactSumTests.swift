import Records
import TestSupport
import Testing

@Suite("Exact sums")
struct ExactSumTests {
  private static func sum(_ texts: [String]) throws -> ExactSum {
    var sum = ExactSum.zero
    for text in texts { sum.add(try #require(ExactDecimal(text))) }
    return sum
  }

  @Test(
    "Sums have as many digits as they need",
    arguments: [
      ([], "0"), (["1.5", "2.25"], "3.75"),
      (Array(repeating: String(repeating: "9", count: 38), count: 40), "3999999999999999999999999999999999999960"),
      (
        Array(repeating: "170141183460469231731687303715884105727", count: 3), "510423550381407695195061911147652317181"
      ),
      (
        ["99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001"],
        "99999999999999999999999999999999999999.00000000000000000000000000000000000001"
      ),
      (["-170141183460469231731687303715884105727", "-0.5"], "-170141183460469231731687303715884105727.5"),
      (["170141183460469231731687303715884105727", "1", "-170141183460469231731687303715884105727"], "1"),
    ])
  func wide(_ texts: [String], _ wanted: String) throws {
    #expect(try ExactSumTests.sum(texts).description == wanted)
  }

  @Test("The order of numbers, and of sums of them, does not matter")
  func order() throws {
    var source = RandomSource(seed: 71)
    for _ in 0..<200 {
      let texts = (0..<30).map { _ in
        let count = Int.random(in: 1...37, using: &source)
        let digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &source)) }.joined()
        let decimals = String(repeating: "7", count: Int.random(in: 0...(37 - digits.count), using: &source))
        return "\(Bool.random(using: &source) ? "-" : "")\(digits).\(decimals)"
      }
      let sum = try ExactSumTests.sum(texts)
      let other = try ExactSumTests.sum(texts.shuffled(using: &source))
      #expect(sum == other && sum.description == other.description)
      var halves = try ExactSumTests.sum(Array(texts[..<10]))
      halves.add(try ExactSumTests.sum(Array(texts[10...])))
      #expect(halves == sum)
      halves.subtract(sum)
      #expect(halves.isZero && halves.description == "0" && halves.decimal?.isZero ?? false)
    }
  }

  @Test("Sums are compared as numbers")
  func comparison() throws {
    let large = try ExactSumTests.sum(Array(repeating: "170141183460469231731687303715884105727", count: 3))
    let larger = try ExactSumTests.sum(Array(repeating: "170141183460469231731687303715884105727", count: 3) + ["0.1"])
    #expect(large < larger && !(larger < large) && large != larger && large > .zero)
    #expect(large.decimal == nil)
    #expect(try ExactSumTests.sum(["1.50"]) == ExactSum(ExactDecimal(mantissa: 15, scale: 1)))
  }

  @Test(
    "Numbers that no sum holds are none",
    arguments: [
      "0." + String(repeating: "0", count: 100) + "1", "1e-70", "1e400", String(repeating: "9", count: 200),
      "170141183460469231731687303715884105728",
    ])
  func refused(_ text: String) { #expect(ExactDecimal(text) == nil) }
}
