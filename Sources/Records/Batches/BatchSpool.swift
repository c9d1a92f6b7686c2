// Hot path: no allocation per record.

import Findings

/// Batches as bytes, to be put aside and read again faster than the file that they came from: lines, numbers, the lengths of
/// all fields and what is wrong with records, then the fields' own bytes.
///
/// Bytes that many fields share, as keys that lines inherit and shared strings of workbooks, are put aside once.
public enum BatchSpool {
  /// The fewest bytes of a field that may be shared.
  private static let leastShared = 64

  /// Where long fields were put that came last, by where they stand in the batch.
  private struct SharedFields {
    private var places = [(range: FieldRange, place: Int)](repeating: (.empty, 0), count: 64)

    /// Where a field's bytes were put before; nil, and noted that they are at `place` now, if that is not known.
    mutating func place(of range: FieldRange, orNote place: Int) -> Int? {
      let slot = Int((range.start &* 0x9E37_79B1) >> 26)
      if places[slot].range == range { return places[slot].place }
      places[slot] = (range, place)
      return nil
    }
  }

  /// The bytes in front of a batch: the size of what follows, and the six numbers that lead it.
  public static let headerSize = 24

  /// The batch as bytes.
  public static func encode(_ batch: RecordBatch, to output: inout OutputBuffer) {
    let begin = output.count
    output.appendZeroes(headerSize)
    for line in batch.lines { append(Int(line), to: &output) }
    for number in batch.numbers { append(Int(number), to: &output) }
    for isDeletion in batch.deletions { output.append(isDeletion ? 1 : 0) }
    // Twice its length, or one more for bytes that were put aside before, and where these are.
    var shared = SharedFields()
    var size = 0
    for field in batch.fields {
      if field.count >= leastShared, let place = shared.place(of: field, orNote: size) {
        append(field.count << 1 | 1, to: &output)
        append(place, to: &output)
      } else {
        append(field.count << 1, to: &output)
        size += field.count
      }
    }
    for issue in batch.issues {
      append(issue.index, to: &output)
      append(number(of: issue.issue), to: &output)
    }
    let lengths = output.count - begin - headerSize
    shared = SharedFields()
    size = 0
    for field in batch.fields where !field.isEmpty {
      if field.count >= leastShared, shared.place(of: field, orNote: size) != nil { continue }
      output.append(batch.bytes.span.extracting(field.bounds))
      size += field.count
    }
    // The lowest bits say whether the records have numbers of their own, whether all texts are fit for XML, and whether the
    // records are rows of a log that are none.
    let marks =
      batch.issues.count << 3 | (batch.deletions.isEmpty ? 0 : 4) | (batch.fitsXML ? 2 : 0)
      | (batch.numbers.isEmpty ? 0 : 1)
    let numbers = [output.count - begin - headerSize, lengths, batch.count, batch.width, batch.firstNumber, marks]
    for (place, number) in numbers.enumerated() {
      output.set(UInt32(truncatingIfNeeded: number), at: begin + 4 * place)
    }
  }

  /// The size of the batch whose header stands at the beginning of the bytes, the header itself not counted.
  public static func size(_ header: Span<UInt8>) -> Int { Int(number(header, at: 0)) }

  /// The batch of the bytes, header included, which become its buffer.
  public static func decode(_ bytes: consuming [UInt8]) -> RecordBatch {
    let span = bytes.span
    let lengths = Int(number(span, at: 4))
    let count = Int(number(span, at: 8))
    var batch = RecordBatch(width: Int(number(span, at: 12)), firstNumber: Int(number(span, at: 16)))
    batch.lines.reserveCapacity(count)
    batch.fields.reserveCapacity(count * batch.width)
    var index = headerSize
    for _ in 0..<count { batch.lines.append(UInt32(truncatingIfNeeded: length(span, &index))) }
    let marks = Int(number(span, at: 20))
    if marks & 1 != 0 {
      batch.numbers.reserveCapacity(count)
      for _ in 0..<count { batch.numbers.append(UInt32(truncatingIfNeeded: length(span, &index))) }
    }
    if marks & 4 != 0 {
      for _ in 0..<count {
        batch.deletions.append(span[index] != 0)
        index += 1
      }
    }
    let texts = headerSize + lengths
    var place = texts
    for _ in 0..<count * batch.width {
      let code = length(span, &index)
      let size = code >> 1
      if code & 1 == 1 {
        let start = texts + length(span, &index)
        batch.fields.append(FieldRange(start: start, end: start + size))
      } else {
        batch.fields.append(size == 0 ? .empty : FieldRange(start: place, end: place + size))
        place += size
      }
    }
    batch.fitsXML = marks & 2 != 0
    for _ in 0..<marks >> 3 {
      let record = length(span, &index)
      batch.issues.append(RecordIssue(index: record, issue(of: length(span, &index), width: batch.width)))
    }
    batch.bytes = bytes
    return batch
  }

