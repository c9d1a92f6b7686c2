// Hot path: no allocation per record or field.

/// Writes fields of CSV (RFC 4180), quoted only where they hold a delimiter, a quote or a line break.
public struct CSVEncoder: Sendable {
  /// The encoding of the output.
  public enum Encoding: Sendable {
    case utf8
    case utf16LittleEndian
  }

  private static let quote = UInt8(ascii: "\"")
  /// The bytes of a large text that are encoded at a time.
  private static let partSize = 256 << 10

  @usableFromInline let encoding: Encoding

  /// An encoder of comma-separated text.
  public init(encoding: Encoding = .utf8) { self.encoding = encoding }

  // MARK: Into a cursor

  /// The most bytes that so many fields with so many bytes of text in all can take, with delimiters and the line end.
  public func room(bytes: Int, fields: Int) -> Int {
    (2 * bytes + 3 * fields + 2) * (encoding == .utf16LittleEndian ? 2 : 1)
  }

  /// Appends as a field the part of a text between two offsets.
  @inlinable @inline(__always)
  @_lifetime(output: copy output)
  public func field(_ text: Span<UInt8>, from start: Int, to end: Int, in output: inout OutputCursor) {
    // Most texts need no quotes and are ASCII: they are copied while that is found out.
    let isPlain =
      encoding == .utf8
      ? output.appendPlain(text, from: start, to: end) : output.appendPlainWidened(text, from: start, to: end)
    if !isPlain { special(text.extracting(start..<end), in: &output) }
  }

  /// Appends a field that may need quotes, or may not be ASCII.
  @usableFromInline @inline(never)
  @_lifetime(output: copy output)
  func special(_ field: Span<UInt8>, in output: inout OutputCursor) {
    if Specials.areIn(field) { quoted(field, in: &output) } else { plain(field, in: &output) }
  }

  /// Appends a field's text in quotes, whatever it holds.
  @_lifetime(output: copy output)
  func quoted(_ text: Span<UInt8>, in output: inout OutputCursor) {
    ascii(CSVEncoder.quote, in: &output)
    doublingQuotes(text, in: &output)
    ascii(CSVEncoder.quote, in: &output)
  }

  /// Appends a text whose quotes are doubled, without those around the field.
  @_lifetime(output: copy output)
  private func doublingQuotes(_ text: Span<UInt8>, in output: inout OutputCursor) {
    var start = 0
    for index in 0..<text.count where text[index] == CSVEncoder.quote {
      plain(text.extracting(start..<index + 1), in: &output)
      ascii(CSVEncoder.quote, in: &output)
      start = index + 1
    }
    plain(text.extracting(start..<text.count), in: &output)
  }

  /// Appends the comma between fields.
  @inlinable @inline(__always)
  @_lifetime(output: copy output)
  public func delimiter(in output: inout OutputCursor) { ascii(UInt8(ascii: ","), in: &output) }

  /// Appends the end of a record, CR LF.
  @_lifetime(output: copy output)
  public func lineEnd(in output: inout OutputCursor) {
    ascii(0x0D, in: &output)
    ascii(0x0A, in: &output)
  }

  @inlinable @inline(__always)
  @_lifetime(output: copy output)
  func ascii(_ byte: UInt8, in output: inout OutputCursor) {
    output.append(byte)
    if encoding == .utf16LittleEndian { output.append(0) }
  }

  @_lifetime(output: copy output)
  private func plain(_ text: Span<UInt8>, in output: inout OutputCursor) {
    if encoding == .utf8 {
      output.append(text)
    } else {
      UTF16Text.append(text, in: &output)
    }
  }

  // MARK: Into a buffer

  /// Appends a field's text.
  public func field(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var cursor = output.cursor(room: room(bytes: text.count, fields: 1))
    field(text, from: 0, to: text.count, in: &cursor)
    output.advance(to: cursor.count)
  }

  /// Appends a text of many megabytes as a field, a part at a time; `flush` is called in between, so that the whole of it is
  /// nowhere in memory a second time.
  public func largeField(
    _ text: Span<UInt8>, to output: inout OutputBuffer, flush: (inout OutputBuffer) throws -> Void
  ) throws {
    let isQuoted = Specials.areIn(text)
    if isQuoted { ascii(CSVEncoder.quote, to: &output) }
    var start = 0
    while start < text.count {
      var end = min(start + CSVEncoder.partSize, text.count)
      // No character is cut.
      while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
      let part = text.extracting(start..<end)
      var cursor = output.cursor(room: room(bytes: part.count, fields: 0))
      if isQuoted { doublingQuotes(part, in: &cursor) } else { plain(part, in: &cursor) }
      output.advance(to: cursor.count)
      try flush(&output)
      start = end
    }
    if isQuoted { ascii(CSVEncoder.quote, to: &output) }
  }

  /// Appends a field's text in quotes, whatever it holds.
  public func quoted(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var cursor = output.cursor(room: room(bytes: text.count, fields: 1))
    quoted(text, in: &cursor)
    output.advance(to: cursor.count)
  }

  /// Appends the comma between fields.
  public func delimiter(to output: inout OutputBuffer) { ascii(UInt8(ascii: ","), to: &output) }

  /// Appends the end of a record, CR LF.
  public func lineEnd(to output: inout OutputBuffer) {
    ascii(0x0D, to: &output)
    ascii(0x0A, to: &output)
  }

  /// Appends the byte order mark of UTF-16; UTF-8 has none.
  public func mark(to output: inout OutputBuffer) {
    if encoding == .utf16LittleEndian {
      output.append(0xFF)
      output.append(0xFE)
    }
  }

  /// The byte order mark of UTF-8, by which programs for spreadsheets know the encoding.
  public static let spreadsheetMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Appends the names of the columns of a list that people open, behind the byte order mark.
  public func headings(_ names: [String], to output: inout OutputBuffer) {
    output.append(CSVEncoder.spreadsheetMark)
    record(names, to: &output)
  }

  /// Appends a whole record of texts; for headers and everything else off the hot path.
  public func record(_ texts: [String], to output: inout OutputBuffer) {
    for (number, text) in texts.enumerated() {
      if number > 0 { delimiter(to: &output) }
      let bytes = Array(text.utf8)
      field(bytes.span, to: &output)
    }
    lineEnd(to: &output)
  }

  @inline(__always)
  private func ascii(_ byte: UInt8, to output: inout OutputBuffer) {
    output.append(byte)
    if encoding == .utf16LittleEndian { output.append(0) }
  }
}
