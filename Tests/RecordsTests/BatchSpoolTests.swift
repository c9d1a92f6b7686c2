import Findings
import Records
import TestSupport
import Testing

@Suite("Batches that are put aside")
struct BatchSpoolTests {
  @Test("Batches come back as they were, and bytes that fields share are put aside once")
  func shared() {
    var source = RandomSource(seed: 91)
    for round in 0..<200 {
      var batch = RecordBatch(width: 3, firstNumber: 7)
      batch.bytes = source.bytes(20_000, of: Array(0x41...0x5A))
      var known: [FieldRange] = [.empty]
      for record in 0..<40 {
        for _ in 0..<3 {
          let start = Int.random(in: 0..<10_000, using: &source)
          let range = FieldRange(start: start, end: start + Int.random(in: 0...300, using: &source))
          if Bool.random(using: &source) { known.append(range) }
          batch.fields.append(known.randomElement(using: &source) ?? .empty)
        }
        batch.lines.append(UInt32(record))
        if round % 2 == 0 { batch.deletions.append(record % 3 == 0) }
        switch record % 5 {
        case 0: batch.issues.append(RecordIssue(index: record, .fieldCount(record, expected: 3)))
        case 1: batch.issues.append(RecordIssue(index: record, .longCell(record)))
        case 2: batch.issues.append(RecordIssue(index: record, .notACompany))
        case 3: batch.issues.append(RecordIssue(index: record, record % 2 == 0 ? .undecodable : .openQuote))
        default: break
        }
      }
      var output = OutputBuffer(capacity: 64)
      BatchSpool.encode(batch, to: &output)
      let other = BatchSpool.decode(output.take())
      #expect(other.lines == batch.lines && other.issues == batch.issues && other.firstNumber == 7)
      #expect(other.deletions == batch.deletions)
      for record in 0..<40 {
        for column in 0..<3 { #expect(other.text(record, column) == batch.text(record, column)) }
      }
    }
  }

  @Test("A key that all lines inherit takes no room for each of them")
  func inherited() {
    var batch = RecordBatch(width: 2, firstNumber: 1)
    batch.bytes = Array(repeating: 0x4B, count: 100_000)
    for record in 0..<1_000 {
      batch.fields += [FieldRange(start: 0, end: 99_000), FieldRange(start: 99_000 + record, end: 99_001 + record)]
      batch.lines.append(0)
    }
    var output = OutputBuffer(capacity: 64)
    BatchSpool.encode(batch, to: &output)
    #expect(output.count < 120_000)
    var part = RecordBatch(width: 2, firstNumber: 1)
    for record in 0..<1_000 { part.append(record, of: batch, behind: record > 0 ? record - 1 : nil) }
    #expect(part.bytes.count < 120_000 && part.text(999, 0) == batch.text(999, 0) && part.text(999, 1) == "K")
  }

  @Test("Bytes that no batch makes are recognised before they are decoded")
  func strange() {
    var source = RandomSource(seed: 92)
    for _ in 0..<60 {
      var batch = RecordBatch(width: 4, firstNumber: 3)
      batch.bytes = source.bytes(4_000, of: Array(0x41...0x5A))
      for record in 0..<20 {
        for _ in 0..<4 {
          let start = Int.random(in: 0..<3_000, using: &source)
          batch.fields.append(FieldRange(start: start, end: start + Int.random(in: 0...200, using: &source)))
        }
        batch.lines.append(UInt32(record))
        if record % 6 == 0 { batch.issues.append(RecordIssue(index: record, .longCell(record % 4))) }
      }
      if Bool.random(using: &source) { batch.numbers = (0..<20).map { UInt32(3 * $0 + 1) } }
      if Bool.random(using: &source) { batch.deletions = (0..<20).map { $0 % 3 == 0 } }
      var output = OutputBuffer(capacity: 64)
      BatchSpool.encode(batch, to: &output)
      let bytes = output.take()
      let isSound = BatchSpool.isSound(bytes)
      #expect(isSound)
      #expect(!BatchSpool.isSound(Array(bytes.dropLast())) && !BatchSpool.isSound(bytes + [0]))
      for _ in 0..<200 {
        var damaged = bytes
        // Mostly where numbers are, not texts.
        let reach = Bool.random(using: &source) ? BatchSpool.headerSize : 400
        damaged[Int.random(in: 0..<min(reach, damaged.count), using: &source)] = UInt8.random(
          in: 0...255, using: &source)
        guard BatchSpool.isSound(damaged) else { continue }
        // It must not end the process, and all fields are within the bytes.
        let other = BatchSpool.decode(damaged)
        #expect(other.fields.allSatisfy { $0.start <= $0.end && Int($0.end) <= other.bytes.count })
        #expect(other.issues.allSatisfy { $0.index < other.count })
      }
    }
  }
}
