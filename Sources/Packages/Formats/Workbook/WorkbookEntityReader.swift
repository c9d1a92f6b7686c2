// Hot path: no allocation per record.

import Archives
import Findings
import Mapping
import Records

/// Reads the records of a workbook's sheet. The first row with anything in it is the header.
struct WorkbookEntityReader: EntityFileReader {
  private var rows: WorkbookRows
  private let text: WorkbookText
  private let entity: PackageEntity
  private let place: (file: String, package: String)
  private var row = WorkbookRow()
  /// The number of the sheet's own columns.
  private let ownWidth: Int
  /// The columns in which the row at hand has a number or date by itself.
  private var typed: Set<Int> = []
  private var output = OutputBuffer(capacity: ByteFeed.pieceSize)
  private var nextNumber = 1
  private var isBehindHeader = false
  private var marks: Marks
  /// Where long shared strings stand in the batch at hand, which lends them to all cells that name them.
  private var lent: [Int: FieldRange] = [:]
  /// The bytes of all cells so far.
  private var produced: UInt64 = 0
  private let container: Container

  /// The fewest bytes of a shared string that is lent; shorter ones are copied sooner than found.
  private static let leastLent = 64

  /// How F&O's export begins the row that it makes Excel guess the columns' types by; imports refuse it.
  private static let dummy = Array("This is a string that is inserted into Excel as a dummy cell".utf8)

  /// A reader of the records. Throws `PackageError`, `ArchiveError`.
  init(_ entity: PackageEntity, entry: EntryInfo, of container: Container) throws {
    let workbook = try WorkbookLayout.workbook(entry, of: container)
    let layout = try WorkbookLayout(workbook)
    guard let sheet = layout.sheets.first(where: { $0.part == entity.sheet }) ?? layout.sheets.first else {
      throw PackageError.workbook(what: "no sheet", file: entity.file, package: container.path)
    }
    self.entity = entity
    ownWidth = entity.cultureColumns?.ownCount ?? entity.columns.count
    self.container = container
    place = (sheet.part, workbook.path)
    rows = try WorkbookRows(sheet, of: workbook)
    text = WorkbookText(
      strings: try WorkbookStrings(layout, of: workbook), styles: try WorkbookStyles(layout, of: workbook),
      layout: layout, side: entity.schema?.side, place: place)
    marks = Marks(width: entity.columns.count)
  }

  var columns: [SourceColumn] { entity.columns }

  /// The next batch of about 1 MiB; nil at the end. Throws `PackageError`, `ArchiveError`.
  mutating func next() throws -> RecordBatch? {
    var batch = RecordBatch(width: entity.columns.count, firstNumber: nextNumber)
    batch.fitsXML = true
    lent.removeAll(keepingCapacity: true)
    while output.count < ByteFeed.pieceSize, !batch.isFull, try rows.next(&row) {
      let before = batch.count
      try record(&batch)
      if batch.count > before, !isBehindHeader {
        isBehindHeader = true
        batch = RecordBatch(width: batch.width, firstNumber: nextNumber)
        batch.fitsXML = true
        output.truncate(to: 0)
        lent.removeAll(keepingCapacity: true)
        marks = Marks(width: entity.columns.count)
      }
    }
    try container.count(made: produced, of: "\(entity.file)!\(place.file)")
    guard batch.count > 0 else { return nil }
    batch.bytes = output.take()
    nextNumber += batch.count
    return batch
  }

