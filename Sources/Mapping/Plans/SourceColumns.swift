/// Where the columns of a source file stand, by name in lower case.
public struct SourceColumns: Sendable {
  /// The columns' own values.
  public var values: [String: Int] = [:]
  /// The tables that lookups point to.
  public var tables: [String: Int] = [:]
  /// The primary names of the records that lookups point to.
  public var names: [String: Int] = [:]
  /// The number of columns.
  public var width: Int

  /// No columns yet, of a file that has `width`.
  public init(width: Int) { self.width = width }
}
