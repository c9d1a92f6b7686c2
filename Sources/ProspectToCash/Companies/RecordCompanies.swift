// Hot path: no allocation per record.

import Mapping
import Packages
import Records

/// The companies of one file's records: what a record says of itself, else the company of its package, else the usual one.
///
/// Records of Sales belong to the company of their business unit, if a project tells it; those have to be asked for before
/// the package.
struct RecordCompanies {
  /// The columns that may name the company, in the order in which they are asked.
  private let columns: [Int]
  /// The company of records that name none.
  private let usual: CompanyCode

  /// The companies of records with the columns. `usual` is the company of records whose package has none either.
  init(_ columns: [SourceColumn], of entity: EntitySchema?, package: Package, usual: CompanyCode) {
    if entity?.isGlobal ?? false {
      (self.columns, self.usual) = ([], .none)
      return
    }
    let wanted = [RecordCompanies.column(of: entity), RecordCompanies.rejected]
    self.columns = wanted.compactMap { name in
      columns.firstIndex { $0.part == .value && $0.name.lowercased() == name }
    }
    self.usual = package.company.flatMap(CompanyCode.init) ?? usual
  }

  private init(columns: [Int], usual: CompanyCode) { (self.columns, self.usual) = (columns, usual) }

  /// Records that belong to no company.
  static let none = RecordCompanies(columns: [], usual: .none)

  /// The column of rejects that has the company.
  private static let rejected = "p2c_company"

  /// The column of an entity that names the company, in lower case.
  private static func column(of entity: EntitySchema?) -> String { entity?.companyField?.lowercased() ?? "dataareaid" }

  /// Whether the column names the company of its record, and so is no value of it.
  static func isCompany(_ column: SourceColumn, of entity: EntitySchema?) -> Bool {
    column.part == .value && column.name.lowercased() == RecordCompanies.column(of: entity)
  }

  /// The company of a record. A column that says something else than a company counts as blank.
  func company(_ batch: borrowing RecordBatch, _ record: Int) -> CompanyCode {
    for column in columns {
      let range = batch.range(record, column)
      if range.isEmpty { continue }
      if let company = CompanyCode(batch.bytes.span.extracting(range.bounds)) { return company }
    }
    return usual
  }
}
