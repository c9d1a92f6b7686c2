/// A table of source values and what each becomes at the destination, compared without case.
public struct ValueMap: Sendable, Equatable {
  /// What becomes of a value without an entry; an empty value is not asked for.
  public enum Otherwise: Sendable, Equatable {
    /// It is written as it is.
    case keep
    /// The record is rejected with `P2C2201`.
    case reject
    /// It becomes this value.
    case value(String)
  }

  /// Destination values by source value in lower case; the key `""` is for an empty value.
  public var entries: [String: String]
  /// What becomes of other values.
  public var otherwise: Otherwise
  /// Whether codes and names of countries without an entry become alpha-2 codes. Entries then count for all spellings of
  /// their source value that name the same (`NameForm`).
  public var mapsCountries = false

  /// A map of the given entries, whose keys are taken in lower case.
  public init(entries: [String: String], otherwise: Otherwise = .reject) {
    self.entries = Dictionary(
      entries.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.otherwise = otherwise
  }
}
