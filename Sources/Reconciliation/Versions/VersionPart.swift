// Hot path (`matched`): no allocation per record that has not changed.

import Archives
import Mapping
import Records

/// Compares the records of one partition of an entity in two exports of one side: the old ones are held, the new ones pass.
final class VersionPart: JoinListener {
  private(set) var counts = EntityVersions.Counts()
  /// How many values of each column have changed.
  private(set) var changes: [String: Int] = [:]
  let rows: ChangeFile

  private let name: String
  private let order: Int
  private let columns: BuildColumns
  private let comparisons: [ValueComparison]
  /// Records whose key another one of their export has already.
  private let doubled: RowBalance
  private var oldReader = RowReader()
  private var newReader = RowReader()
  private var shown = OutputBuffer(capacity: 256)
  private var doubledKey = OutputBuffer(capacity: 256)

  /// A comparison of the columns of an entity by comparisons of their values. `order` is the entity's place in the list.
  init(
    _ name: String, order: Int, _ columns: BuildColumns, _ comparisons: [ValueComparison],
    makeFile: @escaping @Sendable () throws -> ScratchFile
  ) {
    (self.name, self.order, self.columns, self.comparisons) = (name, order, columns, comparisons)
    rows = ChangeFile(memory: VersionPart.memoryOfList, makeFile: makeFile)
    doubled = RowBalance(memory: VersionPart.memoryOfList, makeFile: makeFile)
  }

  /// How many bytes of each list a partition keeps in memory.
  private static let memoryOfList = 2 << 20

  func matched(_ other: Span<UInt8>, held: Span<UInt8>, marks: inout UInt8) throws {
    newReader.read(other, from: BuildColumns.headSize, count: columns.names.count)
    guard marks == 0 else {
      counts.doubledNew += 1
      return try note(doubled: other, newReader, isOld: false)
    }
    marks = 1
    oldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    var isChanged = false
    for column in columns.names.indices {
      let (new, old) = (newReader.fields[column], oldReader.fields[column])
      if new.isAbsent || old.isAbsent { continue }
      let (left, right) = (held.extracting(old.bounds), other.extracting(new.bounds))
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

  func unmatched(_ other: Span<UInt8>) throws {
    counts.added += 1
    newReader.read(other, from: BuildColumns.headSize, count: columns.names.count)
    try report(.added, other, newReader, kind: "")
  }

  func builtAgain(_ again: Span<UInt8>, held: Span<UInt8>) throws {
    counts.doubledOld += 1
    oldReader.read(again, from: BuildColumns.headSize, count: columns.names.count)
    try note(doubled: again, oldReader, isOld: true)
  }

  /// Notes a record whose key another one has already: what both exports have alike is no change.
  private func note(doubled row: Span<UInt8>, _ reader: RowReader, isOld: Bool) throws {
    columns.loadKey(row, reader, to: &doubledKey)
    // The number of the package at the head says nothing of the record.
    doubledKey.append(row.extracting(1..<row.count))
    try doubled.add(doubledKey, row, isOld: isOld)
  }

  func finished() throws {
    try doubled.forEach { row, old, new in
      newReader.read(row, from: BuildColumns.headSize, count: columns.names.count)
      for _ in 0..<abs(old - new) { try report(.duplicate, row, newReader, kind: old > new ? "old" : "new") }
    }
  }

  func end(held: Span<UInt8>, marks: UInt8) throws {
    guard marks == 0 else { return }
    counts.removed += 1
    oldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    try report(.removed, held, oldReader, kind: "")
  }

  private func loadShown(_ row: Span<UInt8>, _ reader: RowReader) {
    shown.truncate(to: 0)
    columns.appendShown(row, reader, to: &shown)
  }

  private func report(_ change: Change, _ row: Span<UInt8>, _ reader: RowReader, kind: String) throws {
    loadShown(row, reader)
    let none = row.extracting(0..<0)
    try rows.add(
      order, name, change, key: shown, field: ("", 0), old: none, new: none, kind: kind,
      company: BuildColumns.company(row))
  }
}
