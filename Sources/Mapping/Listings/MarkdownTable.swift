/// Rows of cells as a table of Markdown.
struct MarkdownTable {
  private var lines: [String]

  /// A table with the heading.
  init(_ heading: [String]) {
    lines = [MarkdownTable.line(heading), MarkdownTable.line(heading.map { _ in "---" })]
  }

  /// Adds a row of as many cells.
  mutating func add(_ cells: [String]) { lines.append(MarkdownTable.line(cells.map(MarkdownTable.escaped))) }

  /// The lines, each with a line feed.
  var text: String { lines.map { $0 + "\n" }.joined() }

  private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// A bar would end the cell, and what stands between `<` and `>` would be a tag.
  private static func escaped(_ cell: String) -> String {
    String(cell.flatMap { $0 == "|" || $0 == "<" ? ["\\", $0] : [$0] })
  }
}
