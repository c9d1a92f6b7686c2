import Archives
import Records
import TestSupport
import Testing

@testable import Reconciliation

@Suite("Rows in the order of their keys")
struct SortedRowsTests {
  private func buffer(_ text: String) -> OutputBuffer {
    var buffer = OutputBuffer(capacity: 64)
    let bytes = Array(text.utf8)
    buffer.append(bytes)
    return buffer
  }

  /// The rows of several lists, each of which gets every so many of the numbers, in the given order.
  private func rows(_ numbers: [Int], lists count: Int, memory: Int) throws -> [String] {
    let lists = (0..<count).map { _ in SortedRows(memory: memory) { try ScratchFile() } }
    for (place, number) in numbers.enumerated() {
      let key = String(number / 3)
      let padding = String(repeating: "-", count: 90)
      try lists[place % count].add(
        buffer(String(repeating: "0", count: 12 - key.count) + key), buffer("\(number) \(padding)"))
    }
    #expect(lists.reduce(0) { $0 + $1.count } == numbers.count)
    var found: [String] = []
    try SortedRows.forEach(of: lists) { found.append(String(KeyText.string($0).prefix { $0 != " " })) }
    return found
  }

  @Test(
    "Rows of several lists come out sorted, in memory and in files, however they came",
    arguments: [1 << 10, 64 << 10, 32 << 20], [1, 3, 16])
  func order(memory: Int, lists: Int) throws {
    var source = RandomSource(seed: 7)
    let sorted = Array(0..<20_000)
    // Keys have three numbers each, which keep the order of the lists and that in which they came.
    let keys = sorted.map { $0 / 3 }
    for numbers in [sorted, sorted.reversed(), sorted.shuffled(using: &source)] {
      let found = try rows(numbers, lists: lists, memory: memory)
      #expect(found.compactMap { Int($0).map { $0 / 3 } } == keys)
      #expect(try found == rows(numbers, lists: lists, memory: 1 << 30))
    }
  }
}
