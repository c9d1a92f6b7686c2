package import Archives
package import Findings
package import Mapping
import Packages
package import Records

/// Counts, for each source entity of a run, the filled values of the columns that no template of the run reads.
///
/// Each file is counted once, in the first pass that reads it.
package final class UnmappedColumns {
  /// Its name in the output.
  package static let fileName = "unmapped.csv"

  /// Counts one file's records while they are read.
  package struct Counter {
    package let columns: [Int]
    package private(set) var filled: [Int]
    package private(set) var records = 0

    /// What was counted before.
    package init(columns: [Int], filled: [Int], records: Int = 0) {
      (self.columns, self.filled, self.records) = (columns, filled, records)
    }

    /// Counts a batch.
    package mutating func count(_ batch: RecordBatch) {
      records += batch.count
      let ranges = batch.fields.span
      for place in columns.indices {
        var number = 0
        var index = columns[place]
        for _ in 0..<batch.count {
          if !ranges[index].isEmpty { number += 1 }
          index += batch.width
        }
        filled[place] += number
      }
    }
  }

  private struct Entity {
    let name: String
    /// In lower case.
    var used: Set<String> = []
    var records = 0
    /// The filled columns by their names in lower case.
    var columns: [String: (name: String, filled: Int)] = [:]

    /// Those that have a value anywhere, by name.
    var rows: [(name: String, filled: Int)] {
      columns.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value).filter { $0.filled > 0 }
    }
  }

  private var entities: [Entity] = []
  private var counted: Set<String> = []

  /// Counts nothing.
  init() {}

  /// Counts for the templates that run, in their order; the columns that say whose a record is are used.
  package init(_ templates: [Template], schemas: SchemaCatalogue, companies: CompanyOrder) throws {
    var common: Set<String> = [CompanyColumns.column]
    if !companies.stated.isEmpty { common.insert(BusinessUnits.column) }
    for task in templates.flatMap(\.tasks) {
      let index = entities.firstIndex { $0.name.lowercased() == task.source.lowercased() } ?? entities.count
      if index == entities.count { entities.append(Entity(name: task.source, used: common)) }
      entities[index].used.formUnion(task.usedColumns)
      let schema = try schemas.schema(named: task.source)
      for name in [schema?.primaryID, schema?.companyField] {
        if let name { entities[index].used.insert(name.lowercased()) }
      }
    }
  }

  /// A counter of a file's records; nil if they have been counted, or are nobody's.
  package func counter(of input: TaskInput) -> Counter? {
    let entity = input.package.entities[input.entity]
    guard let number = number(of: entity), counted.insert("\(input.package.path)\0\(input.entity)").inserted else {
      return nil
    }
    let columns = entity.columns.indices.filter { index in
      let column = entity.columns[index]
      return column.part == .value && !isUsed(column.name.lowercased(), by: number)
    }
    return Counter(columns: columns, filled: columns.map { _ in 0 })
  }

  /// Takes what was counted of a file.
  package func add(_ counter: Counter, of input: TaskInput) {
    let entity = input.package.entities[input.entity]
    guard let number = number(of: entity) else { return }
    entities[number].records += counter.records
    for (column, filled) in zip(counter.columns, counter.filled) {
      let name = entity.columns[column].name
      entities[number].columns[name.lowercased(), default: (name, 0)].filled += filled
    }
  }

  /// Reports each entity that has such columns.
  package func report(to sink: FindingSink) throws {
    for entity in entities where !entity.rows.isEmpty {
      var finding = Finding(
        .columnsNotMapped, .info, at: FindingPlace(entity: EntityName(entity.name)), detail: .name(entity.name))
      finding.value = String(entity.rows.count)
      try sink.add(finding)
    }
  }

  /// Writes the list.
  package func write(to file: OutputFile) throws {
    var buffer = OutputBuffer(capacity: 1 << 12)
    let encoder = CSVEncoder()
    encoder.headings(["entity", "column", "filled", "records"], to: &buffer)
    for entity in entities {
      for row in entity.rows {
        let cells = [entity.name, row.name, String(row.filled), String(entity.records)]
        encoder.record(cells.map(SpreadsheetText.harmless), to: &buffer)
      }
    }
    try file.write(buffer.take())
    try file.close(sync: false)
  }

  private func number(of entity: PackageEntity) -> Int? {
    entities.firstIndex { $0.name.lowercased() == entity.name.lowercased() }
  }

  private func isUsed(_ name: String, by number: Int) -> Bool {
    let head = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)[0]
    return name.hasPrefix("p2c_") || entities[number].used.contains(String(head))
  }
}

extension TaskTemplate {
  /// The columns of the source that the task reads, in lower case: those of fields, of the filter, and what ties a line to
  /// its header.
  var usedColumns: Set<String> {
    var paths = fields.filter { $0.constant == nil }.flatMap(\.sources) + filter.fields.map { SourcePath($0) }
    if let header { paths.append(SourcePath(header)) }
    if let currencyPrecision { paths.append(currencyPrecision) }
    return Set(paths.map { $0.column.lowercased() })
  }
}
