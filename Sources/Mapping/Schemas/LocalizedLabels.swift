import Findings

/// How one language calls the tables of Sales and their columns (`labels/LANGUAGE.csv`), by the English labels that schemas have.
///
/// A label with a beginning or an end that has a row of its own, such as `Address 1: City` or `Credit Limit (Base)`, needs none:
/// its parts are translated.
struct LocalizedLabels: Sendable {
  /// The languages whose labels are known beside English, in the order in which they are asked.
  static let languages = ["nl", "da", "sv", "is"]

  private var tables: [String: [String]] = [:]
  private var columns: [String: [String]] = [:]
  private var beginnings: [(english: String, names: [String])] = []
  private var ends: [(english: String, names: [String])] = []

  /// The labels of a language. Throws `ProjectError` if the installation is damaged.
  init(_ language: String) throws(ProjectError) {
    let file = "labels/\(language).csv"
    for row in CommaSeparatedText(try BuiltInFiles.text(file)).rows.dropFirst() {
      guard row.cells.count == 3 else {
        throw .wrongValue(
          ProjectPlace(file: file, kind: .builtIn).atLine(row.line), what: "the row", value: row.cells.first ?? "",
          expected: "the cells kind, english, names")
      }
      let names = row.cells[2].split(separator: "|").map { String($0) }
      switch row.cells[0] {
      case "table": tables[row.cells[1].lowercased()] = names
      case "beginning": beginnings.append((row.cells[1].lowercased(), names))
      case "end": ends.append((row.cells[1].lowercased(), names))
      default: columns[row.cells[1].lowercased()] = names
      }
    }
  }

  /// What a table with the English label is called; files often have the plural.
  func names(ofTable label: String) -> [String] { tables[label.lowercased()] ?? [] }

  /// What a column with the English label is called; empty if nobody knows.
  func names(ofColumn label: String) -> [String] {
    let label = LocalizedLabels.trimmed(label.lowercased())
    if let names = columns[label] { return names }
    for (english, names) in ends where label.hasSuffix(" \(english)") {
      let rest = self.names(ofColumn: String(label.dropLast(english.count + 1)))
      return names.flatMap { end in rest.map { "\($0) \(end)" } }
    }
    for (english, names) in beginnings where label.hasPrefix("\(english): ") {
      let rest = self.names(ofColumn: String(label.dropFirst(english.count + 2)))
      return names.flatMap { beginning in rest.map { "\(beginning): \($0)" } }
    }
    return []
  }

  /// All English labels of a kind, in lower case, for tests.
  var englishLabels: (tables: [String], columns: [String]) { (Array(tables.keys), Array(columns.keys)) }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}
