/// The countries of the world by everything that may stand for one.
enum Countries {
  /// Alpha-2 codes by alpha-2 code, alpha-3 code, name and other names, in lower case.
  static func builtIn() throws(ProjectError) -> [String: String] {
    var codes: [String: String] = [:]
    for row in CommaSeparatedText(try BuiltInFiles.text("countries.csv")).rows.dropFirst() where row.cells.count == 4 {
      let otherNames = row.cells[3].split(separator: "|").map(String.init)
      for text in row.cells.prefix(3) + otherNames where !text.isEmpty {
        codes[text.lowercased()] = row.cells[0]
      }
    }
    return codes
  }
}
