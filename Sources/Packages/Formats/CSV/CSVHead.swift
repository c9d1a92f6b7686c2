public import Records

/// What the beginning of a CSV file says: how its fields are separated, and the names of its columns.
public struct CSVHead: Sendable {
  /// What names of CSV files end in, in lower case, the usual ending first.
  public static let fileEndings = [".csv", ".txt", ".tsv", ".tab"]

  /// How fields are separated.
  public let dialect: CSVDialect
  /// The names of the columns.
  public let headings: [String]
  /// The header's own text in UTF-8, with the end of its line.
  public let header: [UInt8]
  /// Whether all of the header is text of the encoding.
  public let isDecodable: Bool

  /// Looks at the beginning of a file, by the encoding that its bytes tell or by another one. Nil if the header does not end in
  /// it. Without any text it is one column without a name.
  public init?(_ head: FileHead, as encoding: TextEncoding? = nil) {
    let (text, firstInvalid) = head.text(as: encoding)
    dialect = CSVDialect.detect(header: text.span)
    guard let header = CSVParser.header(text.span, dialect: dialect, isLast: head.isWhole) else { return nil }
    headings = header.names
    self.header = Array(text[..<header.bytes])
    isDecodable = firstInvalid.map { $0 >= header.bytes } ?? true
  }
}
