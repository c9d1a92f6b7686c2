// Hot path: no allocation per record.

package import Mapping
package import Packages
package import Records

/// The companies of one file's records: what a record says of itself, else the company of its package, else the usual one.
package struct StatedCompanies {
  /// The columns that may name the company; none for records that belong to everybody.
  private let columns: CompanyColumns?
  /// The company of records that name none.
  private let usual: CompanyID

  /// The companies of records with the columns. `usual` is the company of records whose package has none either.
  package init(_ columns: [SourceColumn], of entity: EntitySchema?, package: Package, usual: CompanyID) {
    let isGlobal = entity?.isGlobal ?? false
    self.columns = isGlobal ? nil : CompanyColumns(SourceColumns(columns), entity)
    self.usual = isGlobal ? .none : package.company ?? usual
  }

  private init() { (columns, usual) = (nil, .none) }

  /// Records that belong to no company.
  package static let none = StatedCompanies()

  /// Whether the column names the company of its record, and so is no value of it.
  package static func isCompany(_ column: SourceColumn, of entity: EntitySchema?) -> Bool {
    let name = column.name.lowercased()
    return column.part == .value && (name == CompanyColumns.column || name == entity?.companyField?.lowercased())
  }

  /// The company of a record. A column that says something else than a company counts as blank.
  package func company(_ batch: borrowing RecordBatch, _ record: Int) -> CompanyID {
    guard let columns, !columns.isEmpty, case .company(let company) = columns.read(batch, record) else { return usual }
    return company
  }
}
