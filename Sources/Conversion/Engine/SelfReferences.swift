// Hot path (`add`): no allocation per record that refers to nobody, while the index has room.

import Mapping
import Records

/// What the records of a task refer to among themselves, in the order in which they are written: F&O can refuse a record
/// that refers to one which comes later, or to itself.
///
/// Keeps the key of every record, and of those that refer to another one about 40 bytes and both keys as they were read.
final class SelfReferences {
  /// A reference to a record that comes later, or to the record itself.
  struct Later {
    /// The number of the record within the task, and its line.
    var number: Int
    var line: Int
    var company: String
    /// The destination field.
    var field: String
    var value: String
    /// The record's key, the one that it refers to, and so on until that ends or repeats.
    var chain: [String]
  }

  private struct Reference {
    /// Which of the records, in the order in which they were written.
    var sequence: Int
    var number: Int
    var line: UInt32
    var company: UInt32
  }

  /// The references of a field, with the record's key and the other's as they were read, and the other's to be compared.
  private struct Field {
    let name: String
    let place: Int
    var references: [Reference] = []
    var keys = TextStore()
    var values = TextStore()
  }

  /// The most keys of a chain.
  private static let longestChain = 10

  private let keyField: Int
  private var fields: [Field]
  private var companies: [String] = []
  /// The keys of the records, each behind its company.
  private var keys = KeyIndex()
  private var key = OutputBuffer(capacity: 64)

  /// Nil if the task writes no field that refers to its own entity.
  init?(_ state: TaskState) {
    let schema = state.destination
    guard schema.side == .finops, let key = state.singleKey else { return nil }
    keyField = key
    fields = state.written.compactMap { name, place in
      guard let attribute = schema.attribute(named: name), attribute.refersToSelf,
        !state.task.fields[place].isDeferrable
      else { return nil }
      return Field(name: attribute.name, place: place)
    }
    if fields.isEmpty { return nil }
  }

  /// Adds a record that is written.
  func add(_ record: inout RecordView) {
    let company = record.company
    if companies.last != company, !companies.contains(company) { companies.append(company) }
    let companyNumber = companies.last == company ? companies.count - 1 : companies.firstIndex(of: company) ?? 0
    begin(companyNumber)
    var own = OutputBuffer.none
    swap(&own, &key)
    record.mapper.forText(of: keyField, record.batch) { KeyText.append($0, to: &own) }
    swap(&own, &key)
    let sequence = keys.insert(key, value: 0).entry
    for index in fields.indices {
      record.mapper.forText(of: fields[index].place, record.batch) { value in
        guard !KeyText.trimmed(value).isEmpty else { return }
        fields[index].references.append(
          Reference(
            sequence: sequence, number: record.number, line: record.line, company: UInt32(companyNumber)))
        fields[index].values.append(value.extracting(KeyText.trimmed(value)))
        record.mapper.forText(of: keyField, record.batch) { own in
          fields[index].keys.append(own.extracting(KeyText.trimmed(own)))
        }
      }
    }
  }

  /// Begins a key with the number of its company.
  private func begin(_ company: Int) {
    key.truncate(to: 0)
    for shift in stride(from: 0, to: 32, by: 8) { key.append(UInt8(truncatingIfNeeded: company >> shift)) }
  }

  /// Hands out the references to later records, field after field, in the order of the records.
  func forEachLater(_ body: (Later) throws -> Void) throws {
    for field in fields {
      for place in field.references.indices {
        let reference = field.references[place]
        guard let target = target(place, of: field), target >= reference.sequence else { continue }
        try body(
          Later(
            number: reference.number, line: Int(reference.line), company: companies[Int(reference.company)],
            field: field.name, value: SelfReferences.text(field.values, place), chain: chain(from: place, of: field)))
      }
    }
  }

  /// Which record a reference points to; nil if it is none of them.
  private func target(_ place: Int, of field: Field) -> Int? {
    begin(Int(field.references[place].company))
    var value = OutputBuffer(capacity: 64)
    field.values.append(place, to: &value)
    KeyText.append(value.span, to: &key)
    return SelfReferences.find(key, in: keys)
  }

  private static func find(_ key: borrowing OutputBuffer, in keys: KeyIndex) -> Int? { keys.find(key.span) }

  private func chain(from place: Int, of field: Field) -> [String] {
    var chain = [SelfReferences.text(field.keys, place)]
    var seen: Set<Int> = [field.references[place].sequence]
    var place = place
    while chain.count < SelfReferences.longestChain, let target = target(place, of: field) {
      let next = SelfReferences.place(of: target, in: field.references)
      chain.append(next.map { SelfReferences.text(field.keys, $0) } ?? SelfReferences.text(field.values, place))
      guard let next, seen.insert(target).inserted else { break }
      place = next
    }
    return chain
  }

  /// The reference of a record; nil if it refers to nobody. References are in the order of the records.
  private static func place(of sequence: Int, in references: [Reference]) -> Int? {
    var (low, high) = (0, references.count)
    while low < high {
      let middle = (low + high) / 2
      if references[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low < references.count && references[low].sequence == sequence ? low : nil
  }

  private static func text(_ store: TextStore, _ number: Int) -> String {
    var text = OutputBuffer(capacity: 64)
    store.append(number, to: &text)
    return String(decoding: text.take(), as: UTF8.self)
  }
}
