public import Findings

/// Where a field's bytes stand in the buffer of its batch.
public struct FieldRange: Sendable, Equatable {
  /// The offset of the first byte.
  public var start: UInt32
  /// The offset behind the last byte.
  public var end: UInt32

  /// A range of a batch's buffer.
  @inlinable
  public init(start: Int, end: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
  }

  /// A field without bytes, as one that a record does not have.
  public static let empty = FieldRange(start: 0, end: 0)

  /// A field that a record has, without bytes in it. Only XML distinguishes it from one that is not there.
  public static let present = FieldRange(start: 1, end: 1)

  /// Whether the record does not have the field at all, where the format can tell.
  @inlinable public var isAbsent: Bool { end == 0 }

  /// Whether there are no bytes. Files know no other absence.
  @inlinable public var isEmpty: Bool { start == end }

  /// The range with a piece of the same field that stands right behind it: comments and markup divide a text of XML.
  @inlinable
  public func extended(by piece: FieldRange) -> FieldRange {
    isEmpty ? piece : FieldRange(start: Int(start), end: Int(piece.end))
  }

  /// The offsets as a range.
  @inlinable public var bounds: Range<Int> { Int(start)..<Int(end) }

  /// The number of bytes.
  @inlinable public var count: Int { Int(end) - Int(start) }
}

/// Some records of one entity, in their order: one buffer of UTF-8 bytes and, for each record, as many field ranges
/// as the entity has columns. Reading a batch allocates nothing per record.
public struct RecordBatch: Sendable {
  /// The buffer that all fields point into. Bytes outside of fields mean nothing.
  public var bytes: [UInt8]
  /// `width` ranges for each record, in column order.
  public var fields: [FieldRange]
  /// For each record the line in its file on which it begins, from 1; 0 where files have no lines.
  public var lines: [UInt32]
  /// The number of columns.
  public var width: Int
  /// The number of the first record within its entity, from 1.
  public var firstNumber: Int
  /// What is wrong with records that could not be read, in their order.
  public var issues: [RecordIssue]
  /// Places in the batch of records with text that was encoded once only, where a pass looks for them.
  public var encodedOnce: [Int] = []
  /// The number of each record within its entity, where these do not follow each other; else empty.
  public var numbers: [UInt32] = []
  /// For each row of a log of changes that is no record whether it deletes one; else empty.
  public var deletions: [Bool] = []
  /// Whether all texts are known to have only characters that XML can carry. Readers find that out by the way; where it is
  /// false, a text must be looked at (`UTF8Text.fitsXML`).
  public var fitsXML = false

  /// The number of records.
  @inlinable public var count: Int { lines.count }

  /// The most records, and the most fields, that a batch of a file should have: the fields take 2 MiB then, however short
  /// they are, and what may be reported of each record does not add up.
  public static let (mostRecords, mostFields) = (1 << 15, 1 << 18)

  /// Whether the next record should go into another batch.
  public var isFull: Bool { count >= RecordBatch.mostRecords || fields.count >= RecordBatch.mostFields }

  /// The bytes of text beyond which a batch is large: several times what batches of short records have.
  static let largeSize = 4 << 20

  /// Whether so much text is in it that few such batches should be held at a time.
  public var isLarge: Bool { bytes.count > RecordBatch.largeSize }

  /// An empty batch of the given width, whose first record will have the given number.
  public init(width: Int, firstNumber: Int) {
    bytes = []
    fields = []
    lines = []
    self.width = width
    self.firstNumber = firstNumber
    issues = []
  }

  /// The number of a record within its entity, from 1.
  @inlinable
  public func number(of record: Int) -> RecordNumber {
    RecordNumber(numbers.isEmpty ? firstNumber + record : Int(numbers[record]))
  }

  /// The range of a record's field.
  @inlinable
  public func range(_ record: Int, _ column: Int) -> FieldRange { fields[record * width + column] }

  /// What is wrong with a record; nil if it could be read. Records are asked for in their order, and `next` is the place of
  /// the first issue that none of them had.
  @inlinable
  public func issue(of record: Int, _ next: inout Int) -> Issue? {
    guard next < issues.count, issues[next].index == record else { return nil }
    next += 1
    return issues[next - 1].issue
  }

  /// The place of the first issue of a record or one behind it, for `issue(of:_:)`.
  public func firstIssue(from record: Int) -> Int {
    var (low, high) = (0, issues.count)
    while low < high {
      let middle = (low + high) / 2
      if issues[middle].index < record { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds a record of another batch of the same width behind the others, with its number. Its field's bytes come along, but
  /// for long ones that the record at `previous` in that batch, which is the last one here, has too.
  public mutating func append(_ record: Int, of other: borrowing RecordBatch, behind previous: Int? = nil) {
    fitsXML = other.fitsXML && (fitsXML || lines.isEmpty)
    numbers.append(UInt32(truncatingIfNeeded: other.number(of: record).value))
    lines.append(other.lines[record])
    if previous == nil, let stretch = other.stretch(of: record) {
      return append(record, of: other, in: stretch)
    }
    for column in 0..<width {
      let range = other.range(record, column)
      if range.isEmpty {
        // An empty field stands where this batch has bytes, and elsewhere than an absent one.
        if !range.isAbsent, bytes.isEmpty { bytes.append(0) }
        fields.append(range.isAbsent ? range : FieldRange(start: bytes.count, end: bytes.count))
        continue
      }
      if range.count >= 64, let previous, other.range(previous, column) == range {
        fields.append(fields[fields.count - width])
        continue
      }
      let start = bytes.count
      bytes.append(contentsOf: other.bytes[range.bounds])
      fields.append(FieldRange(start: start, end: bytes.count))
    }
  }

  /// Where all fields of a record are, if hardly anything else is there; so it is in files of CSV.
  private func stretch(of record: Int) -> Range<Int>? {
    var (start, end, sum) = (UInt32.max, UInt32(0), 0)
    for index in record * width..<(record + 1) * width where !fields[index].isEmpty {
      start = min(start, fields[index].start)
      end = max(end, fields[index].end)
      sum += fields[index].count
    }
    return start < end && Int(end - start) <= sum + 2 * width + 64 ? Int(start)..<Int(end) : nil
  }

  /// Adds the fields of a record by one copy of the bytes that they are in.
  private mutating func append(_ record: Int, of other: borrowing RecordBatch, in stretch: Range<Int>) {
    let before = bytes.count
    bytes.append(contentsOf: other.bytes[stretch])
    for index in record * width..<(record + 1) * width {
      let range = other.fields[index]
      if range.isEmpty {
        fields.append(range.isAbsent ? range : FieldRange(start: bytes.count, end: bytes.count))
      } else {
        let start = Int(range.start) - stretch.lowerBound + before
        fields.append(FieldRange(start: start, end: start + range.count))
      }
    }
  }

  /// A field's text, for messages and everything else off the hot path. Invalid bytes become U+FFFD.
  public func text(_ record: Int, _ column: Int) -> String {
    let range = range(record, column)
    return String(decoding: bytes[Int(range.start)..<Int(range.end)], as: UTF8.self)
  }
}
