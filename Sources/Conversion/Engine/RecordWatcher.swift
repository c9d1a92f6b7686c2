package import Findings
package import Mapping
package import Packages
package import Records

/// Somebody who wants to know why records become what they become. Unlike a `RunObserver` it changes nothing of a run.
package protocol RecordWatcher: AnyObject {
  /// A template begins, whose records are decided until the next one does.
  func begin(_ template: Template)
  /// The template has ended.
  func end(of template: Template)
  /// Whether a record is to be explained, which has just been decided: the `number`-th of a file that a task reads, with its key as
  /// findings show it. Asked for every record.
  func wants(
    _ number: Int, of input: TaskInput, task index: Int, key: borrowing OutputBuffer, _ about: borrowing WatchedRecord
  ) -> Bool
  /// Takes the explanation of a record that was asked for.
  func take(_ explanation: RecordExplanation)
  /// All templates have run: `fields` gives the fields of a template's explanation as they are now, nil if they are the same.
  func settle(_ template: Template, fields: (RecordExplanation) -> [RecordExplanation.Field]?)
}

/// What tells a record that was decided from others, beside its place and key.
package struct WatchedRecord: ~Copyable, ~Escapable {
  /// The id that the record has itself.
  package let id: GUID?
  /// The id under which it goes to Sales.
  package let salesID: GUID?
  /// The comparable number of the document of a header or line; empty for others.
  package let document: Span<UInt8>

  @_lifetime(copy document)
  init(id: GUID?, salesID: GUID?, document: Span<UInt8>) {
    (self.id, self.salesID, self.document) = (id, salesID, document)
  }
}

/// What became of a record in a task, and why.
package struct RecordExplanation: Sendable {
  /// A destination field.
  package struct Field: Sendable {
    package var field: String
    package var isWritten: Bool
    package var trace: FieldTrace
    /// Whether the value map's entry is the project's own.
    package var isProjectEntry = false
    /// 2 for a value that goes over in a second package.
    package var wave: Int?
  }

  /// The row of the crosswalk.
  package struct IDs: Sendable {
    /// Where the id in Sales comes from.
    package enum Origin: String, Sendable {
      case source, reference, computed
    }
    package var finopsKey: String
    package var salesID: String
    package var from: Origin
    /// What the id was made of.
    package var name: String?
  }

  package var template: String
  package var task: TaskTemplate
  package var place: FindingPlace
  /// The place of the entity in its package.
  package var entity: Int
  package var key: String
  package var id: GUID?
  package var document: [UInt8] = []
  /// Whether the task has documents, whose header or line the record is.
  package var isOfDocument = false
  package var verdict: String
  package var reason: String
  package var clause = ""
  package var company: String
  package var expression = ""
  package var filter = FilterTrace()
  package var fields: [Field] = []
  package var ids: IDs?
  /// The filled columns of the record: name and value.
  package var values: [(column: String, value: String)] = []
  /// The columns of the record's file.
  package var columns: [SourceColumn] = []
  /// Records that it made besides, by entity.
  package var generated: [String] = []
  /// The record by itself, where some of its values are only known when all templates have run.
  var unsettled: UnsettledRecord?
}

/// A record of which some values go over in a second package.
struct UnsettledRecord: Sendable {
  var record: RecordBatch
  var input: TaskInput
  var task: Int
  var company: RunCompany
}

/// What was decided about a record.
enum Decision {
  case written
  case rejected
  case filtered(FilterReason, clause: String)
}

extension TemplateRun {
  /// Shows a record that was decided to whoever watches.
  mutating func show(
    _ decision: Decision, to watcher: any RecordWatcher, _ record: inout RecordView, _ lookups: borrowing LookupContext
  ) throws {
    let (index, input, number) = (record.task, record.input, record.ownNumber)
    let isOfDocument = states[states.count - 1].task.header != nil
    // The first part of a line's key is the number of its document.
    var end = 0
    while isOfDocument, end < record.issues.comparable.count, record.issues.comparable.span[end] != 0 { end += 1 }
    guard wants(decision, watcher, record, document: 0..<end) else { return }

    let state = states[index]
    var documentNumber: [UInt8] = []
    for place in 0..<end { documentNumber.append(record.issues.comparable.span[place]) }
    let parent = record.mapper.parent
    var one = RecordBatch(width: record.batch.width, firstNumber: 1)
    one.append(record.index, of: record.batch)
    var mapper = RecordMapper(state.pass.plan(input, company: companyAtHand.number))
    mapper.begin()
    mapper.parent = parent
    var explanation = RecordExplanation(
      template: template.name, task: state.task,
      place: place(index, input, number, line: record.line, key: record.issues.key),
      entity: input.entity, key: record.issues.key, id: record.ownID, document: documentNumber,
      isOfDocument: isOfDocument,
      verdict: "written", reason: "", company: company)
    explanation.columns = input.columns
    for (place, column) in input.columns.enumerated() where column.part == .value {
      let value = one.text(0, place)
      if !value.isEmpty { explanation.values.append((column.name, value)) }
    }
    let followsHeader =
      state.task.header != nil && template.tasks[0].filterIsReplaced && !state.task.filterIsReplaced
    if !followsHeader {
      explanation.expression = state.task.filterText
      explanation.filter = mapper.traceFilter(one, 0, lookups)
    }
    var hasFields = true
    switch decision {
    case .written:
      explanation.ids = ids(&record, mapper, one, lookups)
    case .rejected:
      let codes = record.issues.all.filter { $0.code.severity == .error }.map(\.code.rawValue)
      (explanation.verdict, explanation.reason) = ("rejected", Set(codes).sorted().joined(separator: " "))
    case .filtered(let reason, let clause):
      explanation.verdict = reason == .duplicate ? "merged" : reason == .unchanged ? "unchanged" : "filtered"
      (explanation.reason, explanation.clause) = (reason.rawValue, clause)
      hasFields = reason == .unchanged
    }
    // Of a record that cannot be read not even the key is.
    if hasFields, record.issues.hasKey {
      let isWritten = explanation.verdict == "written"
      mapper.map(one, 0, lookups, parents: isWritten || !parent.isEmpty || state.task.header == nil)
      explanation.fields = fields(index, &mapper, one, lookups)
      if !deferred[index].isEmpty {
        explanation.unsettled = UnsettledRecord(record: one, input: input, task: index, company: companyAtHand)
      }
    }
    if case .written = decision {
      if sink.generatesItems { explanation.generated = [ProductCatalogue.items] }
      if let lines = freightLines(index, mapper, one) { explanation.generated.append(lines) }
    }
    watcher.take(explanation)
  }

