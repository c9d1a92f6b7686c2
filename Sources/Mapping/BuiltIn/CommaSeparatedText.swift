/// A small CSV text as rows of cells, for tables that people edit: countries, codes, value maps.
package struct CommaSeparatedText {
  /// A row and the line that it begins on.
  package struct Row: Equatable {
    package var line: Int
    package var cells: [String]
  }

  /// The rows without the empty ones, the heading included.
  package private(set) var rows: [Row] = []

  /// Reads commas, quotes and doubled quotes as RFC 4180 says; a quote that never closes ends with the text.
  package init(_ text: String) {
    var cells: [String] = []
    var cell = ""
    var isQuoted = false
    var line = 1
    var firstLine = 1
    var characters = text.makeIterator()
    var current = characters.next()
    while let character = current {
      current = characters.next()
      if character.isNewline { line += 1 }
      if isQuoted {
        if character != "\"" {
          cell.append(character)
        } else if current == "\"" {
          cell.append("\"")
          current = characters.next()
        } else {
          isQuoted = false
        }
      } else if character == "\"" && cell.isEmpty {
        isQuoted = true
      } else if character == "," {
        cells.append(cell)
        cell = ""
      } else if character.isNewline {
        add(cells + [cell], line: firstLine)
        (cells, cell, firstLine) = ([], "", line)
      } else {
        cell.append(character)
      }
    }
    add(cells + [cell], line: firstLine)
  }

  private mutating func add(_ cells: [String], line: Int) {
    if cells != [""] { rows.append(Row(line: line, cells: cells)) }
  }
}
