// Hot path: no allocation for a reference that is found.

import Packages
import Records

/// How many references of one lookup column of Sales are found by id or by name, and how many are broken.
struct LookupProfiler {
  /// Where a file has the lookup: its id or name, the table and the name; -1 where it has none.
  struct Places: Sendable {
    var id = -1
    var table = -1
    var name = -1
  }

  let name: String
  let targets: [String]
  private let tables: [ReferenceTables.Table]
  private var filled = 0
  private var byID = 0
  private var byName = 0
  private var broken: ValueTally
  private var buffer = OutputBuffer(capacity: 128)

  init(_ name: String, _ targets: [String], _ known: ReferenceTables, most: Int) {
    self.name = name
    self.targets = targets
    tables = targets.compactMap { known.tables[$0] }
    broken = ValueTally(most: most)
  }

  /// Whether the inputs or references have a record that it may point to.
  private var isChecked: Bool { tables.contains { $0.count > 0 } }

  /// Looks for the records that a batch refers to.
  mutating func add(_ batch: borrowing RecordBatch, _ places: Places, unreadable: [Int]) {
    guard places.id >= 0 else { return }
    let isChecked = isChecked
    var next = 0
    for record in 0..<batch.count {
      if next < unreadable.count, unreadable[next] == record {
        next += 1
        continue
      }
      if batch.range(record, places.id).isEmpty { continue }
      filled += 1
      if isChecked { look(batch, record, places) }
    }
  }

  private mutating func look(_ batch: borrowing RecordBatch, _ record: Int, _ places: Places) {
    let bytes = batch.bytes.span
    let value = bytes.extracting(batch.range(record, places.id).bounds)
    let table = places.table < 0 ? FieldRange.empty : batch.range(record, places.table)
    let wanted = bytes.extracting(table.bounds)
    if let id = GUID(value) {
      for place in tables.indices where table.isEmpty || LookupProfiler.isName(wanted, tables[place].name) {
        if tables[place].holds(id) {
          byID += 1
          return
        }
      }
    }
    let hasName = places.name >= 0 && !table.isEmpty
    buffer.truncate(to: 0)
    KeyText.append(hasName ? bytes.extracting(batch.range(record, places.name).bounds) : value, to: &buffer)
    if buffer.count > 0 {
      for place in tables.indices where table.isEmpty || LookupProfiler.isName(wanted, tables[place].name) {
        if tables[place].holds(name: buffer.span) {
          byName += 1
          return
        }
      }
    }
    broken.add(value)
  }

  private static func isName(_ text: Span<UInt8>, _ name: [UInt8]) -> Bool {
    guard text.count == name.count else { return false }
    for index in name.indices where KeyText.lower(text[index]) != name[index] { return false }
    return true
  }

  /// What came of it.
  func result(entity: String) -> ReferenceProfile {
    ReferenceProfile(
      entity: entity, column: name, targets: targets, filled: filled, isChecked: isChecked, byID: byID, byName: byName,
      broken: isChecked ? filled - byID - byName : 0, examples: broken.ranked(ReferenceProfile.mostExamples))
  }
}

/// What is reported of a lookup column.
package struct ReferenceProfile: Sendable {
  /// How many broken references are named.
  static let mostExamples = 10

  package var entity: String
  package var column: String
  package var targets: [String]
  package var filled: Int
  /// Whether the inputs or references have any record that it may point to.
  package var isChecked: Bool
  package var byID: Int
  package var byName: Int
  package var broken: Int
  /// The most frequent broken references.
  package var examples: [ColumnProfile.Value]
}
