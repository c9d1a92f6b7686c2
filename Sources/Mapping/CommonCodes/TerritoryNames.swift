/// The names of the world's territories by language, as the Unicode CLDR has them, and further names and abbreviations
/// (`country-names.csv`).
public struct TerritoryNames: Sendable {
  /// One territory.
  public struct Territory: Sendable {
    /// The alpha-2 code.
    public var code: String
    /// Its names, in the order of `languages`; empty where there is none.
    public var names: [String]
    /// Further names and abbreviations.
    public var others: [String]
  }

  /// The languages of the names.
  public let languages: [String]
  /// All territories.
  public let territories: [Territory]

  /// Those that come with the tool. Throws `ProjectError` if the installation is damaged.
  public static func builtIn() throws(ProjectError) -> TerritoryNames {
    let rows = CommaSeparatedText(try BuiltInFiles.text("country-names.csv")).rows.map(\.cells)
    let (first, others) = (2, 10)
    return TerritoryNames(
      languages: Array(rows.first?[first..<others] ?? []),
      territories: rows.dropFirst().map { row in
        Territory(
          code: row[0], names: Array(row[first..<others]), others: row[others].split(separator: "|").map(String.init))
      })
  }
}
