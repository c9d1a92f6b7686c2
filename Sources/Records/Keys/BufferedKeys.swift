// Overloads that take a whole buffer: two buffers of one value can then be used at a time, one read, one written.

extension KeyText {
  /// Appends the comparable form of a buffer's text.
  public static func append(_ text: borrowing OutputBuffer, to output: inout OutputBuffer) {
    append(text.span, to: &output)
  }

  /// Appends a part of a buffer's text in lower case, not trimmed.
  public static func appendLowercased(
    _ text: borrowing OutputBuffer, _ range: Range<Int>, to output: inout OutputBuffer
  ) {
    appendLowercased(text.span.extracting(range), to: &output)
  }
}

extension KeyIndex {
  /// The entry of a buffer's text; nil if it is not there.
  public func find(_ key: borrowing OutputBuffer) -> Int? { find(key.span) }

  /// Adds a buffer's text as a key, as the other `insert` does.
  public mutating func insert(_ key: borrowing OutputBuffer, value: UInt32) -> (entry: Int, isNew: Bool) {
    insert(key.span, value: value)
  }
}

extension OutputBuffer {
  /// Appends a part of another buffer.
  public mutating func append(_ other: borrowing OutputBuffer, _ range: Range<Int>) {
    append(other.span.extracting(range))
  }
}
