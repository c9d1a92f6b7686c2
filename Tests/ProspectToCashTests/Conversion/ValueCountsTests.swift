import Archives
import TestSupport
import Testing

@testable import Conversion

@Suite("Counting different values")
struct ValueCountsTests {
  @Test(
    "Counts are exact and in the same order, whatever fits in memory",
    arguments: [(1 << 14, 1 << 20), (1, 1 << 20), (7, 1 << 20), (1 << 14, 40)])
  func exact(mostKept: Int, mostBytes: Int) throws {
    var random = RandomSource(seed: 7)
    var counts = ValueCounts(mostFrequent: 5, mostKept: mostKept, mostBytes: mostBytes) { try ScratchFile() }
    var expected: [String: Int] = [:]
    for _ in 0..<3000 {
      let number = min(Int.random(in: 0..<400, using: &random), Int.random(in: 0..<400, using: &random))
      let text = number == 399 ? "" : String(repeating: "v", count: number % 11) + "\(number)"
      try counts.add(Array(text.utf8).span)
      expected[text, default: 0] += 1
    }
    let result = try counts.finish()
    #expect(counts.total == 3000 && result.distinct == expected.count)
    let ranked = expected.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5)
    #expect(result.frequent.map { String(decoding: $0.bytes, as: UTF8.self) } == ranked.map(\.key))
    #expect(result.frequent.map(\.count) == ranked.map(\.value))
  }

  @Test("No file is made while values fit in memory")
  func inMemory() throws {
    struct Made: Error {}
    var counts = ValueCounts(mostFrequent: 2, mostKept: 3) { throw Made() }
    for text in ["a", "b", "a", "c"] { try counts.add(Array(text.utf8).span) }
    #expect(throws: Made.self) { try counts.add(Array("d".utf8).span) }
    #expect(try counts.finish().distinct == 3)
  }
}
