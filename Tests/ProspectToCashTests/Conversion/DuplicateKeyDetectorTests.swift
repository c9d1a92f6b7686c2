import Foundation
import Records
import TestSupport
import Testing

@testable import Conversion

@Suite("Keys that come again")
struct KeyJudgeTests {
  /// A key as checks get it: the comparable form of its parts with a zero byte between them.
  private func comparable(_ parts: [String]) -> OutputBuffer {
    var key = OutputBuffer(capacity: 64)
    for (place, part) in parts.enumerated() {
      if place > 0 { key.append(0) }
      key.append(KeyText.bytes(part))
    }
    return key
  }

  private func check(
    _ duplicates: inout DuplicateKeyDetector, _ parts: String..., record: Int, input: Int = 0, content: UInt64 = 0
  ) -> KeyOutcome {
    duplicates.check(comparable(parts), record: record, input: input, content: content)
  }

  @Test("The first record of a key is the first, and all others name it")
  func doubled() {
    var keys = DuplicateKeyDetector(hasSeveralInputs: false, seeksAlike: false)
    #expect(check(&keys, "A-1", record: 4) == .first)
    #expect(check(&keys, "A-2", record: 5) == .first)
    #expect(check(&keys, "A-1", record: 6) == .doubled(earlier: 4))
    #expect(check(&keys, " a-1 ", record: 7) == .doubled(earlier: 4))
    #expect(check(&keys, "A-2", record: 8) == .doubled(earlier: 5))
  }

  @Test("Keys of several parts are the same only if every part is")
  func parts() {
    var keys = DuplicateKeyDetector(hasSeveralInputs: false, seeksAlike: false)
    #expect(check(&keys, "A", "1", record: 0) == .first)
    #expect(check(&keys, "A1", record: 1) == .first)
    #expect(check(&keys, "A", "", record: 2) == .first)
    #expect(check(&keys, "", "A", record: 3) == .first)
    #expect(check(&keys, "a", "1", record: 4) == .doubled(earlier: 0))
  }

  @Test("Of several inputs, the same content is merged and other content contradicts; twice in one input is a double")
  func inputs() {
    var keys = DuplicateKeyDetector(hasSeveralInputs: true, seeksAlike: false)
    #expect(check(&keys, "A", record: 0, input: 0, content: 7) == .first)
    #expect(check(&keys, "A", record: 1, input: 1, content: 7) == .merged(earlier: 0))
    #expect(check(&keys, "A", record: 2, input: 2, content: 8) == .contradicts(earlier: 0))
    // An input that had its say with the key has it twice now, whatever became of it.
    #expect(check(&keys, "A", record: 3, input: 2, content: 7) == .doubled(earlier: 0))
    #expect(check(&keys, "A", record: 4, input: 0, content: 7) == .doubled(earlier: 0))
    #expect(check(&keys, "A", record: 5, input: 3, content: 7) == .merged(earlier: 0))
  }

  @Test("With a single input a key that comes again is a double, even with the same content")
  func singleInput() {
    var keys = DuplicateKeyDetector(hasSeveralInputs: false, seeksAlike: false)
    #expect(check(&keys, "A", record: 0, input: 0, content: 7) == .first)
    #expect(check(&keys, "A", record: 1, input: 1, content: 7) == .doubled(earlier: 0))
  }

  @Test("A new key that looks like an earlier one names it, where that is wanted")
  func alike() {
    var keys = DuplicateKeyDetector(hasSeveralInputs: false, seeksAlike: true)
    _ = check(&keys, "000410", "USMF", record: 3)
    #expect(keys.alike == nil)
    #expect(check(&keys, "410", "USMF", record: 9) == .first)
    #expect(keys.alike?.key == "000410|usmf")
    #expect(keys.alike?.record == 3)
    // It is said of the key that was checked last, and not of one that comes again.
    _ = check(&keys, "410", "USMF", record: 10)
    #expect(keys.alike == nil)
    _ = check(&keys, "411", "USMF", record: 11)
    #expect(keys.alike == nil)

    var indifferent = DuplicateKeyDetector(hasSeveralInputs: false, seeksAlike: false)
    _ = check(&indifferent, "000410", record: 0)
    _ = check(&indifferent, "410", record: 1)
    #expect(indifferent.alike == nil)
  }

  @Test("What is forgotten is new again")
  func forget() {
    var keys = DuplicateKeyDetector(hasSeveralInputs: true, seeksAlike: true)
    _ = check(&keys, "007", record: 0, input: 0, content: 1)
    keys.forget()
    #expect(check(&keys, "7", record: 1, input: 0, content: 1) == .first)
    #expect(keys.alike == nil)
    #expect(check(&keys, "007", record: 2, input: 0, content: 1) == .first)
    #expect(check(&keys, "7", record: 3, input: 1, content: 1) == .merged(earlier: 1))
  }

  @Test("Thousands of keys are checked as a plain list would, prepared for or not", arguments: 1...6)
  func reference(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let hasSeveralInputs = seed % 2 == 0
    let keys = (0..<3_000).map { _ in random.key }
    let rows = keys.map { ["", $0] }
    let batch = RecordBatch(width: 2, rows: rows)
    var prepared = DuplicateKeyDetector(hasSeveralInputs: hasSeveralInputs, seeksAlike: false)
    var unprepared = prepared
    var known: [String: (record: Int, content: UInt64, inputs: Set<Int>)] = [:]
    for (record, key) in keys.enumerated() {
      let input = Int.random(in: 0...3, using: &random)
      let content = UInt64.random(in: 0...1, using: &random)
      let comparable = comparable([key])
      prepared.expect(batch, record, columns: [1])
      let outcome = prepared.check(comparable, record: record, input: input, content: content)
      #expect(outcome == unprepared.check(comparable, record: record, input: input, content: content))
      let name = key.lowercased().trimmingCharacters(in: .whitespaces)
      guard let earlier = known[name] else {
        known[name] = (record, content, [input])
        #expect(outcome == .first)
        continue
      }
      if !hasSeveralInputs || earlier.inputs.contains(input) {
        #expect(outcome == .doubled(earlier: earlier.record))
      } else if earlier.content == content {
        #expect(outcome == .merged(earlier: earlier.record))
      } else {
        #expect(outcome == .contradicts(earlier: earlier.record))
      }
      known[name]?.inputs.insert(input)
    }
    #expect(known.count > 100)
  }
}

extension RandomSource {
  /// A key that has a fair chance to have come before, perhaps in another form.
  fileprivate var key: String {
    mutating get {
      let number = "C-\(Int.random(in: 0..<1_000, using: &self))"
      switch Int.random(in: 0..<4, using: &self) {
      case 0: return number.lowercased()
      case 1: return " \(number)"
      default: return number
      }
    }
  }
}
