// Hot path (`meet`): no allocation per record that has not changed.

import Archives
import Conversion
import Mapping
import Packages
import Records

/// Compares the records of one entity in two exports of one side: the old ones are held, the new ones pass.
package final class EntityVersions: JoinListener {
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
  private var columns: BuildColumns
  private let comparisons: [ValueComparison]
  private let optionColumns: [Int]
  /// Records whose key another one of their export has already.
  private let doubled: RowBalance
  private let rows: ChangeFile
  private let memory: Int
  private let makeFile: () throws -> ScratchFile
  private var oldReader = RowReader()
  private var newReader = RowReader()
  private var key = OutputBuffer(capacity: 256)
  private var row = OutputBuffer(capacity: 2048)
  private var shown = OutputBuffer(capacity: 256)
  private var doubledKey = OutputBuffer(capacity: 256)

  private static let mostOptions = 500

  /// A comparison of the columns of an entity; `keys` are places among them, of ids in any spelling if `areIDs`. `order`
  /// is the entity's place in the list.
  init(
    _ name: String, schema: EntitySchema?, columns: [String], keys: [Int], areIDs: Bool, order: Int, usual: CompanyID,
    rows: ChangeFile, memory: Int, makeFile: @escaping () throws -> ScratchFile
  ) {
    self.name = name
    doubled = RowBalance(makeFile: makeFile)
    self.schema = schema
    self.usual = usual
    self.order = order
    self.rows = rows
    self.memory = memory
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
    let matching = HashJoin(for: self, memory: memory, makeFile: makeFile)
    try forEach(old) { batch, record in
      counts.old += 1
      note(batch, record, isOld: true)
      try matching.build(key, row)
    }
    try forEach(new) { batch, record in
      counts.new += 1
      note(batch, record, isOld: false)
      try matching.probe(key, row)
    }
    try matching.finish()
    try reportDoubled()
  }

  private var places: [Int] = []

  private func forEach(_ packages: [Package], _ body: (RecordBatch, Int) throws -> Void) throws {
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
          columns.load(
            batch, record, places, package: UInt8(truncatingIfNeeded: min(number, 255)), company: company,
            documents: nil, to: &row)
          newReader.read(row, from: BuildColumns.headSize, count: columns.names.count)
          columns.loadKey(row, newReader, to: &key)
          company.append(to: &key)
          try body(batch, record)
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

  // MARK: What is reported

  func matched(_ other: borrowing OutputBuffer, held: borrowing OutputBuffer, marks: inout UInt8) throws {
    newReader.read(other, from: BuildColumns.headSize, count: columns.names.count)
    guard marks == 0 else {
      counts.doubledNew += 1
      return try note(doubled: other, newReader, isOld: false)
    }
    marks = 1
    oldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    let (mine, theirs) = (other.span, held.span)
    var isChanged = false
    for column in columns.names.indices {
      let (new, old) = (newReader.fields[column], oldReader.fields[column])
      if new.isAbsent || old.isAbsent { continue }
      let (left, right) = (theirs.extracting(old.bounds), mine.extracting(new.bounds))
      guard let kind = comparisons[column].kind(left, right, scale: Int.max) else { continue }
      isChanged = true
      changes[columns.names[column], default: 0] += 1
      loadShown(other, newReader)
      try rows.add(
        order, name, .changed, key: shown, field: (columns.names[column], column), old: left, new: right,
        kind: kind.rawValue, company: BuildColumns.company(other))
    }
    if isChanged { counts.changed += 1 } else { counts.same += 1 }
  }

  func unmatched(_ other: borrowing OutputBuffer) throws {
    counts.added += 1
    newReader.read(other, from: BuildColumns.headSize, count: columns.names.count)
    try report(.added, other, newReader, kind: "")
  }

  func builtAgain(_ again: borrowing OutputBuffer, held: borrowing OutputBuffer) throws {
    counts.doubledOld += 1
    oldReader.read(again, from: BuildColumns.headSize, count: columns.names.count)
    try note(doubled: again, oldReader, isOld: true)
  }

  /// Notes a record whose key another one has already: what both exports have alike is no change.
  private func note(doubled row: borrowing OutputBuffer, _ reader: RowReader, isOld: Bool) throws {
    columns.loadKey(row, reader, to: &doubledKey)
    // The number of the package at the head says nothing of the record.
    doubledKey.append(row, 1..<row.count)
    try doubled.add(doubledKey, row, isOld: isOld)
  }

  private func reportDoubled() throws {
    try doubled.forEach { row, old, new in
      newReader.read(row, from: BuildColumns.headSize, count: columns.names.count)
      for _ in 0..<abs(old - new) { try report(.duplicate, row, newReader, kind: old > new ? "old" : "new") }
    }
  }

  func end(held: borrowing OutputBuffer, marks: UInt8) throws {
    guard marks == 0 else { return }
    counts.removed += 1
    oldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    try report(.removed, held, oldReader, kind: "")
  }

  private func loadShown(_ row: borrowing OutputBuffer, _ reader: RowReader) {
    shown.truncate(to: 0)
    columns.appendShown(row, reader, to: &shown)
  }

  private func report(_ change: Change, _ row: borrowing OutputBuffer, _ reader: RowReader, kind: String) throws {
    loadShown(row, reader)
    let none = row.span.extracting(0..<0)
    try rows.add(
      order, name, change, key: shown, field: ("", 0), old: none, new: none, kind: kind,
      company: BuildColumns.company(row))
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
  init(makeFile: @escaping () throws -> ScratchFile) { rows = SortedRows(makeFile: makeFile) }

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
    encoder.record(ChangeFile.columns, to: &output)
    try rows.forEach { row in
      output.append(row, 0..<row.count)
      encoder.lineEnd(to: &output)
      if output.count > 1 << 18 { try file.write(output.take()) }
    }
    try file.write(output.take())
    try file.close(sync: false)
  }
}
