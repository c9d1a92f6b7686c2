import Mapping
import Packages
import Records

/// Lines that are made of documents' freight taxes.
extension Documents {
  /// Keeps the freight tax of a document that makes a line of it.
  mutating func noteFreight(_ header: Int, _ record: inout RecordView, company: Int) {
    guard let freightField, case let slot = record.mapper.output(freightField),
      let amount = record.mapper.decimal(slot, record.batch), !amount.isZero
    else { return }
    var text = OutputBuffer(capacity: 32)
    record.mapper.append(slot, record.batch, to: &text)
    book.freights[header] = DocumentIndex.Freight(
      amount: text.take(), number: record.issues.shown.copy(),
      currency: currencyField.map { record.mapper.output($0) } ?? .none, company: company)
  }

  /// Notes the highest number of a document's lines; that of its freight tax is the next.
  mutating func noteSequence(_ header: Int, _ record: inout RecordView) {
    guard let freight = book.freights[header], let sequenceField,
      let sequence = record.mapper.decimal(record.mapper.output(sequenceField), record.batch)
    else { return }
    book.freights[header]?.highest = max(freight.highest, Int(clamping: sequence.mantissa))
  }

  /// A document whose freight tax line the destination does not have is written.
  mutating func compareFreights(_ run: inout TemplateRun, _ lookups: borrowing LookupContext) {
    guard seeksChanges else { return }
    let maker = FreightTaxLines(run.states[lines], lookups)
    let mine = book.headers(of: run.companyAtHand.number)
    for (header, freight) in book.freights where mine.contains(header) && isUnchanged(header) {
      var line = GeneratedLine(task: lines, freight)
      line.id = maker.line(freight, lookups, &run.ids, company: run.companyAtHand, &line.values)
      if !run.held.holds(line.id, line.values, lookups, of: lines) { book.set(.changed, of: header) }
    }
  }

  /// Writes the lines of the freight taxes of all documents of the company at hand that are written.
  func writeFreightLines(_ run: inout TemplateRun, _ lookups: borrowing LookupContext, counts: Bool) throws {
    if book.freights.isEmpty { return }
    let maker = FreightTaxLines(run.states[lines], lookups)
    let mine = book.headers(of: run.companyAtHand.number)
    for header in book.freights.keys.sorted() where mine.contains(header) {
      guard let freight = book.freights[header], isWritten(header) else { continue }
      var line = GeneratedLine(task: lines, freight)
      line.id = maker.line(freight, lookups, &run.ids, company: run.companyAtHand, &line.values)
      try run.sink.write(generated: line.values, id: line.id, lookups, unit: header)
      guard counts else { continue }
      for observer in run.observers { try observer.generated(line, lookups) }
      run.states[lines].counts.generated += 1
      run.states[lines].counts.written += 1
    }
  }
}
