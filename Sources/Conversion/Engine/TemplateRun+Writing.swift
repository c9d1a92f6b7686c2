// Hot path: no allocation per record.

import Findings
package import Mapping
import Packages
import Records

/// Records that are written.
extension TemplateRun {
  /// How the records of a task are written, as far as each can tell by itself.
  func form(_ index: Int) -> RecordForm {
    if let observer = context.observer { return observer.form(of: index) }
    guard let encoder = sink.encoder else { return RecordForm() }
    return RecordForm(encoder: encoder, namer: template.destination == .sales ? identities[index].namer : nil)
  }

  /// Writes the record, whose key is known, and counts it.
  mutating func write(
    _ record: inout RecordView, _ lookups: borrowing LookupContext, documentCurrency: [UInt8] = []
  ) throws {
    let index = record.task
    record.readCurrency(lookups, ofDocument: documentCurrency)
    count(&record, lookups)
    if sink.isSplit || !deferred[index].isEmpty { kept[index].insert(record.number) }
    try context.observer?.written(&record, lookups)
    identify(&record, lookups)
    try sink.write(&record, lookups)
    if let watcher = context.watcher { try show(.written, to: watcher, &record, lookups) }
    if let id = record.id {
      identities[index].note(&record, lookups)
      if sink.generatesItems {
        states[index].counts.generated += 1
        if context.companies.isPartitioned { _ = sink.claimItem(&record, product: id, lookups) }
        prices.note(product: id, record.mapper, lookups)
      }
    }
    selfReferences[index]?.add(&record, company: company)
    referenceNotes[index]?.note(&record, company: companyAtHand.number, lookups)
    states[index].counts.written += 1
    if sink.generatesItems { states[index].counts.written += 1 }
    guard context.crosswalk.isKept else { return }
    loadRecordID(&record)
    try context.crosswalk.add(
      sink.templateName, key: record.issues.shown.span, id: recordID.span, company: companyAtHand.bytes)
  }

  /// Gives the record the id with which it goes to Sales, if it does.
  package mutating func identify(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    if template.destination == .sales { record.id = identities[record.task].id(of: &record, lookups) }
  }

  /// Makes `recordID` the id in Sales that the crosswalk has of a record: the one that it goes to Sales with, or its own as it was
  /// read.
  mutating func loadRecordID(_ record: inout RecordView) {
    recordID.truncate(to: 0)
    if let id = record.id {
      id.append(to: &recordID)
    } else {
      record.mapper.appendRecordID(record.batch, record.index, to: &recordID)
    }
  }

  /// Adds up the amounts of a record that is written, whose currency is known, and counts what it points to; `takingBack`
  /// undoes that.
  mutating func count(_ record: inout RecordView, _ lookups: borrowing LookupContext, takingBack: Bool = false) {
    let index = record.task
    if !states[index].unmapped.isEmpty {
      states[index].unmapped.add(&record, company: company, lookups, takingBack: takingBack)
    }
    if !states[index].totals.isEmpty { states[index].totals.add(&record, takingBack: takingBack) }
    if template.destination == .sales { required.count(record.mapper, task: index, takingBack: takingBack) }
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
    let clause = context.filtered.number(of: context.companies.running[holder.company].name)
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
