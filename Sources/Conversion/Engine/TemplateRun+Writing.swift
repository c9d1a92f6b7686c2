// Hot path: no allocation per record.

import Findings
package import Mapping
import Packages
import Records

/// Records that are written.
extension TemplateRun {
  /// How the records of a task are written, as far as each can tell by itself.
  func form(_ index: Int, _ lookups: borrowing LookupContext) throws -> RecordForm {
    for observer in observers { if let form = observer.form(of: index) { return form } }
    guard let encoder = sink.encoder else { return RecordForm() }
    return RecordForm(
      encoder: encoder, namer: template.destination == .sales ? identities[index].namer : nil,
      companions: try sink.companions(lookups))
  }

  /// Writes the record, whose key is known, and counts it.
  mutating func write(
    _ record: inout RecordView, _ lookups: borrowing LookupContext, documentCurrency: [UInt8] = []
  ) throws {
    let index = record.task
    record.readCurrency(lookups, ofDocument: documentCurrency)
    if sink.isSplit || !deferred[index].isEmpty { kept[index].insert(record.number) }
    identify(&record, lookups)
    try sink.write(&record, lookups)
    for witness in witnesses { try witness.written(&record, lookups) }
    if let id = record.id {
      identities[index].note(&record, lookups)
      if sink.generatesItems {
        states[index].counts.generated += 1
        if context.companies.isPartitioned { _ = sink.claimItem(&record, product: id, lookups) }
        prices.note(product: id, record.mapper, lookups)
      }
    }
    states[index].counts.written += 1
    if sink.generatesItems { states[index].counts.written += 1 }
  }

  /// Gives the record the id with which it goes to Sales, if it does.
  package mutating func identify(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    if template.destination == .sales { record.id = identities[record.task].id(of: &record, lookups) }
  }

  /// Filters a product that another company's record has written. It brings its own price list item all the same, and a
  /// warning if its values are others.
  mutating func share(
    _ record: inout RecordView, _ holder: SharedNumbers.Holder, _ lookups: borrowing LookupContext
  ) throws {
    let index = record.task
    record.issues.removeIssues()
    if identities[index].content(&record, lookups) != holder.content {
      record.issues.add(.sharedProductDiffers, detail: .name(context.companies.running[holder.company].name))
      try report(&record)
    }
    let clause = context.clauses.number(of: context.companies.running[holder.company].name)
    try filter(&record, .shared, clause: clause, lookups)
    guard sink.generatesItems, sink.claimItem(&record, product: holder.id, lookups) else { return }
    prices.note(product: holder.id, record.mapper, lookups)
    if sink.isSplit { kept[index].insert(record.number) }
    record.id = holder.id
    try sink.writeItem(&record, lookups)
    units += 1
    states[index].counts.generated += 1
    states[index].counts.written += 1
  }
}
