/// How packages may set the states of a Sales table's records. Its statuses must belong to their states in any case.
public struct StateRules: Sendable, Hashable {
  /// The state in which records are imported; others bar later changes. Nil if any will do.
  public var first: Int?
  /// The state from which on records cannot be written at all; nil if there is none.
  public var lockedFrom: Int?
  /// Whether an import should leave the state to Sales, and others set it afterwards.
  public var setAfterImport: Bool?
}

/// Records of a Sales table that cannot be transferred, by the number in one of their columns. Those without one can.
public struct UntransferableRecords: Sendable, Hashable {
  /// The column with the number.
  public var column: String
  /// The numbers that bar a record; nil if `allowed` says which ones do not.
  public var values: [Int]?
  /// The numbers that do not; nil if `values` says which ones do.
  public var allowed: [Int]?

  /// Whether a number bars its record.
  public func contain(_ number: Int) -> Bool { values?.contains(number) ?? !(allowed ?? [number]).contains(number) }
}

/// Records of a Sales table that the platform makes by itself, under ids of its own.
public struct PlatformRecords: Sendable, Hashable {
  /// The column that says so.
  public var flag: String
  /// The lookup that other records have; it counts where the flag is empty.
  public var unlessFilled: String
}

/// The columns for states: the platform calls them so in every table of Sales that has them.
public enum StateColumns {
  /// The state.
  public static let state = "statecode"
  /// The status within the state.
  public static let status = "statuscode"
}
