import Mapping
package import Records

/// A company whose records a run converts.
package struct RunCompany {
  package let id: CompanyID
  /// The id as outputs have it.
  package let name: String
  /// The same as bytes.
  let bytes: [UInt8]
  /// Its place among the companies of the run; the part of keys that keeps them apart.
  package let number: Int
  /// What the project says of it.
  let about: ProjectCompany

  init(_ id: CompanyID, number: Int, about: ProjectCompany?) {
    self.id = id
    self.number = number
    name = id.description
    bytes = Array(name.utf8)
    self.about = about ?? ProjectCompany(id)
  }

  /// The folder of its packages. Windows has no folders of some names.
  var folder: String { RunCompany.reserved.contains(name) ? name + "_" : name }

  private static let reserved: Set<String> = Set(
    ["CON", "PRN", "AUX", "NUL"] + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] })
}
