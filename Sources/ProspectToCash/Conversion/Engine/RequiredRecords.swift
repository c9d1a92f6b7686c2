// Hot path (`count`): no allocation per record while the tables do not grow.

import Mapping
import Packages
import Records

/// Counts which price lists, currencies, units and unit groups of Sales the written records point to: what nobody writes
/// and what must be there before the import.
struct RequiredRecords {
  /// A record of Sales that written records point to.
  struct Entry: Sendable, Equatable {
    var table: String
    var name: String
    var records: Int
  }

  /// The tables, in the order in which they depend on each other.
  static let tables = ["transactioncurrency", "uomschedule", "uom", "pricelevel"]

  private let fields: [[Int]]
  private var counts: [[Int]] = []

  /// Nothing is counted yet; the fields of each task that are lookups of the tables are found out.
  init(_ states: [TaskState]) {
    fields = states.map { state in
      state.task.fields.indices.filter { place in
        let field = state.task.fields[place]
        guard let attribute = state.destination.attribute(named: field.column), attribute.type == .lookup else {
          return false
        }
        return field.destinationTargets(attribute).contains { RequiredRecords.tables.contains($0.table.lowercased()) }
      }
    }
  }

  /// Counts what a record of a task that is written points to.
  mutating func count(_ mapper: borrowing RecordMapper, task: Int) {
    for field in fields[task] {
      let slot = mapper.outputs[field]
      guard slot.origin == .destination else { continue }
      let (table, entry) = (Int(slot.start), Int(slot.end))
      while counts.count <= table { counts.append([]) }
      while counts[table].count <= entry { counts[table].append(0) }
      counts[table][entry] += 1
    }
  }

  /// What was counted, by table and name.
  func entries(_ knowledge: borrowing Knowledge) -> [Entry] {
    var totals: [String: [String: Int]] = [:]
    for table in counts.indices {
      let name = knowledge.destinations[table].table
      for entry in counts[table].indices where counts[table][entry] > 0 {
        var text = OutputBuffer(capacity: 64)
        knowledge.destinations[table].appendName(entry, to: &text)
        totals[name, default: [:]][String(decoding: text.take(), as: UTF8.self), default: 0] += counts[table][entry]
      }
    }
    return RequiredRecords.tables.flatMap { table in
      (totals[table] ?? [:]).sorted { $0.key < $1.key }.map { Entry(table: table, name: $0.key, records: $0.value) }
    }
  }
}
