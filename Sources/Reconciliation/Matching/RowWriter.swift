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
