import Mapping
import Packages
package import Records

/// Whose the records of references of the destination are.
package struct ReferenceCompanies {
  private let known: KnownCompanies
  private let order: CompanyOrder
  private let units: BusinessUnits?
  /// Whether the run has several companies; else records of others are left out.
  let isSeveral: Bool

  init(_ known: KnownCompanies, order: CompanyOrder, units: BusinessUnits?, isSeveral: Bool) {
    (self.known, self.order, self.units, self.isSeveral) = (known, order, units, isSeveral)
  }

  /// Whether records of Sales are kept apart by company: where the run knows more than one.
  package var arePartedByCompany: Bool { isSeveral || known.all.count > 1 }

  // MARK: F&O

  /// Whose the records of a file of F&O are.
  struct Rows {
    fileprivate let columns: CompanyColumns
    fileprivate let fallback: CompanyID
    fileprivate let known: KnownCompanies
    fileprivate let isGlobal: Bool
    fileprivate let isSeveral: Bool

    /// The number of the record's company, one above its place; 0 for everybody's; nil if no company of the run asks for it.
    func company(_ batch: borrowing RecordBatch, _ record: Int) -> Int? {
      if isGlobal { return ExistingValues.shared }
      var company = fallback
      if case .company(let own) = columns.read(batch, record) { company = own }
      guard let place = known.place(of: company) else { return nil }
      if isSeveral { return place + 1 }
      return place == 0 ? ExistingValues.shared : nil
    }
  }

  /// Whose the records of a file of F&O are.
  func rows(of package: Package, _ entity: PackageEntity, _ columns: SourceColumns) -> Rows {
    Rows(
      columns: CompanyColumns(columns, entity.schema), fallback: package.company ?? order.standard, known: known,
      isGlobal: entity.schema?.isGlobal ?? false, isSeveral: isSeveral)
  }

  // MARK: Sales

  /// Whose the records of a table of Sales are: by their business unit, else by the id that this tool gives the number.
  package final class Holders {
    private let known: KnownCompanies
    private let units: BusinessUnits?
    private let unit: (id: Int, name: Int)
    private let key: Int
    private let names: [RecordNames]
    private var ids = NameBasedID(namespace: RecordNames.namespace)
    private var text = OutputBuffer(capacity: 64)

    fileprivate init(_ columns: ReferenceColumns, key: String, _ known: KnownCompanies, _ units: BusinessUnits?) {
      self.known = known
      self.units = units
      let places = columns.columns
      unit = (places.values[BusinessUnits.column] ?? -1, places.names[BusinessUnits.column] ?? -1)
      self.key = places.values[key] ?? -1
      names = known.all.map { RecordNames(table: columns.table, company: $0.description) }
    }

    /// The number of the record's company, one above its place; `TargetKeyIndex.nobody` if it is known of none.
    package func company(_ batch: borrowing RecordBatch, _ record: Int, id: GUID) -> Int {
      let bytes = batch.bytes.span
      if let units, unit.id >= 0, case let range = batch.range(record, unit.id), !range.isEmpty {
        let name = unit.name < 0 ? 0..<0 : batch.range(record, unit.name).bounds
        if case .company(let company) = units.owner(
          id: bytes.extracting(range.bounds), name: bytes.extracting(name)), let place = known.place(of: company)
        {
          return place + 1
        }
      }
      guard key >= 0, case let range = batch.range(record, key), !range.isEmpty else { return TargetKeyIndex.nobody }
      let number = bytes.extracting(range.bounds)
      text.truncate(to: 0)
      text.append(number.extracting(KeyText.trimmed(number)))
      for place in names.indices where names[place].id(text, &ids) == id { return place + 1 }
      return TargetKeyIndex.nobody
    }
  }

  /// The company of a number that `Holders.company` gives; none for a record that is known of no company.
  package func company(of number: Int) -> CompanyID {
    1...known.all.count ~= number ? known.all[number - 1] : .none
  }

  /// Whose the records of a table of Sales are, of which the column has the natural key.
  package func holders(_ columns: ReferenceColumns, key: String) -> Holders { Holders(columns, key: key, known, units) }
}
