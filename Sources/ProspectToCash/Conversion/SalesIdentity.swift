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
  /// The number of the one in which the task's records are found: of lines that of their own kind of key.
  private let number: Int?
  private let isLookedUp: Bool
  private var name = OutputBuffer(capacity: 128)

  init(_ state: TaskState, company: String, _ knowledge: borrowing Knowledge) {
    let table = state.destination.name
    names = RecordNames(table: table, company: company)
    isLine = state.task.header != nil
    ownTable = DestinationKnowledge.ownKeys[table].flatMap { knowledge.destination(table, key: $0) }
    isLookedUp = ownTable.map { knowledge.destinations[$0].isLookedUp } ?? false
    number = isLine ? knowledge.destination(table, key: DestinationKnowledge.lineKey) : ownTable
    nameField = state.task.fields.firstIndex { $0.destination == state.destination.primaryName }
  }

  /// The id of the record whose key the verdict holds.
  func id(
    _ verdict: borrowing RecordVerdict, _ knowledge: borrowing Knowledge, _ ids: inout NameBasedID
  ) -> GUID {
    if let number, let entry = knowledge.destinations[number].find(verdict.comparable.span) {
      return knowledge.destinations[number].id(entry)
    }
    return names.id(verdict.shown, &ids)
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
    knowledge.destinations[number].addWritten(key: verdict.comparable.span, id: id, name: name.span)
    swap(&name, &self.name)
  }
}
