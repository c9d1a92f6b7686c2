import Findings
import Mapping
import Packages
import Records

/// Explains the records that somebody asks for: maps each once more when it has been decided, and notes where every value comes
/// from.
final class Explainer: RunObserver {
  private let watcher: any RecordWatcher
  private let options: ConversionOptions
  private let clauses: FilterClauses
  private var template: Template
  /// The parts of the tasks of the template at hand that passed last.
  private var parts: [TaskPart?] = []
  /// The company at hand.
  private var company: RunCompany?
  /// The parts of all templates, of those that second packages follow.
  private var waiting: [String: [TaskPart?]] = [:]

  init(_ watcher: any RecordWatcher, _ options: ConversionOptions, _ clauses: FilterClauses) {
    (self.watcher, self.options, self.clauses) = (watcher, options, clauses)
    template = Template(name: "", title: "", order: 0, destination: .finops, tasks: [])
  }

  /// Lets go of the tasks, which lead to the run: that has its observers as long as it lasts.
  func forget() { (parts, waiting) = ([], [:]) }

  // MARK: The run

  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) {
    self.template = template
    parts = states.map { _ in nil }
    watcher.begin(template)
  }

  func begin(_ part: TaskPart) {
    parts[part.task] = part
    company = part.company
  }

  func end(_ template: Template, later: [Template]) {
    waiting[template.name] = parts
    watcher.end(of: template)
  }

  func settle(_ template: Template, _ lookups: inout LookupContext) {
    self.template = template
    parts = waiting[template.name] ?? []
    watcher.settle(template) { settledFields(of: $0, &lookups) }
  }

  // MARK: What becomes of records

  func written(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    explain(.written, &record, lookups)
  }

  func rejected(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    explain(.rejected, &record, lookups)
  }

  func filtered(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    record.needKey(lookups)
    explain(.filtered, &record, lookups)
  }

  func merged(_ record: inout RecordView, _ lookups: borrowing LookupContext) { filtered(&record, lookups) }

  private enum Decision { case written, rejected, filtered }

  private func explain(_ decision: Decision, _ record: inout RecordView, _ lookups: borrowing LookupContext) {
    guard let part = parts[record.task], let company else { return }
    let isOfDocument = template.tasks[template.tasks.count - 1].header != nil
    // The first part of a line's key is the number of its document.
    var end = 0
    while isOfDocument, end < record.issues.comparable.count, record.issues.comparable.span[end] != 0 { end += 1 }
    guard wants(decision, record, document: 0..<end) else { return }

    let (state, input) = (part.state, record.input)
    var document: [UInt8] = []
    for place in 0..<end { document.append(record.issues.comparable.span[place]) }
    let parent = record.mapper.parent
    var one = RecordBatch(width: record.batch.width, firstNumber: 1)
    one.append(record.index, of: record.batch)
    var mapper = RecordMapper(state.pass.plan(input, company: company.number))
    mapper.begin()
    mapper.parent = parent
    var place = FindingPlace(package: input.package.path, file: input.file, entity: EntityName(state.task.source))
    (place.record, place.line) = (record.ownNumber, Int(record.line))
    (place.key, place.company) = (record.issues.key, record.company)
    var explanation = RecordExplanation(
      template: template.name, task: state.task, place: place, entity: input.entity, key: record.issues.key,
      id: record.ownID, document: document, isOfDocument: isOfDocument, verdict: "written", reason: "",
      company: record.company)
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
      explanation.ids = ids(&record, mapper, one, part, lookups)
    case .rejected:
      let codes = record.issues.all.filter { $0.code.severity == .error }.map(\.code.rawValue)
      (explanation.verdict, explanation.reason) = ("rejected", Set(codes).sorted().joined(separator: " "))
    case .filtered:
      let reason = record.reason
      explanation.verdict = reason == .duplicate ? "merged" : reason == .unchanged ? "unchanged" : "filtered"
      (explanation.reason, explanation.clause) = (reason.rawValue, clauses.texts[record.clause])
      hasFields = reason == .unchanged
    }
    // Of a record that cannot be read not even the key is.
    if hasFields, record.issues.hasKey {
      mapper.map(one, 0, lookups, parents: decision == .written || !parent.isEmpty || state.task.header == nil)
      explanation.fields = fields(part, company, &mapper, one, lookups)
      if !part.deferred.isEmpty {
        explanation.unsettled = UnsettledRecord(record: one, input: input, task: record.task, company: company)
      }
    }
    if decision == .written {
      if template.destination == .sales, state.task.generates == .priceListItems {
        explanation.generated = [ProductCatalogue.items]
      }
      if let lines = freightLines(state, record.task, mapper, one) { explanation.generated.append(lines) }
    }
    watcher.take(explanation)
  }

  /// Whether a record is to be explained; its document's number is a part of its key.
  private func wants(_ decision: Decision, _ record: borrowing RecordView, document: Range<Int>) -> Bool {
    var salesID = template.destination == .finops ? record.ownID : nil
    if decision == .written, let id = record.id { salesID = id }
    let about = WatchedRecord(
      id: record.ownID, salesID: salesID, document: record.issues.comparable.span.extracting(document))
    return watcher.wants(
      record.ownNumber.value, of: record.input, task: record.task, key: record.issues.shown, about)
  }

  /// The fields of a record that was explained before all templates had run; nil if they are as they were.
  private func settledFields(
    of explanation: RecordExplanation, _ lookups: inout LookupContext
  ) -> [RecordExplanation.Field]? {
    guard let unsettled = explanation.unsettled, unsettled.task < parts.count, let part = parts[unsettled.task] else {
      return nil
    }
    lookups.select(company: part.companies.number(of: unsettled.company))
    var mapper = RecordMapper(part.state.pass.plan(unsettled.input, company: unsettled.company.number))
    mapper.begin()
    mapper.map(unsettled.record, 0, lookups, parents: true)
    let settled = fields(part, unsettled.company, &mapper, unsettled.record, lookups)
    let second = Set(deferrals(part, unsettled.company).map(\.column))
    return explanation.fields.map { field in
      second.contains(field.field) ? settled.first { $0.field == field.field } ?? field : field
    }
  }

  /// What second packages bring of the records of a company in a task.
  private func deferrals(_ part: TaskPart, _ company: RunCompany) -> [WavePlan.Deferral] {
    let number = template.destination == .sales ? 0 : company.number
    return part.waves.deferrals(of: template.name, task: part.task, company: number)
  }

  /// The entity of the line that is made of a header's freight tax; nil if none is.
  private func freightLines(
    _ state: TaskState, _ index: Int, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch
  ) -> String? {
    guard index == 0, template.freightTax == .line, let lines = template.tasks.last,
      lines.generates == .freightTaxLines,
      let field = state.task.fields.firstIndex(where: { $0.rule == .freightTax }),
      let amount = mapper.decimal(mapper.output(field), batch), !amount.isZero
    else { return nil }
    return lines.destination
  }

  private func fields(
    _ part: TaskPart, _ company: RunCompany, _ mapper: inout RecordMapper, _ batch: RecordBatch,
    _ lookups: borrowing LookupContext
  ) -> [RecordExplanation.Field] {
    let state = part.state
    let written = Set(state.written.map(\.field))
    let second = Set(deferrals(part, company).map(\.field))
    let changes = options.project?.changes[template.name]
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
      if second.contains(place) { settle(&field, place, part, company) }
      fields.append(field)
    }
    return fields
  }

  /// Says of a deferred value that a second package has it, or that it leads to nobody.
  private func settle(
    _ field: inout RecordExplanation.Field, _ place: Int, _ part: TaskPart, _ company: RunCompany
  ) {
    if field.trace.value.isEmpty { return }
    let isToSales = template.destination == .sales
    let owner = WavePlan.Owner(
      template: template.name, task: part.task, company: isToSales ? 0 : company.number)
    var key = OutputBuffer(capacity: 64)
    let value = Array(field.trace.value.utf8)
    guard !isToSales, part.waves.isMissing(value.span, field: place, of: owner, &key) else {
      field.wave = 2
      return
    }
    (field.trace.value, field.trace.rule, field.trace.codes) = ("", .none, [.deferredReferenceNotFound])
  }

  private func ids(
    _ record: inout RecordView, _ mapper: borrowing RecordMapper, _ batch: RecordBatch, _ part: TaskPart,
    _ lookups: borrowing LookupContext
  ) -> RecordExplanation.IDs {
    let key = record.issues.key
    guard let id = record.id else {
      var buffer = OutputBuffer(capacity: 64)
      mapper.appendRecordID(batch, 0, to: &buffer)
      return .init(finopsKey: key, salesID: String(decoding: buffer.take(), as: UTF8.self), from: .source, name: nil)
    }
    let isKnown = part.identity.isKnown(&record, lookups)
    return .init(
      finopsKey: key, salesID: id.description, from: isKnown ? .reference : .computed,
      name: isKnown ? nil : part.identity.computedName(record.issues))
  }
}
