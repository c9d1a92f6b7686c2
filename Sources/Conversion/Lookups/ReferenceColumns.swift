package import Mapping
import Packages
package import Records

/// Where the columns of a reference's table stand.
package struct ReferenceColumns {
  let table: String
  let columns: SourceColumns
  private let schema: EntitySchema?
  private let idColumn: Int?
  private let nameColumn: Int?

  package init(_ columns: SourceColumns, _ table: String, _ schema: EntitySchema?) {
    self.table = table.lowercased()
    self.columns = columns
    self.schema = schema
    idColumn = columns.values[schema?.primaryID ?? self.table + "id"]
    nameColumn = schema?.primaryName.flatMap { columns.values[$0] }
  }

  package func id(_ batch: RecordBatch, _ record: Int) -> GUID? {
    idColumn.flatMap { GUID(batch.bytes.span.extracting(batch.range(record, $0).bounds)) }
  }

  func text(_ batch: RecordBatch, _ record: Int, _ column: String) -> String {
    columns.values[column].map { batch.text(record, $0) } ?? ""
  }

  private func range(_ batch: RecordBatch, _ record: Int, _ column: Int?) -> Range<Int> {
    column.map { batch.range(record, $0).bounds } ?? 0..<0
  }

  /// Adds records under a column's texts, with the company that `holders` know them to be of.
  func addKeys(_ batch: RecordBatch, key: String, to table: TargetKeyIndex, _ holders: ReferenceCompanies.Holders?) {
    guard let keyColumn = columns.values[key] else { return }
    let bytes = batch.bytes.span
    var buffer = OutputBuffer(capacity: 256)
    for record in 0..<batch.count {
      guard let id = id(batch, record) else { continue }
      buffer.truncate(to: 0)
      KeyText.append(bytes.extracting(batch.range(record, keyColumn).bounds), to: &buffer)
      table.addReference(
        key: buffer.span, id: id, name: bytes.extracting(range(batch, record, nameColumn)),
        company: holders?.company(batch, record, id: id) ?? TargetKeyIndex.nobody)
    }
  }

  /// Keys of several columns, or of ids.
  func addKeys(
    _ batch: RecordBatch, columns names: [String], to table: TargetKeyIndex, _ holders: ReferenceCompanies.Holders?
  ) {
    let places = names.compactMap { columns.values[$0] }
    guard places.count == names.count else { return }
    let bytes = batch.bytes.span
    var buffer = OutputBuffer(capacity: 256)
    records: for record in 0..<batch.count {
      guard let id = id(batch, record) else { continue }
      buffer.truncate(to: 0)
      for (part, place) in places.enumerated() {
        if part > 0 { buffer.append(0) }
        let start = buffer.count
        NaturalKey.append(bytes.extracting(batch.range(record, place).bounds), isID: holdsIDs(names[part]), to: &buffer)
        if buffer.count == start { continue records }
      }
      table.addReference(
        key: buffer.span, id: id, name: bytes.extracting(range(batch, record, nameColumn)),
        company: holders?.company(batch, record, id: id) ?? TargetKeyIndex.nobody)
    }
  }

  private func holdsIDs(_ column: String) -> Bool {
    let type = schema?.attribute(named: column)?.type
    return type == .lookup || type == .guid
  }

  /// Lines by their document's number and their own, which are the two parts of their alternate key; a freight tax line by its
  /// document's number. Lines that name their document by its id only go to the others.
  func addLines(_ batch: RecordBatch, to table: TargetKeyIndex, others: inout LinesByID) {
    let key = schema?.alternateKeys.first { $0.count == 2 }?.map { columns.values[$0.lowercased()] } ?? [nil, nil]
    let (number, sequenceColumn) = (key[0], key[1])
    let document = schema?.header.flatMap { columns.values[$0.by.lowercased()] }
    let bytes = batch.bytes.span
    var buffer = OutputBuffer(capacity: 256)
    for record in 0..<batch.count {
      guard let id = id(batch, record) else { continue }
      let isTax = text(batch, record, LineKeys.taxFlag).lowercased() == "true"
      let sequence = bytes.extracting(range(batch, record, sequenceColumn))
      if let number, case let text = batch.range(record, number), !text.isEmpty {
        LineKeys.append(bytes.extracting(text.bounds), sequence: sequence, isTax: isTax, to: &buffer)
        table.addReference(key: buffer.span, id: id, name: bytes.extracting(0..<0))
      } else if let owner = GUID(bytes.extracting(range(batch, record, document))) {
        others.append(id, of: owner, sequence: sequence, isTax: isTax)
      }
    }
  }

  func addItems(_ batch: RecordBatch, to items: PriceListItemSet) {
    let bytes = batch.bytes.span
    let places = ["pricelevelid", "productid", "uomid"].map { columns.values[$0] }
    for record in 0..<batch.count {
      guard let list = GUID(bytes.extracting(range(batch, record, places[0]))),
        let product = GUID(bytes.extracting(range(batch, record, places[1]))),
        let unit = GUID(bytes.extracting(range(batch, record, places[2])))
      else { continue }
      items.insert(list: list, product: product, unit: unit)
    }
  }

  func addItems(_ batch: RecordBatch, to table: TargetKeyIndex) {
    let bytes = batch.bytes.span
    var buffer = OutputBuffer(capacity: 128)
    for record in 0..<batch.count {
      guard let id = id(batch, record), let list = GUID(text(batch, record, "pricelevelid")),
        let product = GUID(text(batch, record, "productid"))
      else { continue }
      LineKeys.append(list: list, product: product, to: &buffer)
      table.addReference(key: buffer.span, id: id, name: bytes.extracting(0..<0))
    }
  }
}