  /// Appends the row as a record, unless nothing is in it.
  private mutating func record(_ batch: inout RecordBatch) throws {
    let base = batch.fields.count
    for _ in 0..<batch.width { batch.fields.append(.empty) }
    var found = 0
    var size = 0
    var longCell: Int?
    typed.removeAll(keepingCapacity: true)
    let bytes = rows.bytes
    for cell in row.cells {
      let start = output.count
      let (range, isCut, fitsXML) = try append(cell, bytes)
      guard !range.isEmpty else { continue }
      found = max(found, cell.column + 1)
      guard cell.column < ownWidth else {
        // What the batch lends may stand there.
        if lent.isEmpty { output.truncate(to: start) }
        continue
      }
      size += range.count
      guard size <= CSVParser.longestRecord else {
        throw PackageError.workbook(what: "row \(row.number) is too large", file: place.file, package: place.package)
      }
      batch.fields[base + cell.column] = range
      if !fitsXML { batch.fitsXML = false }
      if isCut, longCell == nil { longCell = cell.column }
      marks.note(cell, isDate: text.isDate(cell))
      if entity.cultureColumns != nil, cell.kind == .number { typed.insert(cell.column) }
    }
    guard found > 0 else {
      batch.fields.removeLast(batch.width)
      return
    }
    if let cell = (base..<batch.fields.count).first(where: { !batch.fields[$0].isEmpty }),
      WorkbookEntityReader.isDummy(output.span.extracting(batch.fields[cell].bounds))
    {
      marks.hasDummyRow = true
    }
    entity.cultureColumns?.complete(&batch.fields, from: base, &output) { typed.contains($0) }
    if found > ownWidth {
      batch.issues.append(RecordIssue(index: batch.count, .fieldCount(found, expected: ownWidth)))
    } else if let longCell {
      batch.issues.append(RecordIssue(index: batch.count, .longCell(longCell)))
    }
    batch.lines.append(UInt32(row.number))
  }

  /// Puts a cell's text into the batch, unless that has it already: where it stands, whether it is cut, and whether XML can
  /// carry it.
  private mutating func append(
    _ cell: WorkbookCell, _ bytes: [UInt8]
  ) throws -> (range: FieldRange, isCut: Bool, fitsXML: Bool) {
    let start = output.count
    guard let string = try text.shared(cell, of: row, bytes),
      string.range.count >= WorkbookEntityReader.leastLent
    else {
      let outcome = try text.append(cell, of: row, bytes, to: &output)
      produced += UInt64(outcome.bytes)
      let fitsXML = UTF8Text.fitsXML(output.span.extracting(start..<output.count))
      return (FieldRange(start: start, end: output.count), outcome.isCut, fitsXML)
    }
    produced += UInt64(string.bytes)
    let known = lent[string.range.lowerBound]
    if known == nil { output.append(text.sharedBytes.span.extracting(string.range)) }
    let range = known ?? FieldRange(start: start, end: output.count)
    if known == nil { lent[string.range.lowerBound] = range }
    return (range, string.isCut, string.fitsXML)
  }

  private static func isDummy(_ text: Span<UInt8>) -> Bool {
    guard text.count >= dummy.count else { return false }
    for index in dummy.indices where text[index] != dummy[index] { return false }
    return true
  }

  /// What was noticed in the rows so far: `P2C1218` for what a spreadsheet made (`numbers` and `formulas` of a column,
  /// `merged cells`), `P2C1226` for the `dummy row` of an export.
  var remarks: [Finding] {
    func note(_ code: FindingCode, what: Message, _ column: Int? = nil) -> Finding {
      Finding(
        noted: code, file: entity.file, entity: entity.name, field: column.map { entity.columns[$0].heading } ?? "",
        what: what)
    }
    var notes: [Finding] = []
    for column in entity.columns.indices {
      if marks.numbers[column] { notes.append(note(.numberUnclear, what: "numbers", column)) }
      if marks.formulas[column] { notes.append(note(.numberUnclear, what: "formulas", column)) }
    }
    if rows.hasMergedCells { notes.append(note(.numberUnclear, what: "merged cells")) }
    if marks.hasDummyRow { notes.append(note(.workbookRefused, what: "dummy row")) }
    return notes
  }

  /// In which columns a spreadsheet left its traces.
  private struct Marks {
    var numbers: [Bool]
    var formulas: [Bool]
    var hasDummyRow = false

    init(width: Int) {
      numbers = Array(repeating: false, count: width)
      formulas = numbers
    }

    mutating func note(_ cell: WorkbookCell, isDate: Bool) {
      if cell.kind == .number, !isDate { numbers[cell.column] = true }
      if cell.isFormula { formulas[cell.column] = true }
    }
  }
}
