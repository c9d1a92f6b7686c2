/// How a CSV file separates its fields. Quotes are `"`, doubled within quoted fields (RFC 4180), unless a description of the
/// file says something else.
public struct CSVDialect: Sendable, Equatable {
  /// The byte between fields.
  public var delimiter: UInt8
  /// Whether quotes around a field mean anything; else they are text.
  public var hasQuotes = true
  /// Whether a backslash within quotes stands before a quote or backslash that is text.
  public var hasBackslashes = false

  /// A dialect of the given delimiter.
  public init(delimiter: UInt8 = UInt8(ascii: ",")) { self.delimiter = delimiter }

  /// The dialect of a header line: of comma, semicolon, tab and bar the one that occurs most outside of quotes.
  public static func detect(header: Span<UInt8>) -> CSVDialect {
    let candidates: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
    var counts = [0, 0, 0, 0]
    var quoted = false
    for index in 0..<header.count {
      let byte = header[index]
      if byte == UInt8(ascii: "\"") { quoted.toggle() }
      if quoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if let place = candidates.firstIndex(of: byte) { counts[place] += 1 }
    }
    let best = counts.indices.max { (counts[$0], -$0) < (counts[$1], -$1) } ?? 0
    return CSVDialect(delimiter: candidates[best])
  }
}
