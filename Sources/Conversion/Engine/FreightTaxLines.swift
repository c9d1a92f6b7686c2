package import Mapping
package import Packages
package import Records

/// Makes the write-in line that carries a document's freight tax in Sales.
package struct FreightTaxLines {
  /// What such a line has beside its document's number and the constants of the line template, whatever the input's lines
  /// have.
  package static let extraColumns = [
    "transactioncurrencyid", "quantity", "priceperunit", "tax", "isproductoverridden", "productdescription",
    LineKeys.taxFlag,
  ]

  private let task: TaskTemplate
  private let table: String
  private let columns: [String]
  private let documentTable: Int?
  private let ownTable: Int?

  package init(_ state: TaskState, _ lookups: borrowing LookupContext) {
    task = state.task
    table = state.destination.name
    columns = state.fieldsWithGenerated.map(\.name).filter { $0 != state.destination.primaryID }
    ownTable = lookups.destination(table, key: DestinationLookups.lineKey)
    let header = task.header.map { SourcePath($0) }
    let pointer = task.fields.first { $0.sources.first == header && SourcePath($0.destination).isLookup }
    let target = pointer?.destinationTargets(state.destination.attribute(named: pointer?.column ?? "")).first
    documentTable = target.flatMap { lookups.destination($0.table, key: $0.column) }
  }

  /// The id of a document's line; its values become those of the record.
  package func line(
    _ freight: DocumentIndex.Freight, _ lookups: borrowing LookupContext, _ ids: inout NameBasedID,
    company: RunCompany, _ record: inout GeneratedRecord
  ) -> GUID {
    record.begin()
    let number = FreightTaxLines.number(freight, company)
    for column in columns { append(column, freight, number, lookups, &record) }
    return id(number, lookups, &ids, company: company.name)
  }

  /// The id that the reference has for the document's freight tax, else a new one.
  private func id(
    _ number: [UInt8], _ lookups: borrowing LookupContext, _ ids: inout NameBasedID, company: String
  ) -> GUID {
    var key = OutputBuffer(capacity: 128)
    if let ownTable {
      LineKeys.append(number.span, sequence: number.span.extracting(0..<0), isTax: true, to: &key)
      if let entry = lookups.destinations[ownTable].find(key.span) {
        return lookups.destinations[ownTable].id(entry)
      }
    }
    key.truncate(to: 0)
    key.append(number)
    key.append("|freight-tax" as StaticString)
    return RecordNames(table: table, company: company).id(key, &ids)
  }

  /// The document's number as Sales has it, with the company's prefix.
  private static func number(_ freight: DocumentIndex.Freight, _ company: RunCompany) -> [UInt8] {
    Array(company.about.prefix.utf8) + freight.number
  }

  private func append(
    _ column: String, _ freight: DocumentIndex.Freight, _ number: [UInt8], _ lookups: borrowing LookupContext,
    _ record: inout GeneratedRecord
  ) {
    switch column {
    case "isproductoverridden", LineKeys.taxFlag: record.append("True")
    case "productdescription": record.append("Freight Tax")
    case "quantity": record.append("1")
    case "priceperunit": record.append("0")
    case "tax": record.append(freight.amount.span)
    case "sequencenumber": record.append(String(freight.highest + 1))
    case "transactioncurrencyid":
      if freight.currency.origin == .destination {
        record.appendLookup(Int(freight.currency.start), Int(freight.currency.end))
      } else {
        record.appendNothing()
      }
    default: appendOther(column, number, lookups, &record)
    }
  }

  /// The document's lookup and number, and the constants of the line template.
  private func appendOther(
    _ column: String, _ number: [UInt8], _ lookups: borrowing LookupContext, _ record: inout GeneratedRecord
  ) {
    guard let mapping = task.fields.first(where: { $0.column == column }) else { return record.appendNothing() }
    if let constant = mapping.fallback ?? mapping.constant, mapping.constant != nil {
      record.append(constant)
    } else if mapping.sources.first?.text != task.header {
      record.appendNothing()
    } else if SourcePath(mapping.destination).isLookup {
      let key = KeyText.bytes(KeyText.string(number.span))
      if let documentTable, let entry = lookups.destinations[documentTable].find(key.span) {
        record.appendLookup(documentTable, entry, named: number.span)
      } else {
        record.appendNothing()
      }
    } else {
      record.append(number.span)
    }
  }
}

extension TaskState {
  /// The fields that are written, and those that only generated records have.
  package var fieldsWithGenerated: [(name: String, field: Int)] {
    guard task.generates == .freightTaxLines else { return written }
    // Only generated records have the last ones; a mapped record's output there is its last field's, so none is named.
    let extra = FreightTaxLines.extraColumns.filter { column in !written.contains { $0.name == column } }
    return written + extra.map { ($0, -1) }
  }
}
