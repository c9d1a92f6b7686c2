import Conversion
import Findings
import Mapping
import Packages
import Records

/// Lookups of one table's records: each must point to a record of the batch or of a reference.
struct LookupChecks {
  private struct Open {
    var id: GUID
    var table: Int
    var column: Int
    var record: Int
    var line: Int
    var company: CompanyID
  }

  /// Tables that every organisation has of its own. Most of them belong to the platform and have no schema.
  private static let external: Set<String> = [
    "owner", "organization", BusinessUnits.table, ProductCatalogue.currencies, "",
  ]

  private let target: SalesTarget
  private var open: [Open] = []
  private var tables: [String] = []

  init(_ target: SalesTarget) { self.target = target }

  /// Whether a lookup's table is that of users or teams, who are others in every organisation.
  static func isUser(_ table: String) -> Bool { OwnerTable.tables.contains(table) }

  /// Looks for a lookup's record among those that came so far; what is not there may still come.
  mutating func note(
    _ id: GUID, table: String, column: Int, _ batch: RecordBatch, _ record: Int, _ checks: SalesRecords
  ) {
    if LookupChecks.external.contains(table) || LookupChecks.isUser(table) { return }
    if target.ids[table]?.value(of: id) != nil { return }
    if checks.batch.has(id, in: table) { return }
    let number = tables.firstIndex(of: table) ?? tables.count
    if number == tables.count { tables.append(table) }
    open.append(
      Open(
        id: id, table: number, column: column, record: batch.firstNumber + record, line: Int(batch.lines[record]),
        company: checks.company(batch, record)))
  }

  /// Reports the lookups whose record did not come.
  mutating func report(_ checks: SalesRecords) throws {
    for lookup in open {
      let table = tables[lookup.table]
      if checks.batch.has(lookup.id, in: table) { continue }
      var place = checks.place
      (place.record, place.line, place.company) = (RecordNumber(lookup.record), lookup.line, lookup.company.description)
      let isShown = target.ids[table] != nil
      try checks.reporter.report(
        .lookupUnknown, isShown ? .error : .warning, place, field: checks.columns[lookup.column].heading,
        value: lookup.id.description, detail: .name(table))
    }
  }
}
