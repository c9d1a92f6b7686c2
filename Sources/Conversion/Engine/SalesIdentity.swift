package import Mapping
package import Records

/// Under which id the records of a task and a company go to Sales: the one that the reference has for the natural key, else
/// a new one. An object, since one of several is asked for every record.
package final class SalesIdentity {
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
  package let ownTable: Int?
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
  private var ids = NameBasedID(namespace: RecordNames.namespace)

  init(_ state: TaskState, company: RunCompany, numbers: SharedNumbers, _ lookups: borrowing LookupContext) {
    let table = state.destination.name
    names = RecordNames(table: table, company: company.name)
    self.company = company
    isLine = state.task.header != nil
    natural = NaturalKey(state.task, state.destination)
    ownTable = natural.flatMap { lookups.destination(table, key: $0.name(of: table)) }
    isLookedUp = ownTable.map { lookups.destinations[$0].isLookedUp } ?? false
    number = isLine ? lookups.destination(table, key: DestinationLookups.lineKey) : ownTable
    nameField = state.task.fields.firstIndex { $0.destination == state.destination.primaryName }
    let isOfCompany = isLine || natural.map { state.destination.isOfCompany($0.columns) } ?? false
    shared = isOfCompany || ownTable == nil ? nil : numbers
    numbers.describe(state.task, state.destination)
    let text = isOfCompany ? company.about.prefix : ""
    prefix = (Array(text.utf8), text.isEmpty ? [] : KeyText.bytes(text + "x").dropLast())
  }

  /// The destination table to which records are added while they are written; nil if nobody looks them up.
  var growingTable: Int? { isLine || !isLookedUp ? nil : number }

  /// Whether the natural key is known before the record is mapped.
  var isByRecordKey: Bool { natural?.isRecordKey ?? true }

  /// What the company puts before its numbers, in the comparable form.
  var comparablePrefix: [UInt8] { prefix.comparable }

  /// Makes `key` a record's own key with the company's prefix, in its comparable form.
  private func loadKey(_ number: Span<UInt8>) {
    key.truncate(to: 0)
    key.append(prefix.comparable)
    key.append(number)
  }

  /// Makes `key` the natural key of the mapped record, in its comparable form with the company's prefix.
  private func loadKey(of record: inout RecordView, _ lookups: borrowing LookupContext) {
    guard let natural, !natural.isRecordKey else { return loadKey(record.issues.comparable.span) }
    natural.append(record.mapper, record.batch, lookups, to: &key)
  }

  /// What makes the ids of new records; nil where they are not made of the keys as they are shown. A record that the reference
  /// has keeps its id all the same.
  var namer: (any RecordNamer)? { prefix.shown.isEmpty ? names.namer : nil }

  /// The id of the mapped record, whose key is known.
  package func id(of record: inout RecordView, _ lookups: borrowing LookupContext) -> GUID {
    if let number, let entry = entry(number, of: &record, lookups) { return lookups.destinations[number].id(entry) }
    if prefix.shown.isEmpty {
      if let id = record.mapper.preparedID { return id }
      return names.id(record.issues.shown, &ids)
    }
    key.truncate(to: 0)
    key.append(prefix.shown)
    key.append(record.issues.shown.span)
    return names.id(key, &ids)
  }

  /// Whether the destination is known to have the mapped record, before it is noted as one that is written.
  func isKnown(_ record: inout RecordView, _ lookups: borrowing LookupContext) -> Bool {
    guard let number else { return false }
    return entry(number, of: &record, lookups) != nil
  }

  /// What the id of a new record is made of.
  func computedName(_ issues: borrowing RecordIssues) -> String {
    names.prefixText + String(decoding: prefix.shown, as: UTF8.self) + KeyText.string(issues.shown.span)
  }

  /// Whether several records of the reference have the record's own key.
  func isAmbiguous(_ issues: borrowing RecordIssues, _ lookups: borrowing LookupContext) -> Bool {
    guard let ownTable else { return false }
    let table = lookups.destinations[ownTable]
    guard table.hasAmbiguousKeys else { return false }
    if !prefix.shown.isEmpty { loadKey(issues.comparable.span) }
    let entry = prefix.shown.isEmpty ? table.find(issues.comparable) : table.find(key)
    return entry.map { table.isAmbiguous($0) } ?? false
  }

  /// Whether several records of the reference have the natural key of the mapped record; only where that is not the
  /// record's own key.
  func isAmbiguous(_ record: inout RecordView, _ lookups: borrowing LookupContext) -> Bool {
    guard let number, lookups.destinations[number].hasAmbiguousKeys, let entry = entry(number, of: &record, lookups)
    else { return false }
    return lookups.destinations[number].isAmbiguous(entry)
  }

  private func entry(_ number: Int, of record: inout RecordView, _ lookups: borrowing LookupContext) -> Int? {
    if prefix.shown.isEmpty, isByRecordKey { return lookups.destinations[number].find(record.issues.comparable) }
    loadKey(of: &record, lookups)
    return lookups.destinations[number].find(key)
  }

  /// Makes a record that is written known to those that point to it. If it is only expected to be written, it may be withdrawn
  /// later by its entry.
  @discardableResult
  func note(_ record: inout RecordView, _ lookups: borrowing LookupContext, isExpected: Bool = false) -> Int? {
    guard !isLine, let number, isLookedUp, let id = record.id else { return nil }
    // Taken out of the object meanwhile: a local value needs no check at every access.
    var name = OutputBuffer.none
    swap(&name, &self.name)
    defer { swap(&name, &self.name) }
    name.truncate(to: 0)
    if let nameField { record.mapper.append(record.mapper.output(nameField), record.batch, to: &name) }
    let table = lookups.destinations[number]
    if prefix.shown.isEmpty, isByRecordKey {
      let key = record.issues.comparable.span
      return isExpected
        ? table.addExpected(key: key, id: id, name: name.span) : table.addWritten(key: key, id: id, name: name.span)
    }
    loadKey(of: &record, lookups)
    let key = self.key.copy()
    return isExpected
      ? table.addExpected(key: key.span, id: id, name: name.span)
      : table.addWritten(key: key.span, id: id, name: name.span)
  }

  // MARK: Numbers of several companies

  /// Who has the number of the record, whose key is known.
  func holder(of record: inout RecordView, _ lookups: borrowing LookupContext) -> Holder {
    guard !isLine, let ownTable else { return .nobody }
    if let shared {
      guard let holder = shared.holder(of: record.issues.comparable, in: names.table), holder.company != company.number
      else {
        return .nobody
      }
      return .shared(holder)
    }
    loadKey(of: &record, lookups)
    guard let owner = lookups.destinations[ownTable].owner(of: key), owner != company.number + 1 else {
      return .nobody
    }
    return .other
  }

  /// Takes the number for the company.
  func claim(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    guard !isLine, ownTable != nil else { return }
    guard let shared else {
      loadKey(of: &record, lookups)
      if let ownTable { lookups.destinations[ownTable].claim(key) }
      return
    }
    let holder = SharedNumbers.Holder(
      company: company.number, id: id(of: &record, lookups),
      content: shared.content(record.mapper, record.batch, lookups, names.table))
    shared.claim(record.issues.comparable, in: names.table, holder)
  }

  /// Takes a number, in its comparable form without the prefix, for the company.
  func claim(number: Span<UInt8>, _ lookups: borrowing LookupContext) {
    guard let ownTable, shared == nil else { return }
    loadKey(number)
    lookups.destinations[ownTable].claim(key)
  }

  /// A number that equal contents of shared records have.
  func content(_ record: inout RecordView, _ lookups: borrowing LookupContext) -> UInt64 {
    shared?.content(record.mapper, record.batch, lookups, names.table) ?? 0
  }
}
