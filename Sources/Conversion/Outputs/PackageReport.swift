/// A package that was written.
package struct PackageReport: Sendable {
  /// The path within the output folder.
  package var path: String
  /// In hexadecimal digits; empty until it was taken.
  package var sha256 = ""
  package var bytes: UInt64
  package var records: Int
  /// The company whose records it has; empty if it has those of several.
  package var company = ""
}
