import Mapping
import Records

/// Under which id the records of a task and a company go to Sales: the one that the reference has for the natural key, else
/// a new one. An object, since one of several is asked for every record.
final class SalesIdentity {
  /// Who has the number of a record.
  enum Holder {
    /// Nobody but the company itself.
    case nobody
    /// Another company, so that the record cannot have it (`P2C2107`).
    case other
    /// Another company, whose record is this one, too.
    case shared(SharedNumbers.Holder)
  }

  private let names: RecordNames
  private let isLine: Bool
  private let nameField: Int?
  /// The number of the destination table that holds the natural keys of the task's entity.
  let ownTable: Int?
  private let natural: NaturalKey?
  /// The number of the one in which the task's records are found: of lines that of their own kind of key.
  private let number: Int?
  private let isLookedUp: Bool
  private let company: RunCompany
  /// The numbers that are one for all companies; nil if the task's are not.
  private let shared: SharedNumbers?
  /// What the company puts before its numbers, as it is written and as it is compared.
  private let prefix: (shown: [UInt8], comparable: [UInt8])
  private var name = OutputBuffer(capacity: 128)
  private var key = OutputBuffer(capacity: 128)

  init(_ state: TaskState, company: RunCompany, numbers: SharedNumbers, _ knowledge: borrowing Knowledge) {
    let table = state.destination.name
    names = RecordNames(table: table, company: company.name)
    self.company = company
    isLine = state.task.header != nil
    natural = NaturalKey(state.task, state.destination)
    ownTable = natural.flatMap { knowledge.destination(table, key: $0.name(of: table)) }
    isLookedUp = ownTable.map { knowledge.destinations[$0].isLookedUp } ?? false
    number = isLine ? knowledge.destination(table, key: DestinationKnowledge.lineKey) : ownTable
    nameField = state.task.fields.firstIndex { $0.destination == state.destination.primaryName }
    let isOfCompany = isLine || natural.map { state.destination.isOfCompany($0.columns) } ?? false
    shared = isOfCompany || ownTable == nil ? nil : numbers
    numbers.describe(state.task, state.destination)
    let text = isOfCompany ? company.about.prefix : ""
    prefix = (Array(text.utf8), text.isEmpty ? [] : KeyText.bytes(text + "x").dropLast())
  }

  /// Whether the natural key is known before the record is mapped.
  var isByRecordKey: Bool { natural?.isRecordKey ?? true }

  /// Makes `key` a record's own key with the company's prefix, in its comparable form.
  private func loadKey(_ number: Span<UInt8>) {
    key.truncate(to: 0)
    key.append(prefix.comparable)
    key.append(number)
  }

  /// Makes `key` the natural key of the mapped record, in its comparable form with the company's prefix.
  private func loadKey(
    _ verdict: borrowing RecordIssues, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch,
    _ knowledge: borrowing Knowledge
  ) {
    guard let natural, !natural.isRecordKey else { return loadKey(verdict.comparable.span) }
    natural.append(mapper, batch, knowledge, to: &key)
  }

  /// The id of the mapped record whose key the verdict holds.
  func id(
    _ verdict: borrowing RecordIssues, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch,
    _ knowledge: borrowing Knowledge, _ ids: inout NameBasedID
  ) -> GUID {
    if let number, let entry = entry(number, verdict, mapper, batch, knowledge) {
      return knowledge.destinations[number].id(entry)
    }
    if prefix.shown.isEmpty { return names.id(verdict.shown, &ids) }
    key.truncate(to: 0)
    key.append(prefix.shown)
    key.append(verdict.shown.span)
    return names.id(key, &ids)
  }

  /// Whether several records of the reference have the record's own key.
  func isAmbiguous(_ verdict: borrowing RecordIssues, _ knowledge: borrowing Knowledge) -> Bool {
    guard let ownTable else { return false }
    let table = knowledge.destinations[ownTable]
    if !prefix.shown.isEmpty { loadKey(verdict.comparable.span) }
    let entry = prefix.shown.isEmpty ? table.find(verdict.comparable) : table.find(key)
    return entry.map { table.isAmbiguous($0) } ?? false
  }

  /// Whether several records of the reference have the natural key of the mapped record; only where that is not the
  /// record's own key.
  func isAmbiguous(
    _ verdict: borrowing RecordIssues, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch,
    _ knowledge: borrowing Knowledge
  ) -> Bool {
    guard let number, let entry = entry(number, verdict, mapper, batch, knowledge) else { return false }
    return knowledge.destinations[number].isAmbiguous(entry)
  }

  private func entry(
    _ number: Int, _ verdict: borrowing RecordIssues, _ mapper: borrowing RecordMapper,
    _ batch: borrowing RecordBatch, _ knowledge: borrowing Knowledge
  ) -> Int? {
    if prefix.shown.isEmpty, isByRecordKey { return knowledge.destinations[number].find(verdict.comparable) }
    loadKey(verdict, mapper, batch, knowledge)
    return knowledge.destinations[number].find(key)
  }

  /// Makes a record that is written known to those that point to it.
  func note(
    _ id: GUID, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ verdict: borrowing RecordIssues,
    _ knowledge: inout Knowledge
  ) {
    guard !isLine, let number, isLookedUp else { return }
    // Taken out of the object meanwhile: a local value needs no check at every access.
    var name = OutputBuffer.none
    swap(&name, &self.name)
    name.truncate(to: 0)
    if let nameField { mapper.append(mapper.outputs[nameField], batch, to: &name) }
    if prefix.shown.isEmpty, isByRecordKey {
      knowledge.destinations[number].addWritten(key: verdict.comparable.span, id: id, name: name.span)
    } else {
      loadKey(verdict, mapper, batch, knowledge)
      let written = key.copy()
      knowledge.destinations[number].addWritten(key: written.span, id: id, name: name.span)
    }
    swap(&name, &self.name)
  }

  // MARK: Numbers of several companies

  /// Who has the number of the record whose key the verdict holds.
  func holder(
    _ verdict: borrowing RecordIssues, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch,
    _ knowledge: borrowing Knowledge
  ) -> Holder {
    guard !isLine, let ownTable else { return .nobody }
    if let shared {
      guard let holder = shared.holder(of: verdict.comparable, in: names.table), holder.company != company.number else {
        return .nobody
      }
      return .shared(holder)
    }
    loadKey(verdict, mapper, batch, knowledge)
    guard let owner = knowledge.destinations[ownTable].owner(of: key), owner != company.number + 1 else {
      return .nobody
    }
    return .other
  }

  /// Takes the number for the company.
  func claim(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ verdict: borrowing RecordIssues,
    _ knowledge: borrowing Knowledge, _ ids: inout NameBasedID
  ) {
    guard !isLine, ownTable != nil else { return }
    guard let shared else {
      loadKey(verdict, mapper, batch, knowledge)
      if let ownTable { knowledge.destinations[ownTable].claim(key) }
      return
    }
    let holder = SharedNumbers.Holder(
      company: company.number, id: id(verdict, mapper, batch, knowledge, &ids),
      content: shared.content(mapper, batch, knowledge, names.table))
    shared.claim(verdict.comparable, in: names.table, holder)
  }

  /// Takes a number, in its comparable form without the prefix, for the company.
  func claim(number: Span<UInt8>, _ knowledge: borrowing Knowledge) {
    guard let ownTable, shared == nil else { return }
    loadKey(number)
    knowledge.destinations[ownTable].claim(key)
  }

  /// A number that equal contents of shared records have.
  func content(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ knowledge: borrowing Knowledge
  ) -> UInt64 {
    shared?.content(mapper, batch, knowledge, names.table) ?? 0
  }
}
