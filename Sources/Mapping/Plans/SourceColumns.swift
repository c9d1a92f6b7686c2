/// Where the columns of a source file stand, by name in lower case.
public struct SourceColumns: Sendable {
  /// The columns' own values.
  public var values: [String: Int] = [:]
  /// The tables that lookups point to.
  public var tables: [String: Int] = [:]
  /// The primary names of the records that lookups point to.
  public var names: [String: Int] = [:]
  /// Whether the file's dates have the form of the exporting machine's settings, and nothing shows the order of day and
  /// month: only ISO 8601 is read then.
  public var hasUnclearDates = false
  /// The number of columns.
  public var width: Int

  /// No columns yet, of a file that has `width`.
  public init(width: Int) { self.width = width }
}
