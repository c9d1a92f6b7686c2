public import Findings

extension FindingCatalogue {
  /// The catalogue that comes with the tool, with the language's words where it has some.
  public static func builtIn(in language: Language = .english) throws(ProjectError) -> FindingCatalogue {
    let place = ProjectPlace(file: "codes.csv", kind: .builtIn)
    let texts = try Texts.builtIn(in: language)
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
          title: texts.sentence("\(row.cells[0]).title") ?? row.cells[5],
          why: texts.sentence("\(row.cells[0]).why") ?? row.cells[6],
          whatToDo: texts.sentence("\(row.cells[0]).whatToDo") ?? row.cells[7], offline: row.cells[8]))
    }
    return FindingCatalogue(descriptions, texts: texts)
  }
}
