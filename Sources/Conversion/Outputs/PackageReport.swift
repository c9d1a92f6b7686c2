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
  /// The place of the package in the order of import: the number that its name begins with.
  package var number = 0
  /// 2 for a package that brings references which an earlier one leaves out.
  package var wave = 1
  /// The columns that a package of wave 2 brings.
  package var columns: [String] = []
  /// The part of a run that made it; nil if the run had none.
  package var part: Int?

  package init(path: String, sha256: String = "", bytes: UInt64, records: Int) {
    (self.path, self.sha256, self.bytes, self.records) = (path, sha256, bytes, records)
  }
}
