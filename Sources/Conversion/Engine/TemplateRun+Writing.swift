// Hot path: no allocation per record.

import Findings
import Mapping
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

  /// Writes the record, whose verdict holds its key, and counts it.
  mutating func write(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, number: Int, unit: Int,
    _ lookups: borrowing LookupContext, documentCurrency: [UInt8]? = nil
  ) throws {
    count(index, &mapper, batch, record, lookups, documentCurrency: documentCurrency)
    if sink.isSplit || !deferred[index].isEmpty { kept[index].insert(number) }
    try context.observer?.written(index, mapper, batch, record, issues, currency: currency, lookups)
    let id = try put(index, mapper, batch, unit: unit, lookups)
    if let watcher = context.watcher {
      let input = states[index].place(of: number).input
      try show(.written(id), to: watcher, index, mapper, batch, record, input, lookups)
    }
    if let id {
      identities[index].note(id, mapper, batch, issues, lookups)
      if sink.generatesItems {
        states[index].counts.generated += 1
        if context.companies.isPartitioned { _ = sink.claimItem(mapper, product: id, lookups) }
        prices.note(product: id, mapper, lookups)
      }
    }
    selfReferences[index]?.add(mapper, batch, record, number: number, company: company)
    referenceNotes[index]?.note(
      &mapper, batch, record, number: number, company: companyAtHand.number, issues, lookups)
    states[index].counts.written += 1
    if sink.generatesItems { states[index].counts.written += 1 }
    guard context.crosswalk.isKept else { return }
    loadRecordID(id, mapper, batch, record)
    try context.crosswalk.add(
      sink.templateName, key: issues.shown.span, id: recordID.span, company: companyAtHand.bytes)
  }

  /// Makes `recordID` the id in Sales that the crosswalk has of a record: the one that it goes to Sales with, or its own as it was
  /// read.
  mutating func loadRecordID(
    _ id: GUID?, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ record: Int
  ) {
    recordID.truncate(to: 0)
    if let id { id.append(to: &recordID) } else { mapper.appendRecordID(batch, record, to: &recordID) }
  }

  /// Adds up the amounts of a record that is written, and counts what it points to; `takingBack` undoes that.
  mutating func count(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: borrowing RecordBatch, _ record: Int,
    _ lookups: borrowing LookupContext, documentCurrency: [UInt8]?, takingBack: Bool = false
  ) {
    currency.truncate(to: 0)
    mapper.currency(batch, record, lookups, to: &currency)
    if currency.count == 0, let documentCurrency { currency.append(documentCurrency) }
    if !states[index].unmapped.isEmpty {
      states[index].unmapped.add(
        &mapper, batch, record, currency: currency, company: company, lookups, takingBack: takingBack)
    }
    if !states[index].totals.isEmpty {
      states[index].totals.add(mapper, batch, currency: currency, takingBack: takingBack)
    }
    if template.destination == .sales { required.count(mapper, task: index, takingBack: takingBack) }
  }

  /// Filters a product that another company's record has written. It brings its own price list item all the same, and a
  /// warning if its values are others.
  mutating func share(
    _ index: Int, _ holder: SharedNumbers.Holder, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int,
    number: Int, _ input: TaskInput, _ lookups: borrowing LookupContext
  ) throws {
    issues.removeIssues()
    if identities[index].content(mapper, batch, lookups) != holder.content {
      issues.add(.sharedProductDiffers, detail: .name(context.companies.running[holder.company].name))
      try report(index, mapper, batch, record, input)
    }
    let clause = context.filtered.number(of: context.companies.running[holder.company].name)
    try filter(index, .shared, clause: clause, &mapper, batch, record, input, lookups)
    guard sink.generatesItems, sink.claimItem(mapper, product: holder.id, lookups) else { return }
    prices.note(product: holder.id, mapper, lookups)
    if sink.isSplit { kept[index].insert(number) }
    try sink.writeItem(mapper, batch, product: holder.id, issues, lookups, &ids, unit: units)
    units += 1
    states[index].counts.generated += 1
    states[index].counts.written += 1
  }
}
