// Hot path: no allocation per record.

import Findings
import Mapping
import Packages
import Records

/// Records that go over.
extension TemplateRun {
  /// Writes the record, whose verdict holds its key, and counts it.
  mutating func write(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, number: Int, unit: Int,
    _ knowledge: inout Knowledge, documentCurrency: [UInt8]? = nil
  ) throws {
    currency.truncate(to: 0)
    mapper.currency(batch, record, knowledge, to: &currency)
    if currency.count == 0, let documentCurrency { currency.append(documentCurrency) }
    if !states[index].unmapped.isEmpty {
      states[index].unmapped.add(&mapper, batch, record, currency: currency, company: company, knowledge)
    }
    if !states[index].totals.isEmpty { states[index].totals.add(mapper, batch, currency: currency) }
    if sink.isSplit { kept[index].insert(number) }
    try context.observer?.written(index, mapper, batch, record, verdict, currency: currency, knowledge)
    let id = try put(index, mapper, batch, unit: unit, knowledge)
    if let id {
      identities[index].note(id, mapper, batch, verdict, &knowledge)
      if sink.generatesItems {
        states[index].counts.generated += 1
        if context.companies.isParted { _ = sink.claimItem(mapper, product: id, knowledge) }
        prices.note(product: id, mapper, knowledge)
      }
      required.count(mapper, task: index)
    }
    selfReferences[index]?.add(mapper, batch, record, number: number, company: company)
    states[index].counts.written += 1
    if sink.generatesItems { states[index].counts.written += 1 }
    guard context.crosswalk.isKept else { return }
    recordID.truncate(to: 0)
    if let id { id.append(to: &recordID) } else { mapper.appendRecordID(batch, record, to: &recordID) }
    try context.crosswalk.add(sink.templateName, key: verdict.shown, id: recordID, company: companyAtHand.bytes)
  }

  /// Filters a product that another company's record has written. It brings its own price list item all the same, and a
  /// warning if its values are others.
  mutating func share(
    _ index: Int, _ holder: SharedNumbers.Holder, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int,
    number: Int, _ input: TaskInput, _ knowledge: borrowing Knowledge
  ) throws {
    verdict.removeIssues()
    if identities[index].content(mapper, batch, knowledge) != holder.content {
      verdict.add(.sharedProductDiffers, detail: .name(context.companies.running[holder.company].name))
      try tell(index, mapper, batch, record, input)
    }
    let clause = context.filtered.number(of: context.companies.running[holder.company].name)
    try filter(index, .shared, clause: clause, &mapper, batch, record, input, knowledge)
    guard sink.generatesItems, sink.claimItem(mapper, product: holder.id, knowledge) else { return }
    prices.note(product: holder.id, mapper, knowledge)
    if sink.isSplit { kept[index].insert(number) }
    try sink.writeItem(mapper, batch, product: holder.id, verdict, knowledge, &ids, unit: units)
    units += 1
    states[index].counts.generated += 1
    states[index].counts.written += 1
  }
}
