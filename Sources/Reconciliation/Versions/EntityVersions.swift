// Hot path: no allocation per record.

import Archives
import Conversion
import Mapping
import Packages
import Records

/// Compares the records of one entity in two exports of one side, in partitions by key.
package final class EntityVersions {
  /// How many records came to what.
  package struct Counts: Equatable {
    package var old = 0
    package var new = 0
    package var same = 0
    package var changed = 0
    package var added = 0
    package var removed = 0
    /// Records of either export whose key another one of it has already.
    package var doubledOld = 0
    package var doubledNew = 0

    /// Records of either export that cannot be read, and so are not compared.
    package var unreadable = 0

    /// Whether every record of both exports is accounted for.
    var isConserved: Bool {
      old == same + changed + removed + doubledOld && new == same + changed + added + doubledNew
    }
  }

  package let name: String
  package private(set) var counts = Counts()
  /// How many values of each column have changed.
  package private(set) var changes: [String: Int] = [:]
  /// The values of enumerations and option sets that each export uses, by column.
  private(set) var options: (old: [String: Set<String>], new: [String: Set<String>]) = ([:], [:])

  private let order: Int
  private let schema: EntitySchema?
  /// The company of records of F&O that nothing else says the company of.
  private let usual: CompanyID
  private let columns: BuildColumns
  private let comparisons: [ValueComparison]
  private let optionColumns: [Int]
  private let rows: ChangeFile
  private let memory: Int
  private let workers: LaneWorkers
  private let makeFile: @Sendable () throws -> ScratchFile

  private static let mostOptions = 500

  /// A comparison of the columns of an entity; `keys` are places among them, of ids in any spelling if `areIDs`. `order`
  /// is the entity's place in the list.
  init(
    _ name: String, schema: EntitySchema?, columns: [String], keys: [Int], areIDs: Bool, order: Int, usual: CompanyID,
    rows: ChangeFile, memory: Int, workers: LaneWorkers, makeFile: @escaping @Sendable () throws -> ScratchFile
  ) {
    self.name = name
    self.schema = schema
    self.usual = usual
    self.order = order
    self.rows = rows
    self.memory = memory
    self.workers = workers
    self.makeFile = makeFile
    var types = columns.map { schema?.attribute(named: $0)?.type ?? .string }
    if areIDs { for key in keys { types[key] = .guid } }
    self.columns = BuildColumns(columns, types: types, keys: keys)
    comparisons = columns.enumerated().map { place, column in
      let attribute = types[place] == .guid ? Attribute(name: column, type: .guid) : schema?.attribute(named: column)
      // An export of one side says what it says: what is empty has no other spelling.
      return ValueComparison(attribute, side: .sales)
    }
    optionColumns = types.indices.filter { [.picklist, .state, .status, .enumeration, .noyes].contains(types[$0]) }
  }

  /// Compares the records of two lists of packages.
  func compare(_ old: [Package], _ new: [Package]) throws {
    let file = SharedFile(makeFile)
    let join = PartitionedJoin(memory: memory, workers: workers, makeFile: makeFile) {
      VersionPart(name, order: order, columns, comparisons, makeFile: file.get)
    }
    try forEach(old) { batch, record, key, row in
      counts.old += 1
      note(batch, record, isOld: true)
      try join.build(key, row)
    }
    try forEach(new) { batch, record, key, row in
      counts.new += 1
      note(batch, record, isOld: false)
      try join.probe(key, row)
    }
    try join.finish()
    for part in join.parts { try add(part) }
  }

  /// Adds up what came to what in a partition.
  private func add(_ part: VersionPart) throws {
    counts.same += part.counts.same
    counts.changed += part.counts.changed
    counts.added += part.counts.added
    counts.removed += part.counts.removed
    counts.doubledOld += part.counts.doubledOld
    counts.doubledNew += part.counts.doubledNew
    changes.merge(part.changes) { $0 + $1 }
    try rows.add(part.rows)
  }

  private var places: [Int] = []

  /// Lends the records of packages, each with the key and the row that are made of it.
  private func forEach(
    _ packages: [Package],
    _ body: (_ batch: RecordBatch, _ record: Int, _ key: Span<UInt8>, _ row: Span<UInt8>) throws -> Void
  ) throws {
    var rows = BuildRows(columns)
    var reader = RowReader()
    var key = OutputBuffer(capacity: 256)
    var row = OutputBuffer(capacity: 2048)
    for (number, package) in packages.enumerated() {
      let all = package.columns(of: name)
      var scan = try PackageScan(package, entities: Set(package.indices(of: name)))
      var current: Int?
      var companies = StatedCompanies.none
      while let (entity, batch) = try scan.next() {
        if entity != current {
          places = columns.places(SourceColumns(scan.columns(of: entity)), ofAll: all)
          companies = self.companies(of: package, scan.columns(of: entity))
        }
        current = entity
        guard batch.width == scan.columns(of: entity).count else {
          throw InferenceError.columnsKnown(package: package.path)
        }
        var issue = 0
        for record in 0..<batch.count {
          if batch.issue(of: record, &issue) != nil {
            counts.unreadable += 1
            continue
          }
          let company = companies.company(batch, record)
          rows.load(
            batch, record, places, package: UInt8(truncatingIfNeeded: min(number, 255)), company: company,
            documents: nil, to: &row)
          reader.read(row.span, from: BuildColumns.headSize, count: columns.names.count)
          columns.loadKey(row.span, reader, to: &key)
          company.append(to: &key)
          try body(batch, record, key.span, row.span)
        }
      }
    }
  }

  /// The companies of a package's records. Those of Sales are known by their id, whatever their company.
  private func companies(of package: Package, _ columns: [SourceColumn]) -> StatedCompanies {
    package.kind.side == .finops
      ? StatedCompanies(columns, of: schema, package: package, usual: usual) : StatedCompanies.none
  }

  private func note(_ batch: RecordBatch, _ record: Int, isOld: Bool) {
    for column in optionColumns where places[column] >= 0 && !batch.range(record, places[column]).isEmpty {
      let name = columns.names[column]
      let known = isOld ? options.old[name] : options.new[name]
      let text = batch.text(record, places[column])
      guard known?.contains(text) != true, known?.count ?? 0 < EntityVersions.mostOptions else { continue }
      if isOld { options.old[name, default: []].insert(text) } else { options.new[name, default: []].insert(text) }
    }
  }
}

