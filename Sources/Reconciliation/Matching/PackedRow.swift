// Hot path: no allocation per record.

import Records

/// Puts the fields of a record one behind the other, as small as they can be kept: first their lengths, then their bytes.
struct RowWriter {
  private var lengths: OutputBuffer
  private var texts: OutputBuffer

  /// A writer with room for common rows.
  init() {
    lengths = OutputBuffer(capacity: 256)
    texts = OutputBuffer(capacity: 1024)
  }

  private init(lengths: OutputBuffer, texts: OutputBuffer) {
    self.lengths = lengths
    self.texts = texts
  }

  /// A writer that stands in for one that is taken out while it is used.
  static var none: RowWriter { RowWriter(lengths: .none, texts: .none) }

  /// Begins another row.
  mutating func begin() {
    lengths.truncate(to: 0)
    texts.truncate(to: 0)
  }

  /// Adds a field with its text, which may be empty.
  mutating func append(_ text: Span<UInt8>) {
    texts.append(text)
    appendLength(text.count + 1)
  }

  /// Adds a field whose text the body appends to the buffer.
  mutating func append(_ body: (inout OutputBuffer) -> Void) {
    let start = texts.count
    body(&texts)
    appendLength(texts.count - start + 1)
  }

  /// Adds a field that the record's file does not have.
  mutating func appendAbsent() { lengths.append(0) }

  /// A field's length and one more, so that 0 is left for what is absent: 7 bits a byte, the lowest first.
  private mutating func appendLength(_ length: Int) {
    var rest = length
    while rest >= 0x80 {
      lengths.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    lengths.append(UInt8(rest))
  }

  /// Appends the row.
  func append(to output: inout OutputBuffer) {
    output.append(lengths, 0..<lengths.count)
    output.append(texts, 0..<texts.count)
  }
}

/// Finds the fields of a row again.
struct RowReader {
  /// Where the fields of the row at hand stand in its buffer; `isAbsent` where the file has no such column.
  private(set) var fields: [FieldRange] = []

  /// Reads the row of so many fields that begins at a place of the buffer.
  mutating func read(_ buffer: borrowing OutputBuffer, from start: Int, count: Int) {
    fields.removeAll(keepingCapacity: true)
    let bytes = buffer.span
    var index = start
    for _ in 0..<count {
      var length = 0
      var shift = 0
      while true {
        let byte = bytes[index]
        index += 1
        length |= Int(byte & 0x7F) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      fields.append(FieldRange(start: 0, end: length))
    }
    for field in fields.indices where fields[field].end > 0 {
      let size = Int(fields[field].end) - 1
      fields[field] = FieldRange(start: index, end: index + size)
      index += size
    }
  }
}
