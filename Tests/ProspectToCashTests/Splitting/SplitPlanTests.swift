import TestSupport
import Testing

@testable import Conversion

@Suite("Which part a document is in")
struct PartPlanTests {
  @Test("Without limits everything is in one part")
  func whole() {
    #expect(SplitPlan.whole.count == 1)
    #expect([0, 1, 1_000_000].allSatisfy { SplitPlan.whole.part(of: $0) == 0 })
    let unlimited = SplitPlan(
      records: [3, 0, 900], bytes: [.max, .max, .max], mostRecords: nil, mostBytes: nil)
    #expect(unlimited.count == 1)
    #expect((0...3).allSatisfy { unlimited.part(of: $0) == 0 })
  }

  @Test("Records of equal weight fill parts one after another, however many come")
  func every() {
    let plan = SplitPlan.every(3)
    #expect(plan.count == nil)
    #expect((0..<8).map(plan.part) == [0, 0, 0, 1, 1, 1, 2, 2])
    #expect(plan.part(of: 3_000_000_000) == 1_000_000_000)
    // A part without room for one record would never end.
    #expect((0..<3).map(SplitPlan.every(0).part) == [0, 1, 2])
  }

  @Test(
    "A part ends in front of what no longer fits; what is too large has one of its own",
    arguments: [
      ([], [], 2, nil, []),
      ([1, 1, 1, 1, 1], [], 2, nil, [0, 0, 1, 1, 2]),
      ([2, 1, 1, 2], [], 2, nil, [0, 1, 1, 2]),
      ([1, 5, 1], [], 2, nil, [0, 1, 2]),
      ([5, 5], [], 2, nil, [0, 1]),
      ([1, 1, 1], [10, 10, 10], nil, 20, [0, 0, 1]),
      ([1, 1, 1], [10, 11, 10], nil, 20, [0, 1, 2]),
      ([1, 1, 1], [99, 1, 1], nil, 20, [0, 1, 1]),
      ([1, 1, 1], [1, 99, 1], nil, 20, [0, 1, 2]),
      ([1, 1, 1, 1], [10, 10, 1, 1], 3, 20, [0, 0, 1, 1]),
      // A document that stays behind is in the part in front of it, and ends none.
      ([2, 0, 0, 1], [], 2, nil, [0, 0, 0, 1]),
      ([0, 0, 2, 1], [], 2, nil, [0, 0, 0, 1]),
      ([0, 0], [], 1, 1, [0, 0]),
      ([1, 0, 1], [10, 99, 10], nil, 20, [0, 0, 0]),
    ] as [([UInt32], [UInt32], Int?, Int?, [Int])])
  func limits(records: [UInt32], bytes: [UInt32], mostRecords: Int?, mostBytes: Int?, parts: [Int]) {
    let plan = SplitPlan(records: records, bytes: bytes, mostRecords: mostRecords, mostBytes: mostBytes)
    #expect(records.indices.map(plan.part) == parts)
    #expect(plan.count == (parts.last ?? 0) + 1)
    // Whatever is not known of is in the last part.
    #expect(plan.part(of: records.count + 5) == (parts.last ?? 0))
  }

  @Test("Every part keeps the limits and is as full as they allow", arguments: 1...40)
  func invariants(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let count = Int.random(in: 1...200, using: &random)
    let records = (0..<count).map { _ in
      random.once(in: 4) ? 0 : UInt32(Int.random(in: 1...random.range, using: &random))
    }
    let bytes = records.map { $0 == 0 ? 0 : UInt32(Int.random(in: 1...500, using: &random)) }
    let mostRecords = random.once(in: 4) ? nil : Int.random(in: 1...30, using: &random)
    let mostBytes = random.once(in: 4) ? nil : Int.random(in: 1...2_000, using: &random)
    let plan = SplitPlan(records: records, bytes: bytes, mostRecords: mostRecords, mostBytes: mostBytes)

    let parts = (0..<count).map(plan.part)
    #expect(parts.first == 0)
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $1 == $0 || $1 == $0 + 1 })
    #expect(plan.count == (parts.last ?? 0) + 1)

    var sizes = UnitSizes()
    for unit in 0..<count { sizes.add(Int(bytes[unit]), to: unit, records: Int(records[unit])) }
    let sums = sizes.sums(plan)
    #expect(sums.values.reduce(0) { $0 + $1.records } == records.reduce(0) { $0 + Int($1) })
    for (part, sum) in sums {
      #expect(sum.units == 1 || sum.records <= mostRecords ?? .max && sum.bytes <= mostBytes ?? .max)
      // The first document of the next part would have been too much.
      guard let next = (0..<count).first(where: { parts[$0] == part + 1 && records[$0] > 0 }) else { continue }
      let isTooMuch =
        sum.records + Int(records[next]) > mostRecords ?? .max || sum.bytes + Int(bytes[next]) > mostBytes ?? .max
      #expect(isTooMuch, "part \(part)")
    }
    // No part is empty, unless there are no records at all.
    #expect(sums.count == (records.allSatisfy { $0 == 0 } ? 0 : plan.count))
  }

  @Test("The size of a document is the sum of its records; one beyond four gigabytes counts as that")
  func sizes() {
    var sizes = UnitSizes()
    sizes.add(100, to: 2)
    sizes.add(50, to: 0)
    sizes.add(11, to: 2, records: 3)
    #expect(sizes.records == [1, 0, 4])
    #expect(sizes.bytes == [50, 0, 111])
    sizes.add(Int(UInt32.max), to: 0)
    #expect(sizes.bytes[0] == .max)
  }
}

extension RandomSource {
  /// The most records of a document: few in some runs, many in others.
  fileprivate var range: Int {
    mutating get { once(in: 3) ? 40 : 4 }
  }
}