/// What became of a record between two exports, by the words of `differences.csv`.
package enum Change: String, Sendable, CaseIterable {
  case added, changed, removed, duplicate
}

/// Gathers changes in any order and writes them by entity and key.
final class ChangeFile {
  static let columns = ["entity", "outcome", "key", "field", "old_value", "new_value", "kind", "company"]

  private let rows: SortedRows
  private let encoder = CSVEncoder()
  private var key = OutputBuffer(capacity: 256)
  private var text = OutputBuffer(capacity: 1024)
  /// How many rows there are of each kind.
  private(set) var counts: [Change: Int] = [:]

  /// No changes yet; those that do not fit in memory go to files that the function makes.
  init(memory: Int = 32 << 20, makeFile: @escaping @Sendable () throws -> ScratchFile) {
    rows = SortedRows(memory: memory, makeFile: makeFile)
  }

  /// Takes over what a partition has gathered. It gathers nothing any more.
  func add(_ other: ChangeFile) throws {
    counts.merge(other.counts) { $0 + $1 }
    try rows.add(other.rows)
  }

  /// Adds a row. `order` is the place of the entity among all.
  func add(
    _ order: Int, _ entity: String, _ change: Change, key shown: borrowing OutputBuffer,
    field: (name: String, place: Int), old: Span<UInt8>, new: Span<UInt8>, kind: String,
    company: CompanyID
  ) throws {
    counts[change, default: 0] += 1
    key.truncate(to: 0)
    key.append(UInt8(truncatingIfNeeded: order >> 8))
    key.append(UInt8(truncatingIfNeeded: order))
    key.append(shown, 0..<shown.count)
    key.append(0)
    company.appendName(to: &key)
    key.append(0)
    key.append(UInt8(Change.allCases.firstIndex(of: change) ?? 0))
    key.append(UInt8(truncatingIfNeeded: field.place >> 8))
    key.append(UInt8(truncatingIfNeeded: field.place))
    text.truncate(to: 0)
    append(entity)
    append(change.rawValue)
    append(shown.span)
    append(field.name)
    append(old)
    append(new)
    append(kind)
    company.appendName(to: &text)
    try rows.add(key, text)
  }

  private func append(_ value: String) {
    let bytes = Array(value.utf8)
    append(bytes.span)
  }

  private func append(_ value: Span<UInt8>) {
    encoder.field(value, to: &text)
    encoder.delimiter(to: &text)
  }

  /// Writes all rows in their order.
  func write(to file: OutputFile) throws {
    var output = OutputBuffer(capacity: (1 << 18) + 4096)
    encoder.headings(ChangeFile.columns, to: &output)
    try rows.forEach { row in
      output.append(row)
      encoder.lineEnd(to: &output)
      if output.count > 1 << 18 { try file.write(output.take()) }
    }
    try file.write(output.take())
    try file.close(sync: false)
  }
}
