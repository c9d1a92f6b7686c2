import Mapping
import Packages
import Records

/// Makes the write-in line that carries a document's freight tax in Sales.
struct FreightTaxLines {
  /// What such a line has beside its document's data and the constants of the line template.
  static let extraColumns = ["productdescription", "msdynce_ismisctax"]

  private let task: TaskTemplate
  private let table: String
  private let columns: [String]
  private let documentTable: Int?
  private let ownTable: Int?

  init(_ state: TaskState, _ knowledge: borrowing Knowledge) {
    task = state.task
    table = state.destination.name
    columns = state.fieldsWithGenerated.map(\.name)
    ownTable = knowledge.destination(table, key: DestinationKnowledge.lineKey)
    let header = task.header.map { SourcePath($0) }
    let pointer = task.fields.first { $0.sources.first == header && SourcePath($0.destination).isLookup }
    let target = pointer?.destinationTargets(state.destination.attribute(named: pointer?.column ?? "")).first
    documentTable = target.flatMap { knowledge.destination($0.table, key: $0.column) }
  }

  /// The id and the ready fields of a document's line.
  func line(
    _ freight: DocumentBook.Freight, _ knowledge: borrowing Knowledge, _ ids: inout NameBasedID, company: String
  ) -> (id: GUID, fields: OutputBuffer) {
    var fields = OutputBuffer(capacity: 2048)
    for column in columns { append(column, freight, knowledge, to: &fields) }
    return (id(freight, knowledge, &ids, company: company), fields)
  }

  /// The id that the reference has for the document's freight tax, else a new one.
  private func id(
    _ freight: DocumentBook.Freight, _ knowledge: borrowing Knowledge, _ ids: inout NameBasedID, company: String
  ) -> GUID {
    var key = OutputBuffer(capacity: 128)
    if let ownTable {
      LineKeys.append(freight.number.span, sequence: freight.number.span.extracting(0..<0), isTax: true, to: &key)
      if let entry = knowledge.destinations[ownTable].find(key.span) {
        return knowledge.destinations[ownTable].id(entry)
      }
    }
    key.truncate(to: 0)
    key.append(freight.number)
    key.append("|freight-tax" as StaticString)
    return PackageSink.newID(&ids, table, company, key)
  }

  private func append(
    _ column: String, _ freight: DocumentBook.Freight, _ knowledge: borrowing Knowledge, to output: inout OutputBuffer
  ) {
    func put(_ body: (inout OutputBuffer) -> Void) {
      for byte in "        <field name=\"\(column)\" value=\"".utf8 { output.append(byte) }
      body(&output)
      output.append("\" />\r\n" as StaticString)
    }
    switch column {
    case "isproductoverridden", "msdynce_ismisctax": put { $0.append("True" as StaticString) }
    case "productdescription": put { $0.append("Freight Tax" as StaticString) }
    case "quantity": put { $0.append("1" as StaticString) }
    case "priceperunit": put { $0.append("0" as StaticString) }
    case "tax": put { $0.append(freight.amount) }
    case "sequencenumber": put { for byte in String(freight.highest + 1).utf8 { $0.append(byte) } }
    case "transactioncurrencyid":
      if freight.currency.origin == .destination {
        put {
          ConfigurationMigrationWriter.appendLookup(
            Int(freight.currency.start), Int(freight.currency.end), knowledge, to: &$0)
        }
      }
    default: appendOther(column, freight, knowledge, put)
    }
  }

  /// The document's lookup and number, and the constants of the line template.
  private func appendOther(
    _ column: String, _ freight: DocumentBook.Freight, _ knowledge: borrowing Knowledge,
    _ put: ((inout OutputBuffer) -> Void) -> Void
  ) {
    guard let mapping = task.fields.first(where: { $0.column == column }) else { return }
    if let constant = mapping.fallback ?? mapping.constant, mapping.constant != nil {
      put { for byte in constant.utf8 { $0.append(byte) } }
    } else if mapping.sources.first?.text == task.header {
      if SourcePath(mapping.destination).isLookup {
        var key = OutputBuffer(capacity: 64)
        KeyText.append(freight.number.span, to: &key)
        if let documentTable, let entry = knowledge.destinations[documentTable].find(key.span) {
          put { ConfigurationMigrationWriter.appendLookup(documentTable, entry, knowledge, to: &$0) }
        }
      } else {
        put { XMLEncoder.htmlAttribute(freight.number.span, to: &$0) }
      }
    }
  }
}

extension TaskState {
  /// The fields that are written, and those that only generated records have.
  var fieldsWithGenerated: [(name: String, field: Int)] {
    guard task.generates == .freightTaxLines else { return written }
    // Only generated records have the last ones; a mapped record's output there is its last field's, so none is named.
    return written + FreightTaxLines.extraColumns.map { ($0, -1) }
  }
}
