import Mapping
import Records
import TestSupport
import Testing

@testable import Profiling

@Suite("Counts of a column")
struct ColumnProfilerTests {
  private func profile(
    _ values: [String], exact: Int = 100_000, top: Int = 10, type: AttributeType = .string
  ) -> ColumnProfile {
    var profiler = ColumnProfiler("a", Attribute(name: "a", type: type), .init(exact: exact, top: top))
    for start in stride(from: 0, to: values.count, by: 100) {
      let rows = values[start..<min(start + 100, values.count)].map { [$0] }
      var batch = RecordBatch(width: 1, rows: Array(rows))
      batch.firstNumber = start + 1
      profiler.add(batch, column: 0, unreadable: [], before: 0)
    }
    return profiler.result(records: values.count)
  }

  /// The most frequent values, then by code points, as plain Swift counts them.
  private func ranked(_ values: [String], _ number: Int) -> [String] {
    let counts = Dictionary(values.filter { !$0.isEmpty }.map { ($0, 1) }, uniquingKeysWith: +)
    let sorted = counts.sorted { left, right in
      left.value == right.value
        ? left.key.utf8.lexicographicallyPrecedes(right.key.utf8) : left.value > right.value
    }
    return sorted.prefix(number).map { "\($0.key) \($0.value)" }
  }

  @Test(
    "The most frequent values are exact, whatever their order", arguments: [0, 1, 3, 10, 1000],
    [1, 2, 3, 4] as [UInt64])
  func frequent(top: Int, seed: UInt64) {
    var random = RandomSource(seed: seed)
    let values = (0..<2000).map { _ in
      let number = Int.random(in: 0..<60, using: &random) * Int.random(in: 0..<60, using: &random)
      return number == 0 ? "" : "v\(number)"
    }
    for values in [values, values.sorted(), values.sorted(by: >)] {
      let result = profile(values, top: top)
      #expect(result.top.map { "\($0.text) \($0.count)" } == ranked(values, top))
      #expect(result.distinct == Set(values.filter { !$0.isEmpty }).count)
      #expect(result.filled == values.count { !$0.isEmpty })
    }
  }

  @Test(
    "Beyond the bound frequent values are found, with counts that are upper bounds",
    arguments: [1, 2, 3, 4] as [UInt64])
  func sketch(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let values = (0..<30_000).map { place in
      place % 3 == 0 ? "often\(place % 15)" : "v\(Int.random(in: 0..<1_000_000, using: &random))"
    }
    let result = profile(values, exact: 2000, top: 5)
    #expect(!result.isDistinctExact)
    #expect(Set(result.top.map(\.text)) == ["often0", "often3", "often6", "often9", "often12"])
    for value in result.top { #expect(value.count >= 2000) }
    let truth = Set(values).count
    #expect(abs(result.distinct - truth) * 100 <= 3 * truth, "\(result.distinct) of \(truth)")
    #expect(result.kinds.map(\.count).reduce(0, +) == result.filled)
  }

  @Test("Values within the bound go on being counted exactly when it is passed")
  func known() {
    let values = (0..<5000).map { $0 % 2 == 0 ? "1" : "x\($0)" } + ["2", "2"]
    let result = profile(values, exact: 100, type: .int)
    #expect(result.kinds.first { $0.kind == .integer }?.count == 2502)
    #expect(result.misfits == 2500)
    #expect(result.misfit?.record == 2)
    #expect(result.top.first.map { "\($0.text) \($0.count)" } == "1 2500")
    #expect([result.least, result.greatest] == ["1", "2"])
  }

  @Test("A key is filled in every record, and different but for blanks and case")
  func keys() {
    #expect(profile(["A-1", "A-2"]).key == .yes)
    #expect(profile(["A-1", " a-1 "]).key == .no)
    #expect(profile(["A-1", ""]).key == .no)
    #expect(profile([]).key == .no)
    #expect(profile((0..<5000).map { "N\($0)" }, exact: 1000).key == .likely)
    #expect(profile((0..<5000).map { "N\($0 / 2)" }, exact: 1000).key == .no)
    let long = String(repeating: "x", count: 5000)
    #expect(profile([long + "1", long + "2"]).key == .yes)
  }

  @Test("A long value is cut to 200 characters and has its length")
  func long() {
    let result = profile([String(repeating: "\u{1F600}", count: 300)])
    #expect(result.top.first?.text == String(repeating: "\u{1F600}", count: 200))
    #expect(result.top.first?.length == 600)
    #expect([result.shortest, result.longest] == [600, 600])
    #expect(result.patterns.isEmpty)
  }

  @Test("A column without a value has the type empty and no bounds")
  func empty() {
    let result = profile(["", ""])
    #expect(result.type == "empty")
    #expect(result.least == nil && result.shortest == nil && result.top.isEmpty)
    #expect(profile(["1", "1.5"]).type == "decimal")
    #expect(profile(["2024-01-31", "2024-01-31 10:00:00"]).type == "datetime")
    #expect(profile(["1", "x"]).type == "mixed")
  }

  @Test("The table has room for as many values as it is made for")
  func table() {
    var table = ValueTable(most: 1000)
    for number in 0..<1000 { table.insert(ValueDigest.of(Array("\(number)".utf8).span), traits: UInt32(number)) }
    #expect(!table.hasRoom)
    var sum: UInt32 = 0
    table.forEach { _, traits, count in
      #expect(count == 1)
      sum += traits
    }
    #expect(sum == 499_500)
  }
}
