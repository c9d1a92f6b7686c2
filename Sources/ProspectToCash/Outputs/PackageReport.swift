/// A package that was written.
struct PackageReport: Sendable {
  /// The path within the output folder.
  var path: String
  /// In hexadecimal digits; empty until it was taken.
  var sha256 = ""
  var bytes: UInt64
  var records: Int
  /// The company whose records it has; empty if it has those of several.
  var company = ""
}
