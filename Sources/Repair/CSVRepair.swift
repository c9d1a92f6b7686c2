import Archives
import Packages
import Records

/// What a CSV file needs, found out in one pass over it, and the pass that does it.
struct CSVRepair {
  private let container: Container
  private let entry: EntryInfo
  private let dialect: CSVDialect
  private let width: Int
  private let source: TextEncoding
  private let markSize: Int
  private let orders: CSVEdit.Orders

  /// The encoding that is written in the file's place; nil if it has the right one.
  let target: TextEncoding?
  /// How many line feeds become CR LF.
  let lineFeeds: Int
  /// How many columns without a name are cut off behind the last one that has one.
  let emptyColumns: Int
  /// How many records have empty fields cut off, where the header has no columns for them.
  let emptyFields: Int
  /// The columns that are left out.
  let columns: [String]

  /// Looks through a file. Nil for a file without a header, and for one that cannot be decoded. `sourceFormat` is the
  /// manifest's; nil where none says how the file should be written.
  init?(_ entry: EntryInfo, of container: Container, sourceFormat: String?, isLeftOut: (String) -> Bool) throws {
    self.container = container
    self.entry = entry
    let head = try FileHead(entry, of: container, limit: 256 << 10)
    guard let csv = CSVHead(head), !csv.header.isEmpty else { return nil }
    let (detected, mark) = (head.encoding, head.markSize)
    let headings = csv.headings
    dialect = csv.dialect
    markSize = mark
    let named = 1 + (headings.lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? -1)

    let format = sourceFormat?.lowercased() ?? ""
    let isWide = detected == .utf16LittleEndian || detected == .utf16BigEndian
    var wanted: TextEncoding?
    if format.hasSuffix("-unicode") {
      if detected != .utf16LittleEndian || mark == 0 { wanted = .utf16LittleEndian }
    } else if ["csv", "tab", "pipe"].contains(format), isWide {
      wanted = .utf8
    }
    var survey = CSVEdit(dialect, .init(), observedWidth: named)
    var invalid = try CSVRepair.look(&survey, entry, container, detected, mark)
    var source = detected
    if invalid > 0, detected == .utf8, wanted != nil {
      // As readers take it: a file without a mark that is not UTF-8 is Windows-1252.
      source = .windows1252
      survey = CSVEdit(dialect, .init(), observedWidth: named)
      invalid = try CSVRepair.look(&survey, entry, container, source, mark)
    }
    if invalid > 0 {
      if isWide { return nil }
      wanted = nil
    }
    self.source = wanted == nil ? detected : source
    target = wanted
    lineFeeds = format.hasSuffix("-unicode") ? survey.bareLineFeeds : 0

    var orders = CSVEdit.Orders()
    orders.fixesLineEnds = lineFeeds > 0
    if named > 0, survey.surplusRecords > 0, survey.surplusValues == 0 { orders.width = named }
    let found = headings.indices.filter { isLeftOut(headings[$0]) }
    // A record of one empty field would be a blank line, and no record any more.
    if !found.isEmpty, named - found.count >= 2 { orders.leftOut = Set(found) }
    // What is cut out of a header must not make another delimiter of it.
    if try CSVRepair.dialect(of: csv.header, dialect, orders) != dialect { (orders.width, orders.leftOut) = (nil, []) }
    columns = orders.leftOut.sorted().map { headings[$0] }
    emptyColumns = orders.width == nil ? 0 : headings.count - named
    emptyFields = orders.width == nil || emptyColumns > 0 ? 0 : survey.surplusRecords
    self.orders = orders
    width = headings.count
  }

  /// What readers take for the delimiter of a header when it is edited.
  private static func dialect(of header: [UInt8], _ dialect: CSVDialect, _ orders: CSVEdit.Orders) throws -> CSVDialect
  {
    var edit = CSVEdit(dialect, orders, observedWidth: orders.width ?? 0)
    var edited = OutputBuffer(capacity: header.count)
    try edit.edit(header.span, isLast: true, to: &edited)
    return CSVDialect.detect(header: edited.span)
  }

  /// Whether the file needs anything.
  var isNeeded: Bool { target != nil || !orders.isEmpty }

  /// The number of bytes that are not valid, and in the survey what the records have.
  private static func look(
    _ survey: inout CSVEdit, _ entry: EntryInfo, _ container: Container, _ encoding: TextEncoding, _ mark: Int
  ) throws -> Int {
    let passage = TextPassage(entry, of: container, from: encoding, mark: mark, to: .utf8, newMark: [])
    return try passage.run(&survey, validating: true) { _ in }
  }

  /// Writes the file as it should be.
  func write(_ write: ([UInt8]) throws -> Void) throws {
    var edit = CSVEdit(dialect, orders, observedWidth: width)
    let mark = target.flatMap(TextEncoder.init)?.mark
    let passage = TextPassage(
      entry, of: container, from: source, mark: markSize, to: target ?? source, newMark: mark)
    _ = try passage.run(&edit, write)
  }
}
