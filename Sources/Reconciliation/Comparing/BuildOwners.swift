// Hot path: no allocation per record.

import Conversion
import Mapping
import Packages
import Records

/// Whose the records are that the destination holds.
///
/// A record of F&O says it itself, or its package does. One of Sales belongs to the company of its business unit, else to the
/// one whose name-based id it has; a line to that of its document. As long as nothing of this is known, it belongs to the
/// first company that has its key, and has none here.
struct BuildOwners {
  private let stated: StatedCompanies
  private let companies: ReferenceCompanies?
  private let holders: ReferenceCompanies.Holders?
  private let columns: ReferenceColumns?
  /// The column of a line's lookup to its document; -1 for other records.
  private let pointer: Int

  private init() { (stated, companies, holders, columns, pointer) = (.none, nil, nil, nil, -1) }

  /// Records that belong to nobody.
  static var none: BuildOwners { BuildOwners() }

  /// The owners of a file's records. `places` say where the held columns stand in the file.
  init(
    _ file: [SourceColumn], of schema: EntitySchema, _ package: Package, _ order: CompanyOrder,
    _ companies: ReferenceCompanies, columns: BuildColumns, places: [Int]
  ) {
    let isSales = schema.side == .sales
    stated = StatedCompanies(file, of: schema, package: package, usual: isSales ? .none : order.standard)
    pointer = isSales && columns.pointer >= 0 ? places[columns.pointer] : -1
    self.companies = companies
    if isSales, pointer < 0, !schema.isGlobal, companies.arePartedByCompany, let key = columns.keys.first {
      let reader = ReferenceColumns(SourceColumns(file), schema.name, schema)
      holders = companies.holders(reader, key: columns.names[key])
      self.columns = reader
    } else {
      (holders, self.columns) = (nil, nil)
    }
  }

  /// The company of a record.
  func company(_ batch: RecordBatch, _ record: Int, _ documents: BuildDocuments) -> CompanyID {
    if pointer >= 0 {
      let company = documents.company(of: batch.bytes.span.extracting(batch.range(record, pointer).bounds))
      if company != .none { return company }
    }
    if let holders, let companies, let id = columns?.id(batch, record) {
      let company = companies.company(of: holders.company(batch, record, id: id))
      if company != .none { return company }
    }
    return stated.company(batch, record)
  }
}