  /// Whether a record is to be explained; its document's number is a part of its key.
  private func wants(
    _ decision: Decision, _ watcher: any RecordWatcher, _ record: borrowing RecordView, document: Range<Int>
  ) -> Bool {
    var salesID = template.destination == .finops ? record.ownID : nil
    if case .written = decision, let id = record.id { salesID = id }
    let about = WatchedRecord(
      id: record.ownID, salesID: salesID, document: record.issues.comparable.span.extracting(document))
    return watcher.wants(
      record.ownNumber.value, of: record.input, task: record.task, key: record.issues.shown, about)
  }

  /// The fields of a record that was explained before all templates had run; nil if they are as they were.
  mutating func settledFields(
    of explanation: RecordExplanation, _ lookups: inout LookupContext
  ) -> [RecordExplanation.Field]? {
    guard let unsettled = explanation.unsettled else { return nil }
    let index = unsettled.task
    deferred = deferrals([unsettled.company])
    select(unsettled.company, task: index, &lookups)
    var mapper = RecordMapper(states[index].pass.plan(unsettled.input, company: unsettled.company.number))
    mapper.begin()
    mapper.map(unsettled.record, 0, lookups, parents: true)
    let settled = fields(index, &mapper, unsettled.record, lookups)
    let second = Set(deferred[index].map(\.column))
    return explanation.fields.map { field in
      second.contains(field.field) ? settled.first { $0.field == field.field } ?? field : field
    }
  }

  /// The entity of the line that is made of a header's freight tax; nil if none is.
  private func freightLines(
    _ index: Int, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch
  ) -> String? {
    guard index == 0, template.freightTax == .line, let lines = template.tasks.last,
      lines.generates == .freightTaxLines,
      let field = states[index].task.fields.firstIndex(where: { $0.rule == .freightTax }),
      let amount = mapper.decimal(mapper.output(field), batch), !amount.isZero
    else { return nil }
    return lines.destination
  }

  private func fields(
    _ index: Int, _ mapper: inout RecordMapper, _ batch: RecordBatch, _ lookups: borrowing LookupContext
  ) -> [RecordExplanation.Field] {
    let state = states[index]
    let written = Set(state.written.map(\.field))
    let second = Set(deferred[index].map(\.field))
    let changes = context.options.project?.changes[template.name]
    var fields: [RecordExplanation.Field] = []
    for (place, mapping) in state.task.fields.enumerated() {
      var field = RecordExplanation.Field(
        field: mapping.column, isWritten: written.contains(place), trace: mapper.trace(place, batch, 0, lookups))
      // The price list of a product goes into its price list item.
      if mapping.rule == .priceList, state.task.generates == .priceListItems { field.isWritten = false }
      if template.destination == .sales, field.trace.value.isEmpty { field.isWritten = false }
      if let map = field.trace.map, let entry = map.entry {
        field.isProjectEntry = changes?.valueMaps[map.name]?.entries[entry.lowercased()] != nil
      }
      if second.contains(place) { settle(&field, place, task: index) }
      fields.append(field)
    }
    return fields
  }

  /// Says of a deferred value that it goes over later, or that it leads to nobody.
  private func settle(_ field: inout RecordExplanation.Field, _ place: Int, task index: Int) {
    if field.trace.value.isEmpty { return }
    let isToSales = template.destination == .sales
    let owner = WavePlan.Owner(
      template: template.name, task: index, company: isToSales ? 0 : companyAtHand.number)
    var key = OutputBuffer(capacity: 64)
    let value = Array(field.trace.value.utf8)
    guard !isToSales, context.waves.isMissing(value.span, field: place, of: owner, &key) else {
      field.wave = 2
      return
    }
    (field.trace.value, field.trace.rule, field.trace.codes) = ("", .none, [.deferredReferenceNotFound])
  }

  private func ids(
    _ record: inout RecordView, _ mapper: borrowing RecordMapper, _ batch: RecordBatch,
    _ lookups: borrowing LookupContext
  ) -> RecordExplanation.IDs {
    let key = record.issues.key
    guard let id = record.id else {
      var buffer = OutputBuffer(capacity: 64)
      mapper.appendRecordID(batch, 0, to: &buffer)
      return .init(finopsKey: key, salesID: String(decoding: buffer.take(), as: UTF8.self), from: .source, name: nil)
    }
    let isKnown = identities[record.task].isKnown(&record, lookups)
    return .init(
      finopsKey: key, salesID: id.description, from: isKnown ? .reference : .computed,
      name: isKnown ? nil : identities[record.task].computedName(record.issues))
  }
}
