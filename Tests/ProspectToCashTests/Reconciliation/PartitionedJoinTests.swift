import Archives
import Packages
import Records
import TestSupport
import Testing

@testable import Reconciliation

@Suite("Joins in partitions")
struct PartitionedJoinTests {
  /// What a listener is called for.
  private enum Stage: CaseIterable, CustomTestStringConvertible {
    case again, match, noMatch, end, finish

    var testDescription: String { "\(self)" }
  }

  private struct Failed: Error {}

  /// Notes what is reported, and throws at one stage.
  private final class Listener: JoinListener {
    private let failing: Stage?
    private(set) var events: [String] = []

    init(failing: Stage? = nil) { self.failing = failing }

    private func note(_ stage: Stage, _ rows: String) throws {
      if stage == failing { throw Failed() }
      events.append("\(stage) \(rows)")
    }

    func matched(_ other: Span<UInt8>, held: Span<UInt8>, marks: inout UInt8) throws {
      if marks < .max { marks += 1 }
      try note(.match, "\(KeyText.string(held)) \(KeyText.string(other))")
    }

    func unmatched(_ other: Span<UInt8>) throws { try note(.noMatch, KeyText.string(other)) }

    func builtAgain(_ again: Span<UInt8>, held: Span<UInt8>) throws {
      try note(.again, "\(KeyText.string(held)) \(KeyText.string(again))")
    }

    func end(held: Span<UInt8>, marks: UInt8) throws { try note(.end, "\(KeyText.string(held)) \(marks)") }

    func finished() throws { if failing == .finish { throw Failed() } }
  }

  private func key(_ number: Int) -> OutputBuffer {
    var key = OutputBuffer(capacity: 64)
    let bytes = Array("key \(number)".utf8)
    key.append(bytes)
    CompanyID.none.append(to: &key)
    return key
  }

  private func row(_ side: String, _ number: Int, size: Int) -> [UInt8] {
    Array("\(side)\(number)".utf8) + Array(repeating: UInt8(ascii: "-"), count: size)
  }

  /// Joins the keys of both sides, each with rows of so many bytes.
  private func join(
    _ build: [Int], _ probe: [Int], size: Int = 100, memory: Int, jobs: Int, failing: Stage? = nil
  ) throws -> [[String]] {
    let join = PartitionedJoin(
      memory: memory, workers: LaneWorkers(jobs: jobs), makeFile: { try ScratchFile() },
      makePart: { Listener(failing: failing) })
    for (place, number) in build.enumerated() { try join.build(key(number).span, row("b", place, size: size).span) }
    for (place, number) in probe.enumerated() { try join.probe(key(number).span, row("p", place, size: size).span) }
    try join.finish()
    return join.parts.map(\.events)
  }

  private func numbers(_ count: Int, below limit: Int, seed: UInt64) -> [Int] {
    var source = RandomSource(seed: seed)
    return (0..<count).map { _ in Int.random(in: 0..<limit, using: &source) }
  }

  @Test("Each record finds its partner, in memory and in files, with any number of threads", arguments: [1 << 30, 1])
  func partners(memory: Int) throws {
    let (build, probe) = (numbers(6000, below: 5000, seed: 1), numbers(6000, below: 8000, seed: 2))
    var expected: [String: Int] = [:]
    func expect(_ event: String) { expected[event, default: 0] += 1 }
    func text(_ side: String, _ place: Int) -> String { String(decoding: row(side, place, size: 100), as: UTF8.self) }
    var held: [Int: (place: Int, marks: Int)] = [:]
    for (place, number) in build.enumerated() {
      if let first = held[number] {
        expect("again \(text("b", first.place)) \(text("b", place))")
      } else {
        held[number] = (place, 0)
      }
    }
    for (place, number) in probe.enumerated() {
      guard let first = held[number] else {
        expect("noMatch \(text("p", place))")
        continue
      }
      held[number]?.marks += 1
      expect("match \(text("b", first.place)) \(text("p", place))")
    }
    for (place, marks) in held.values { expect("end \(text("b", place)) \(marks)") }
    let alone = try join(build, probe, memory: memory, jobs: 1)
    #expect(alone.allSatisfy { !$0.isEmpty })
    #expect(Dictionary(alone.joined().map { ($0, 1) }, uniquingKeysWith: +) == expected)
    for jobs in [2, 5, 64] { #expect(try join(build, probe, memory: memory, jobs: jobs) == alone, "\(jobs) jobs") }
  }

  @Test("What a partition throws reaches the caller, and no thread waits for ever", arguments: [1, 2, 8])
  func failing(jobs: Int) throws {
    let (build, probe) = (numbers(6000, below: 5000, seed: 1), numbers(6000, below: 8000, seed: 2))
    for stage in Stage.allCases {
      for memory in [1 << 30, 1] {
        #expect(throws: Failed.self, "\(stage)") {
          try join(build, probe, memory: memory, jobs: jobs, failing: stage)
        }
      }
    }
  }

  @Test("Rows of megabytes, a single key and no record at all", arguments: [1, 3])
  func extremes(jobs: Int) throws {
    let long = try join([1, 2, 3, 1], [3, 2, 9], size: 3 << 20, memory: 1 << 30, jobs: jobs)
    #expect(
      long.joined().map { String($0.prefix { $0 != " " }) }.sorted() == [
        "again", "end", "end", "end", "match", "match", "noMatch",
      ])
    let same = Array(repeating: 7, count: 5000)
    let parts = try join(same, same, memory: 1, jobs: jobs)
    #expect(parts.filter { !$0.isEmpty }.count == 1 && parts.joined().count == 4999 + 5000 + 1)
    #expect(try join([], [], memory: 1, jobs: jobs).allSatisfy(\.isEmpty))
  }
}
