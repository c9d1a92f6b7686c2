import TestSupport

/// The rows of a list that the tool has written, by column.
struct Rows {
  let columns: [String]
  let all: [[String: String]]

  /// Reads a file of CSV.
  init(_ folder: TestFolder, _ file: String) throws {
    var lines = Rows.lines(try folder.text(file))
    columns = lines.isEmpty ? [] : lines.removeFirst()
    let names = columns
    all = lines.map { Dictionary(zip(names, $0), uniquingKeysWith: { first, _ in first }) }
  }

  /// The rows that have the texts in the columns.
  func with(_ wanted: [String: String]) -> [[String: String]] {
    all.filter { row in wanted.allSatisfy { row[$0.key] == $0.value } }
  }

  /// The texts of a column.
  subscript(_ column: String) -> [String] { all.map { $0[column] ?? "" } }

  /// Reads it the plain way, character by character.
  private static func lines(_ text: String) -> [[String]] {
    var lines: [[String]] = []
    var line: [String] = []
    var cell = ""
    var isQuoted = false
    var isAfterQuote = false
    for character in text {
      // A second quote in a row stands for one.
      if character == "\"", isAfterQuote { cell.append(character) }
      isAfterQuote = character == "\"" && isQuoted
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        line.append(cell)
        cell = ""
      case "\r\n" where !isQuoted, "\n" where !isQuoted:
        lines.append(line + [cell])
        (line, cell) = ([], "")
      default: cell.append(character)
      }
    }
    return lines
  }
}