  /// Whether bytes are a batch that `decode` can make: all numbers and ranges lie in them.
  public static func isSound(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= headerSize else { return false }
    let span = bytes.span
    let (size, lengths) = (Int(number(span, at: 0)), Int(number(span, at: 4)))
    let (count, width) = (Int(number(span, at: 8)), Int(number(span, at: 12)))
    let marks = Int(number(span, at: 20))
    let end = headerSize + lengths
    guard size == bytes.count - headerSize, lengths <= size, count <= lengths, width <= 1 << 20,
      count == 0 || width <= lengths, count * width <= lengths, marks >> 3 <= lengths
    else { return false }
    var index = headerSize
    func next() -> Int? {
      var value = 0
      var shift = 0
      while index < end, shift <= 35 {
        let byte = span[index]
        index += 1
        value |= Int(byte & 0x7F) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
      return nil
    }
    for _ in 0..<(marks & 1 != 0 ? 2 * count : count) { guard next() != nil else { return false } }
    if marks & 4 != 0 { index += count }
    let texts = size - lengths
    var place = 0
    for _ in 0..<count * width {
      guard let code = next() else { return false }
      if code & 1 == 1 {
        guard let start = next(), start <= texts, code >> 1 <= texts - start else { return false }
      } else {
        place += code >> 1
        if place > texts { return false }
      }
    }
    var last = -1
    for _ in 0..<marks >> 3 {
      guard let record = next(), record > last, record < count, let issue = next() else { return false }
      if issue > 3, issue & 1 == 0, (issue - 4) / 2 >= width { return false }
      last = record
    }
    return index == end
  }

  /// An issue of a reader as a number: what it is, and its column or number of fields.
  private static func number(of issue: Issue) -> Int {
    switch (issue.detail, issue.subject) {
    case (.fields(let found, _), _): 3 + 2 * found
    case (_, .column(let column)): 4 + 2 * column
    default: issue == .undecodable ? 0 : issue == .openQuote ? 1 : 2
    }
  }

  private static func issue(of number: Int, width: Int) -> Issue {
    switch number {
    case 0: .undecodable
    case 1: .openQuote
    case 2: .notACompany
    default: number & 1 == 1 ? .fieldCount((number - 3) / 2, expected: width) : .longCell((number - 4) / 2)
    }
  }

  /// A number in as many bytes as it needs: 7 bits each, the lowest first.
  @inline(__always)
  private static func append(_ number: Int, to output: inout OutputBuffer) {
    var rest = number
    while rest >= 0x80 {
      output.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(rest))
  }

  @inline(__always)
  private static func length(_ bytes: Span<UInt8>, _ index: inout Int) -> Int {
    var byte = bytes[index]
    index += 1
    if byte < 0x80 { return Int(byte) }
    var value = Int(byte & 0x7F)
    var shift = 7
    repeat {
      byte = bytes[index]
      index += 1
      value |= Int(byte & 0x7F) << shift
      shift += 7
    } while byte >= 0x80
    return value
  }

  private static func number(_ bytes: Span<UInt8>, at place: Int) -> UInt32 {
    UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16 | UInt32(bytes[place + 3])
      << 24
  }
}

extension OutputBuffer {
  /// Overwrites four bytes by a number, the lowest byte first.
  public mutating func set(_ number: UInt32, at place: Int) {
    for byte in 0..<4 { storage[place + byte] = UInt8(truncatingIfNeeded: number >> UInt32(8 * byte)) }
  }
}
