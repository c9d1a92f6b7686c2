import Mapping
import Records

/// A company whose records a run converts.
struct RunCompany {
  let id: CompanyID
  /// The id as outputs have it.
  let name: String
  /// The same as bytes.
  let bytes: [UInt8]
  /// Its place among the companies of the run; the part of keys that keeps them apart.
  let number: Int
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

/// Which companies a run knows, and in which order.
struct CompanyOrder {
  /// The company of records that no column, unit or package gives another.
  let standard: CompanyID
  /// The companies that were asked for; empty for all.
  let selected: [CompanyID]
  /// What the project says of companies.
  let stated: [ProjectCompany]

  /// Whether records of a company are converted.
  func runs(_ company: CompanyID) -> Bool { selected.isEmpty || selected.contains(company) }

  /// Companies as they run: those of the project first, in its order, then by name.
  func sorted(_ companies: some Sequence<CompanyID>) -> [CompanyID] {
    func rank(_ company: CompanyID) -> Int { stated.firstIndex { $0.id == company } ?? stated.count }
    return companies.sorted { (rank($0), $0) < (rank($1), $1) }
  }

  /// What the project says of a company.
  func about(_ company: CompanyID) -> ProjectCompany? { stated.first { $0.id == company } }
}

extension ConversionOptions {
  /// The companies that the options name.
  var companyOrder: CompanyOrder {
    CompanyOrder(
      standard: companies.first ?? .standard, selected: companies, stated: project?.companies ?? [])
  }
}
