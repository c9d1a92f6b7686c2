import Mapping
import Records

/// Under which id the records of a task go to Sales: the one that the reference has for the natural key, else a new one.
/// An object, since one of several is asked for every record.
final class SalesIdentity {
  private let names: RecordNames
  private let isLine: Bool
  private let nameField: Int?
  /// The number of the destination table that holds the natural keys of the task's entity.
  let ownTable: Int?
  private let natural: NaturalKey?
  /// The number of the one in which the task's records are found: of lines that of their own kind of key.
  private let number: Int?
  private let isLookedUp: Bool
  private var name = OutputBuffer(capacity: 128)
  private var key = OutputBuffer(capacity: 128)

  init(_ state: TaskState, company: String, _ knowledge: borrowing Knowledge) {
    let table = state.destination.name
    names = RecordNames(table: table, company: company)
    isLine = state.task.header != nil
    natural = NaturalKey(state.task, state.destination)
    ownTable = natural.flatMap { knowledge.destination(table, key: $0.name(of: table)) }
    isLookedUp = ownTable.map { knowledge.destinations[$0].isLookedUp } ?? false
    number = isLine ? knowledge.destination(table, key: DestinationKnowledge.lineKey) : ownTable
    nameField = state.task.fields.firstIndex { $0.destination == state.destination.primaryName }
  }

  /// Whether the natural key is known before the record is mapped.
  var isByRecordKey: Bool { natural?.isRecordKey ?? true }

  /// The id of the mapped record whose key the verdict holds.
  func id(
    _ verdict: borrowing RecordVerdict, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch,
    _ knowledge: borrowing Knowledge, _ ids: inout NameBasedID
  ) -> GUID {
    if let number, let entry = entry(number, verdict, mapper, batch, knowledge) {
      return knowledge.destinations[number].id(entry)
    }
    return names.id(verdict.shown, &ids)
  }

  /// Whether several records of the reference have the natural key of the mapped record; only where that is not the
  /// record's own key.
  func isAmbiguous(
    _ verdict: borrowing RecordVerdict, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch,
    _ knowledge: borrowing Knowledge
  ) -> Bool {
    guard let number, let entry = entry(number, verdict, mapper, batch, knowledge) else { return false }
    return knowledge.destinations[number].isAmbiguous(entry)
  }

  private func entry(
    _ number: Int, _ verdict: borrowing RecordVerdict, _ mapper: borrowing RecordMapper,
    _ batch: borrowing RecordBatch, _ knowledge: borrowing Knowledge
  ) -> Int? {
    guard let natural, !natural.isRecordKey else {
      return knowledge.destinations[number].find(verdict.comparable.span)
    }
    var key = OutputBuffer.none
    swap(&key, &self.key)
    defer { swap(&key, &self.key) }
    natural.append(mapper, batch, knowledge, to: &key)
    return knowledge.destinations[number].find(key.span)
  }

  /// Makes a record that is written known to those that point to it.
  func note(
    _ id: GUID, _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ verdict: borrowing RecordVerdict,
    _ knowledge: inout Knowledge
  ) {
    guard !isLine, let number, isLookedUp else { return }
    // Taken out of the object meanwhile: a local value needs no check at every access.
    var name = OutputBuffer.none
    swap(&name, &self.name)
    name.truncate(to: 0)
    if let nameField { mapper.append(mapper.outputs[nameField], batch, to: &name) }
    if let natural, !natural.isRecordKey {
      natural.append(mapper, batch, knowledge, to: &key)
      knowledge.destinations[number].addWritten(key: key.span, id: id, name: name.span)
    } else {
      knowledge.destinations[number].addWritten(key: verdict.comparable.span, id: id, name: name.span)
    }
    swap(&name, &self.name)
  }
}
