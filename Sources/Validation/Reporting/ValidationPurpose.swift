/// What a validated package is meant for.
public enum ValidationPurpose: String, Sendable, CaseIterable {
  /// The system that the package is for should take it.
  case `import`
  /// The templates should be able to use it; what only an import would meet is worth a remark.
  case convert
}
