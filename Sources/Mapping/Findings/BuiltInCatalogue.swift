public import Findings

extension FindingCatalogue {
  /// The catalogue that comes with the tool, with titles and phrases in the language; reasons and advice are English.
  public static func builtIn(in language: Language = .english) throws(ProjectError) -> FindingCatalogue {
    let place = ProjectPlace(file: "codes.csv", kind: .builtIn)
    let titles = try Translations.titles(in: language)
    var descriptions: [FindingDescription] = []
    for row in CommaSeparatedText(try BuiltInFiles.text("codes.csv")).rows.dropFirst() {
      guard row.cells.count == columns.count, let code = FindingCode(rawValue: row.cells[0]),
        let severity = Severity(rawValue: row.cells[2]), let purpose = FindingPurpose(rawValue: row.cells[4])
      else {
        throw .wrongValue(
          place.atLine(row.line), what: "the row", value: row.cells.first ?? "",
          expected: "the cells \(columns.joined(separator: ", "))")
      }
      descriptions.append(
        FindingDescription(
          code: code, name: row.cells[1], severity: severity, area: row.cells[3], purpose: purpose,
          title: titles[row.cells[0]] ?? row.cells[5], why: row.cells[6], whatToDo: row.cells[7],
          offline: row.cells[8]))
    }
    return FindingCatalogue(descriptions, phrases: try Translations.phrases(in: language))
  }
}
