/// Rows of cells as columns of text, two blanks between them.
struct TextTable {
  private var rows: [[String]]

  /// A table with the heading.
  init(_ heading: [String]) { rows = [heading] }

  /// Adds a row of as many cells.
  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The lines, each with a line feed, without blanks at the end.
  var text: String {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for row in rows {
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: width - cell.count + 2)
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }
}
