package import Mapping
package import Records

/// The companies of a whole run, for a share of it that sees only some of the records.
package struct SettledCompanies: Sendable, Equatable {
  /// Whose records are: a company's, or those of a business unit of none.
  package struct Owner: Sendable, Equatable {
    package var company: CompanyID?
    package var unit: String

    package init(company: CompanyID?, unit: String) { (self.company, self.unit) = (company, unit) }

    init(_ own: RecordOwner) {
      switch own {
      case .company(let company): self.init(company: company, unit: "")
      case .unit(let unit): self.init(company: nil, unit: unit)
      }
    }

    var own: RecordOwner { company.map(RecordOwner.company) ?? .unit(unit) }
  }

  /// All owners, in the order of their codes.
  package var owners: [Owner]
  /// The codes of the owners of records that templates read.
  package var found: Set<Int>

  package init(owners: [Owner], found: Set<Int>) { (self.owners, self.found) = (owners, found) }
}

extension RunCompanies {
  /// The names of the companies whose records are converted, in their order.
  package var runningNames: [String] { running.map(\.name) }

  /// How many owners have records that are not converted.
  package var othersCount: Int { others.count }

  /// The companies of the run, if its records are of several.
  package var settled: SettledCompanies? {
    partition.map { SettledCompanies(owners: $0.owners.map(SettledCompanies.Owner.init), found: $0.found) }
  }
}

/// What the records of a file say of their companies, and nothing else.
package struct RecordCompanyColumns {
  private let columns: CompanyColumns

  package init(_ columns: SourceColumns, _ schema: EntitySchema?) { self.columns = CompanyColumns(columns, schema) }

  /// What a record says.
  package func read(_ batch: borrowing RecordBatch, _ record: Int) -> CompanyID.Column { columns.read(batch, record) }
}
