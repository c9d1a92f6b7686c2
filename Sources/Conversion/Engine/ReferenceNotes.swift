// `note` is called for every record of a rehearsal: no allocation for one that refers to nobody, while there is room.

import Findings
import Mapping
import Packages
import Records

/// What the written records of a task refer to, as a rehearsal notes it: the fields that a second package may bring.
///
/// About 40 bytes for each reference, its value and its record's key.
final class ReferenceNotes {
  /// A field that may be deferred.
  struct Field {
    let place: Int
    let column: String
    /// The entities, in lower case, that it may lead to.
    let entities: [String]
    /// The destination tables in which Sales has them.
    let tables: [Int]
    /// References that are not settled yet, in the order of the records.
    fileprivate(set) var references: [Reference] = []
    /// Their values as they were read, and as they are compared.
    fileprivate(set) var values = TextStore()
    fileprivate(set) var sought = TextStore()
    /// The keys of their records.
    fileprivate(set) var keys = TextStore()
    /// The lookups whose record was known.
    fileprivate(set) var found = 0
  }

  /// A reference of a record that is written.
  struct Reference {
    /// Which of all records that are written.
    var sequence: UInt32
    /// The number of the record within the task, and its line.
    var number: Int
    var line: UInt32
    var company: Int
  }

  let template: String
  let task: Int
  private(set) var fields: [Field]
  private let book: ReferenceBook
  /// The place of the key that others refer to; nil if nobody does, or on the way to Sales.
  private let keyField: Int?
  private let entity: String
  private var text = OutputBuffer(capacity: 64)
  /// Where the records stand, once all have passed.
  var state: TaskState?

  /// The notes of a task; nil if there is nothing to note of its records.
  init?(
    _ template: String, _ task: Int, _ state: TaskState, _ book: ReferenceBook, _ lookups: borrowing LookupContext
  ) {
    var fields: [Field] = []
    for (name, place) in state.written where state.task.fields[place].isDeferrable {
      guard let attribute = state.destination.attribute(named: name),
        let reference = book.reference(template, state.task.name, attribute.name)
      else { continue }
      var tables: [Int] = []
      for target in state.task.fields[place].destinationTargets(attribute) {
        if let table = lookups.destination(target.table, key: target.column) { tables.append(table) }
      }
      fields.append(Field(place: place, column: name, entities: reference.entities, tables: tables))
    }
    let entity = state.destination.name.lowercased()
    keyField = state.destination.side == .finops && book.isReferredTo(entity) ? state.singleKey : nil
    if fields.isEmpty, keyField == nil { return nil }
    (self.template, self.task, self.fields, self.book, self.entity) = (template, task, fields, book, entity)
  }

  /// Notes a record that is written.
  func note(_ record: inout RecordView, company: Int, _ lookups: borrowing LookupContext) {
    let sequence = book.next()
    if let keyField {
      text.truncate(to: 0)
      record.mapper.forText(of: keyField, record.batch) { text.append($0) }
      book.noteWritten(text.span, of: entity, company: company, sequence)
    }
    for index in fields.indices {
      let place = fields[index].place
      let output = record.mapper.output(place)
      text.truncate(to: 0)
      if !fields[index].tables.isEmpty {
        if !output.isEmpty {
          fields[index].found += 1
          continue
        }
        guard record.mapper.issues.contains(where: { $0.code == .deferredReferenceNotFound && $0.field == place })
        else {
          continue
        }
        record.mapper.appendSoughtKey(of: place, record.batch, record.index, lookups, to: &text)
      } else {
        record.mapper.append(output, record.batch, to: &text)
        if KeyText.trimmed(text.span).isEmpty { continue }
      }
      fields[index].sought.append(text.span)
      fields[index].keys.append(record.issues.shown.span)
      text.truncate(to: 0)
      let read = record.mapper.readValue(of: place, record.batch, record.index)
      record.mapper.append(read, record.batch, to: &text)
      fields[index].values.append(text.span)
      fields[index].references.append(
        Reference(sequence: sequence, number: record.number, line: record.line, company: company))
    }
  }

  /// Notes a record that is read and not written, whose verdict holds its key.
  func noteUnwritten(_ issues: borrowing RecordIssues, company: Int) {
    if keyField != nil { book.noteUnwritten(issues.comparable.span, of: entity, company: company) }
  }

  /// Whether keys of records that are not written are asked for.
  var wantsUnwritten: Bool { keyField != nil }
}

extension TaskState {
  /// The place of the destination's only key, the company apart; nil if the task writes none, or the entity has several.
  var singleKey: Int? {
    let names = destination.keys.filter { $0.lowercased() != "dataareaid" }
    guard names.count == 1 else { return nil }
    return written.first { $0.name.lowercased() == names[0].lowercased() }?.field
  }
}
