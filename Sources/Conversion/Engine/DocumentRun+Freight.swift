import Mapping
import Packages
import Records

/// Lines that are made of documents' freight taxes.
extension DocumentRun {
  /// Keeps the freight tax of a document that makes a line of it.
  mutating func noteFreight(_ header: Int, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch) {
    guard let freightField, let amount = mapper.decimal(mapper.output(freightField), batch), !amount.isZero else {
      return
    }
    var text = OutputBuffer(capacity: 32)
    mapper.append(mapper.output(freightField), batch, to: &text)
    book.freights[header] = DocumentIndex.Freight(
      amount: text.take(), number: run.issues.shown.copy(),
      currency: currencyField.map { mapper.output($0) } ?? .none,
      company: run.companyAtHand.number)
  }

  /// Notes the highest number of a document's lines; that of its freight tax is the next.
  mutating func noteSequence(_ header: Int, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch) {
    guard let freight = book.freights[header], let sequenceField,
      let sequence = mapper.decimal(mapper.output(sequenceField), batch)
    else { return }
    book.freights[header]?.highest = max(freight.highest, Int(clamping: sequence.mantissa))
  }

  /// A document whose freight tax line the destination does not hold is written.
  mutating func compareFreights(_ lookups: borrowing LookupContext) {
    guard run.held != nil else { return }
    let maker = FreightTaxLines(run.states[lines], lookups)
    var record = GeneratedRecord()
    let mine = book.headers(of: run.companyAtHand.number)
    for (header, freight) in book.freights where mine.contains(header) && isUnchanged(header) {
      let id = maker.line(freight, lookups, &run.ids, company: run.companyAtHand, &record)
      if run.held?.holds(id, record, lookups, of: lines) != true { book.set(.changed, of: header) }
    }
  }

  /// Writes the lines of the freight taxes of all documents of a company that are written.
  mutating func writeFreightLines(
    _ company: RunCompany, _ lookups: borrowing LookupContext, counts: Bool
  ) throws {
    if book.freights.isEmpty { return }
    let maker = FreightTaxLines(run.states[lines], lookups)
    var record = GeneratedRecord()
    let mine = book.headers(of: company.number)
    for header in book.freights.keys.sorted() where mine.contains(header) {
      guard let freight = book.freights[header], goesOver(header) else { continue }
      let id = maker.line(freight, lookups, &run.ids, company: company, &record)
      try run.sink.write(generated: record, id: id, lookups, unit: header)
      guard counts else { continue }
      try run.context.observer?.generated(lines, record, freight, lookups)
      run.states[lines].counts.generated += 1
      run.states[lines].counts.written += 1
    }
  }
}
