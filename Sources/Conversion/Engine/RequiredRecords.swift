// Hot path (`count`): no allocation per record while the tables do not grow.

import Mapping
import Packages
import Records

/// Counts which price lists, currencies, units and unit groups of Sales the written records point to: what nobody writes
/// and what must be there before the import.
package struct RequiredRecords {
  /// A record of Sales that written records point to.
  package struct Entry: Sendable, Equatable {
    package var table: String
    /// The place of the table in the order in which such tables are set up.
    package var order: Int
    /// What people call records of the table, in lower case.
    package var title: String
    package var name: String
    package var records: Int

    package init(table: String, order: Int, title: String, name: String, records: Int) {
      (self.table, self.order, self.title, self.name, self.records) = (table, order, title, name, records)
    }
  }

  /// The tables, by name, in the order in which they depend on each other.
  private var tables: [(name: String, order: Int, title: String)] = []
  private var fields: [[Int]] = []
  private var counts: [[Int]] = []

  /// Nothing is counted.
  init() {}

  /// Nothing is counted yet; the fields of each task that are lookups of tables which must be set up are found out.
  init(_ states: [TaskState], _ schemas: SchemaCatalogue) throws {
    var orders: [String: (order: Int, title: String)] = [:]
    for state in states {
      var found: [Int] = []
      for (place, field) in state.task.fields.enumerated() {
        guard let attribute = state.destination.attribute(named: field.column), attribute.type == .lookup else {
          continue
        }
        for target in field.destinationTargets(attribute) {
          guard let schema = try schemas.schema(named: target.table), let order = schema.setUpOrder else { continue }
          orders[schema.name.lowercased()] = (order, schema.label.lowercased())
          if found.last != place { found.append(place) }
        }
      }
      fields.append(found)
    }
    tables = orders.map { ($0.key, $0.value.order, $0.value.title) }.sorted {
      ($0.order, $0.name) < ($1.order, $1.name)
    }
  }

  /// Counts what a record of a task that is written points to, or takes back what was counted.
  mutating func count(_ mapper: borrowing RecordMapper, task: Int, takingBack: Bool = false) {
    for field in fields[task] {
      let slot = mapper.output(field)
      guard slot.origin == .destination else { continue }
      let (table, entry) = (Int(slot.start), Int(slot.end))
      while counts.count <= table { counts.append([]) }
      while counts[table].count <= entry { counts[table].append(0) }
      counts[table][entry] += takingBack ? -1 : 1
    }
  }

  /// What was counted, by table and name.
  func entries(_ lookups: borrowing LookupContext) -> [Entry] {
    var totals: [String: [String: Int]] = [:]
    for table in counts.indices {
      let name = lookups.destinations[table].table
      for entry in counts[table].indices where counts[table][entry] > 0 {
        var text = OutputBuffer(capacity: 64)
        lookups.destinations[table].appendName(entry, to: &text)
        totals[name, default: [:]][String(decoding: text.take(), as: UTF8.self), default: 0] += counts[table][entry]
      }
    }
    return tables.flatMap { table, order, title in
      (totals[table] ?? [:]).sorted { $0.key < $1.key }.map {
        Entry(table: table, order: order, title: title, name: $0.key, records: $0.value)
      }
    }
  }
}
