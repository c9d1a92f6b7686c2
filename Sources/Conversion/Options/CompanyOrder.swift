package import Mapping
package import Records

/// Which companies a run knows, and in which order.
package struct CompanyOrder {
  /// The company of records that no column, unit or package gives another.
  package let standard: CompanyID
  /// The companies that were asked for; empty for all.
  package let selected: [CompanyID]
  /// What the project says of companies.
  package let stated: [ProjectCompany]

  /// Whether records of a company are converted.
  package func runs(_ company: CompanyID) -> Bool { selected.isEmpty || selected.contains(company) }

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
  package var companyOrder: CompanyOrder {
    CompanyOrder(
      standard: companies.first ?? .standard, selected: companies, stated: project?.companies ?? [])
  }
}
