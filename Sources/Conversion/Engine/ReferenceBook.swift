import Findings
import Mapping
import Packages
import Records

/// What a rehearsal finds out about the references between the records of a run: which point to records that come later, so that
/// their columns go over in second packages, and which lead to nobody.
final class ReferenceBook: RunObserver {
  private let deferrable: [DeferrableReferences]
  private let referred: Set<String>
  private var notes: [ReferenceNotes] = []
  /// Which references second packages have, once all records have passed.
  private(set) var plan = WavePlan()
  /// For each task of the template at hand what is noted of its references; nil where there is nothing to note.
  private var current: [ReferenceNotes?] = []
  /// The number of the company at hand.
  private var company = 0
  private var sequence: UInt32 = 0
  /// The keys of records that are written, with the first one's sequence, and of others; each behind entity and company.
  private var written = KeyIndex()
  private var unwritten = KeyIndex()
  private var key = OutputBuffer(capacity: 64)

  init(_ deferrable: [DeferrableReferences]) {
    self.deferrable = deferrable
    referred = Set(deferrable.flatMap(\.references).flatMap(\.entities))
  }

  /// The reference of a task's column that may be deferred.
  func reference(_ template: String, _ task: String, _ column: String) -> TemplateReference? {
    deferrable.first { $0.template == template }?.references.first {
      $0.task == task && $0.field.lowercased() == column.lowercased()
    }
  }

  /// Whether records may refer to those of an entity.
  func isReferredTo(_ entity: String) -> Bool { referred.contains(entity) }

  /// Lets go of the tasks, which lead to the run: that has its observers as long as it lasts.
  func forget() { (notes, current) = ([], []) }

  // MARK: What becomes of records

