// Hot path: no allocation per row or cell; one row's arrays serve for all.

import Archives
import Findings
import Records

/// One cell as the sheet holds it.
struct WorkbookCell: Sendable {
  /// How its text is to be understood.
  enum Kind: Sendable {
    /// A number, or a date if the style says so.
    case number
    /// The number of a shared string.
    case shared
    /// Text in the cell itself, or what a formula gave.
    case text
    /// 1 or 0.
    case boolean
    /// A date in the form of ISO 8601.
    case date
    /// The text of an error, such as `#N/A`.
    case error
  }

  /// The column, from 0.
  var column: Int
  /// How its text is to be understood.
  var kind = Kind.number
  /// The number of its style.
  var style = 0
  /// Whether a formula gives its value.
  var isFormula = false
  /// The pieces of its text among those of the row: several for rich text.
  var pieces = 0..<0
}

/// One row of a sheet, whose texts stand in the bytes of the batch that it comes from.
struct WorkbookRow: Sendable {
  /// The row's number in the sheet, from 1.
  var number = 0
  /// Its cells in the order of the file; empty ones are left out.
  var cells: [WorkbookCell] = []
  /// The pieces of their texts.
  var pieces: [FieldRange] = []
}

/// Reads a sheet row by row.
struct WorkbookRows {
  /// The columns of a sheet at most.
  static let mostColumns = 16_384

  private let feed: Stage<XMLEventBatch>
  private var batch: XMLEventBatch?
  private var names = WorkbookNames()
  private var index = 0
  private var depth = 0
  private var isInData = false
  private let place: (file: String, package: String)
  /// Whether cells of the sheet are merged; files tell it behind the rows.
  private(set) var hasMergedCells = false

  /// The rows of a sheet. Throws `PackageError`.
  init(_ sheet: WorkbookLayout.Sheet, of workbook: Container) throws {
    guard let entry = WorkbookLayout.entry(sheet.part, in: workbook) else {
      throw PackageError.workbook(what: "a sheet is missing", file: sheet.part, package: workbook.path)
    }
    place = (sheet.part, workbook.path)
    feed = XMLFeed.events(entry, of: workbook, cuttingAt: 3, keepsText: true)
  }

  /// The bytes that the texts of the last row stand in.
  var bytes: [UInt8] { batch?.bytes ?? [] }

  /// Reads the next row; false at the end. Throws `PackageError`, `ArchiveError`.
  mutating func next(_ row: inout WorkbookRow) throws -> Bool {
    while true {
      if let batch {
        while index < batch.events.count {
          let event = batch.events[index]
          index += 1
          switch event.kind {
          case .end: depth -= 1
          case .attribute, .text: continue
          case .start:
            depth += 1
            if depth == 2 { isInData = event.name == names.sheetData }
            if depth == 3, event.name == names.mergeCell { hasMergedCells = true }
            if depth == 3, isInData, event.name == names.row {
              try read(&row, batch)
              return true
            }
          }
        }
      }
      batch = nil
      guard let more = try feed.next() else { return false }
      names.update(more.names)
      batch = more
      index = 0
    }
  }

  /// Reads the row whose element has begun.
  private mutating func read(_ row: inout WorkbookRow, _ batch: XMLEventBatch) throws {
    row.number += 1
    row.cells.removeAll(keepingCapacity: true)
    row.pieces.removeAll(keepingCapacity: true)
    var isValue = false
    var isPhonetic = false
    let bytes = batch.bytes.span
    while index < batch.events.count {
      let event = batch.events[index]
      index += 1
      switch event.kind {
      case .start:
        depth += 1
        if depth == 4 {
          guard event.name == names.cell else { continue }
          let column = (row.cells.last?.column ?? -1) + 1
          row.cells.append(WorkbookCell(column: column, pieces: row.pieces.count..<row.pieces.count))
        } else if depth >= 5, !row.cells.isEmpty {
          if depth == 5, event.name == names.formula { row.cells[row.cells.count - 1].isFormula = true }
          if depth == 6 { isPhonetic = event.name == names.phoneticRun }
          isValue = depth == 5 ? event.name == names.value : event.name == names.text && !isPhonetic
        }
      case .attribute:
        let text = bytes.extracting(Int(event.start)..<Int(event.end))
        if depth == 3, event.name == names.reference {
          if let number = WorkbookRows.number(text), number > 0 { row.number = number }
        } else if depth == 4, !row.cells.isEmpty {
          try attribute(event.name, text, of: &row.cells[row.cells.count - 1])
        }
      case .text:
        guard isValue, event.start < event.end else { continue }
        row.pieces.append(event.range)
        let last = row.cells.count - 1
        row.cells[last].pieces = row.cells[last].pieces.lowerBound..<row.pieces.count
      case .end:
        isValue = false
        depth -= 1
        if depth == 2 { return }
      }
    }
  }

  private func attribute(_ name: UInt16, _ text: Span<UInt8>, of cell: inout WorkbookCell) throws {
    if name == names.reference {
      guard let column = WorkbookRows.column(text) else {
        throw PackageError.workbook(what: "a cell beyond the last column", file: place.file, package: place.package)
      }
      cell.column = column
    } else if name == names.style {
      cell.style = WorkbookRows.number(text) ?? 0
    } else if name == names.type, text.count > 0 {
      switch (text[0], text.count) {
      case (UInt8(ascii: "s"), 1): cell.kind = .shared
      case (UInt8(ascii: "b"), _): cell.kind = .boolean
      case (UInt8(ascii: "d"), _): cell.kind = .date
      case (UInt8(ascii: "e"), _): cell.kind = .error
      case (UInt8(ascii: "n"), _): cell.kind = .number
      default: cell.kind = .text
      }
    }
  }

  /// The column, from 0, of a cell reference such as `AB12`; nil if no sheet has it.
  static func column(_ reference: Span<UInt8>) -> Int? {
    var column = 0
    var index = 0
    while index < reference.count {
      let letter = reference[index] | 0x20
      guard case 0x61...0x7A = letter else { break }
      column = column * 26 + Int(letter - 0x60)
      guard column <= mostColumns else { return nil }
      index += 1
    }
    return column == 0 ? nil : column - 1
  }

  /// A number of at most nine digits.
  static func number(_ text: Span<UInt8>) -> Int? {
    guard text.count > 0, text.count <= 9 else { return nil }
    var value = 0
    for index in text.indices {
      guard case 0x30...0x39 = text[index] else { return nil }
      value = value * 10 + Int(text[index] - 0x30)
    }
    return value
  }
}

/// The numbers that the parser gave to the names of sheets and strings; `UInt16.max` for one that did not occur yet.
struct WorkbookNames: Sendable {
  private(set) var sheetData = UInt16.max, row = UInt16.max, cell = UInt16.max, value = UInt16.max
  private(set) var formula = UInt16.max, text = UInt16.max, phoneticRun = UInt16.max, mergeCell = UInt16.max
  private(set) var reference = UInt16.max, style = UInt16.max, type = UInt16.max
  private var known = 0

  /// Takes note of names that came since the last time. `t` is both an element of text and the attribute of a type.
  mutating func update(_ names: [String]) {
    while known < names.count {
      let number = UInt16(known)
      switch names[known] {
      case "sheetData": sheetData = number
      case "row": row = number
      case "c": cell = number
      case "v": value = number
      case "f": formula = number
      case "t": (text, type) = (number, number)
      case "rPh": phoneticRun = number
      case "mergeCell": mergeCell = number
      case "r": reference = number
      case "s": style = number
      default: break
      }
      known += 1
    }
  }
}
