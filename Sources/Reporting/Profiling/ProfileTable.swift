import Conversion
public import Profiling

extension ProfileSummary {
  /// `profile.csv`: a row for each column.
  public var table: String {
    var rows = [ProfileTable.heading]
    for entity in entities {
      for (position, column) in entity.columns.enumerated() {
        rows.append(ProfileTable.row(entity.name, position + 1, column))
      }
    }
    return "\u{FEFF}" + rows.map { $0.map(ProfileTable.cell).joined(separator: ",") + "\r\n" }.joined()
  }
}

/// The rows of `profile.csv`.
enum ProfileTable {
  static let heading = [
    "entity", "column", "position", "schema_type", "type", "records", "filled", "distinct", "distinct_exact",
    "distinct_keys", "shortest", "longest", "min", "max", "misfits", "culture", "key_candidate", "top_value",
    "top_count", "pattern", "pattern_count",
  ]

  static func row(_ entity: String, _ position: Int, _ column: ColumnProfile) -> [String] {
    func number(_ number: Int?) -> String { number.map(String.init) ?? "" }
    let (first, pattern) = (column.top.first, column.patterns.first)
    return [
      entity, column.name, String(position), column.schemaType ?? "", column.type, String(column.records),
      String(column.filled), String(column.distinct), column.isDistinctExact ? "yes" : "no",
      String(column.distinctKeys), number(column.shortest), number(column.longest), column.least ?? "",
      column.greatest ?? "", String(column.misfits), String(column.cultures.reduce(0, +)), column.key.rawValue,
      first?.text ?? "", number(first?.count), pattern?.text ?? "", number(pattern?.count),
    ]
  }

  /// A cell that no spreadsheet takes for a formula, in quotes where CSV wants them.
  static func cell(_ text: String) -> String {
    let text = SpreadsheetText.harmless(text)
    let special = text.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    guard special || text.utf8.first == 0x20 || text.utf8.last == 0x20 else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
