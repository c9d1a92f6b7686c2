/// What a package is checked for.
public enum FindingPurpose: String, Sendable {
  /// For an import into the system that it is for: a conversion reads over the fault.
  case `import`
  /// For an import and for a conversion.
  case both
}