  var interest: WrittenInterest { current.contains { $0 != nil } ? .values : .nothing }

  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) {
    current = []
    for (index, state) in states.enumerated() {
      current.append(ReferenceNotes(template.name, index, state, self, lookups))
      if let notes = current[index] { self.notes.append(notes) }
    }
  }

  func begin(_ part: TaskPart) { company = part.company.number }

  func end(task index: Int, _ states: [TaskState]) { current[index]?.state = states[index] }

  func written(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    current[record.task]?.note(&record, company: company, lookups)
  }

  func rejected(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    current[record.task]?.noteUnwritten(record.issues, company: company)
  }

  func filtered(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    guard !record.reason.isOfVersion, let notes = current[record.task], notes.wantsUnwritten else { return }
    record.needKey(lookups)
    notes.noteUnwritten(record.issues, company: company)
  }

  func merged(_ record: inout RecordView, _ lookups: borrowing LookupContext) { filtered(&record, lookups) }

  // MARK: Notes

  /// The sequence of a record that is written now.
  func next() -> UInt32 {
    sequence += 1
    return sequence
  }

  func noteWritten(_ value: Span<UInt8>, of entity: String, company: Int, _ sequence: UInt32) {
    loadKey(value, entity, company)
    _ = written.insert(key, value: sequence)
  }

  func noteUnwritten(_ value: Span<UInt8>, of entity: String, company: Int) {
    if value.count == 0 { return }
    loadKey(value, entity, company)
    _ = unwritten.insert(key, value: 0)
  }

  private func loadKey(_ value: Span<UInt8>, _ entity: String, _ company: Int) {
    key.truncate(to: 0)
    for byte in "\(entity)|\(company)|".utf8 { key.append(byte) }
    KeyText.append(value, to: &key)
  }

  private static func find(_ key: borrowing OutputBuffer, in keys: KeyIndex) -> Int? { keys.find(key.span) }

  // MARK: Settling

  /// Where a reference leads.
  private enum End {
    /// To a record that comes before, or that the destination is expected to have.
    case known
    /// To a record that comes later, or to its own record.
    case later
    /// To nobody; of F&O to a record that was read and not written, unless a reference has it.
    case nobody
  }

  /// Makes the plan, now that all records have passed.
  func end(_ context: RunContext, _ lookups: inout LookupContext) throws {
    let inputs = context.inputs
    plan = WavePlan(deferrable)
    let isToSales = inputs.destination == .sales
    let held = isToSales ? KeyIndex() : try heldKeys(inputs, context)
    for notes in notes {
      var own: [WavePlan.Owner: [WavePlan.Deferral]] = [:]
      for field in notes.fields {
        var ends: [End] = []
        for place in field.references.indices {
          let company = context.companies.running[field.references[place].company]
          if isToSales { lookups.select(company: context.companies.number(of: company)) }
          ends.append(end(place, of: field, isToSales, held, lookups))
        }
        let groups = isToSales ? [0] : Array(Set(field.references.map(\.company))).sorted()
        for group in groups {
          let owner = WavePlan.Owner(template: notes.template, task: notes.task, company: group)
          let mine = field.references.indices.filter { isToSales || field.references[$0].company == group }
          let isDeferred = mine.contains { ends[$0] == .later }
          for place in mine where ends[place] == .nobody && (isToSales || isDeferred) {
            if let finding = finding(place, of: field, notes, context) { plan.add(finding) }
            if !isToSales { plan.addMissing(field.sought.text(place), field: field.place, of: owner) }
          }
          guard isDeferred else { continue }
          let values = mine.count { ends[$0] != .nobody } + field.found
          own[owner, default: []].append(.init(field: field.place, column: field.column, values: values))
        }
      }
      for (owner, deferrals) in own { plan.add(deferrals, of: owner) }
    }
  }

  private func end(
    _ place: Int, of field: ReferenceNotes.Field, _ isToSales: Bool, _ held: KeyIndex,
    _ lookups: borrowing LookupContext
  ) -> End {
    let value = field.sought.text(place)
    if isToSales {
      return field.tables.contains { lookups.destinations[$0].find(value) != nil } ? .later : .nobody
    }
    let reference = field.references[place]
    for entity in field.entities {
      loadKey(value, entity, reference.company)
      if let entry = ReferenceBook.find(key, in: written) {
        return written[entry] >= reference.sequence ? .later : .known
      }
    }
    for entity in field.entities {
      loadKey(value, entity, reference.company)
      if ReferenceBook.find(key, in: unwritten) != nil {
        return ReferenceBook.find(key, in: held) == nil ? .nobody : .known
      }
    }
    return .known
  }

  private func finding(
    _ place: Int, of field: ReferenceNotes.Field, _ notes: ReferenceNotes, _ context: RunContext
  ) -> Finding? {
    guard let state = notes.state else { return nil }
    let reference = field.references[place]
    let (input, number) = state.place(of: reference.number)
    var there = FindingPlace(
      package: input.package.path, file: input.file, entity: EntityName(state.task.source))
    (there.record, there.line) = (number, Int(reference.line))
    (there.key, there.company) = (
      KeyText.string(field.keys.text(place)), context.companies.running[reference.company].name
    )
    var finding = Finding(.deferredReferenceNotFound, .error, at: there, field: field.column)
    finding.value = Finding.value(field.values.text(place))
    return finding
  }

  /// The keys that references of F&O have of the records which were read and not written.
  private func heldKeys(_ inputs: Inputs, _ context: RunContext) throws -> KeyIndex {
    var held = KeyIndex()
    if unwritten.count == 0 { return held }
    var text = OutputBuffer(capacity: 64)
    for package in inputs.destinations {
      for (index, entity) in package.entities.enumerated() {
        guard let schema = entity.schema, referred.contains(schema.name.lowercased()) else { continue }
        let names = schema.keys.filter { $0.lowercased() != "dataareaid" }
        guard names.count == 1 else { continue }
        var scan = try PackageScan(package, entities: [index])
        while let (_, batch) = try scan.next() {
          let columns = SourceColumns(scan.columns(of: index))
          guard let column = columns.values[names[0].lowercased()] else { break }
          let owners = context.referenceCompanies.rows(of: package, entity, columns)
          for record in 0..<batch.count {
            guard let company = owners.company(batch, record) else { continue }
            text.truncate(to: 0)
            text.append(batch.bytes.span.extracting(batch.range(record, column).bounds))
            // What belongs to everybody serves each company.
            for number in company > 0 ? [company - 1] : Array(context.companies.running.indices) {
              loadKey(text.span, schema.name.lowercased(), number)
              if ReferenceBook.find(key, in: unwritten) != nil { _ = held.insert(key, value: 0) }
            }
          }
        }
      }
    }
    return held
  }
}
