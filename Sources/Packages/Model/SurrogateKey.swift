extension SourceColumn {
  /// Whether a heading is that of a key of the environment that the file comes from, which means nothing in another one.
  public static func isSurrogateKey(_ heading: String) -> Bool {
    let name = heading.uppercased()
    return name.hasSuffix("RECORDID") || name.hasSuffix("RECID") || name == "RECVERSION"
  }
}
