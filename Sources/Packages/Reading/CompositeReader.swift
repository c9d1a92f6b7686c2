// Hot path: no allocation per record.

import Archives
import Mapping
import Records

/// Reads one entity of a composite file: the outer records, or one kind of those within them.
struct CompositeReader {
  private let feed: Stage<XMLEventBatch>
  private let part: CompositePart
  private let entity: PackageEntity
  private(set) var columns: [SourceColumn]
  private var depth = 0
  private var columnOfName: [Int] = []
  private var isRecordOfName: [Bool] = []
  /// By the number of a name: the kind of inner records, or the inherited column; nil for all others.
  private var roleOfName: [Int?] = []
  private var inheritedPlaces: [Int]
  private var inheritedRanges: [FieldRange]
  private var nextNumber = 1
  private var parents = 0
  private var seen: [Bool]
  private var missing: [(count: Int, first: Int)]

  init(_ entity: PackageEntity, _ part: CompositePart, entry: EntryInfo, of container: Container) {
    feed = XMLFeed.events(entry, of: container, cuttingAt: 2, keepsText: true)
    self.entity = entity
    self.part = part
    columns = entity.columns
    let headings = entity.columns.map { $0.heading.lowercased() }
    inheritedPlaces = part.inherited.map { headings.firstIndex(of: $0) ?? -1 }
    inheritedRanges = part.inherited.map { _ in .empty }
    seen = part.children.map { _ in false }
    missing = part.children.map { _ in (0, 0) }
  }

  /// The next batch; nil at the end.
  mutating func next() throws -> RecordBatch? {
    while let events = try feed.next() {
      var batch = part.isChild ? inner(events) : outer(events)
      guard batch.count > 0 else { continue }
      nextNumber += batch.count
      batch.bytes = events.bytes
      return batch
    }
    return nil
  }

  /// Outer records that lack a kind of inner ones which others have: `P2C1222`.
  var remarks: [PackageNote] {
    part.children.indices.filter { missing[$0].count > 0 }.map { kind in
      PackageNote(
        code: "P2C1222", file: entity.file, entity: entity.name,
        detail: "\(part.children[kind]) in \(missing[kind].count), the first is record \(missing[kind].first)")
    }
  }

  // MARK: Outer records

  private mutating func outer(_ source: XMLEventBatch) -> RecordBatch {
    var batch = RecordBatch(width: columns.count, firstNumber: nextNumber)
    var column = -1
    for event in source.events {
      switch event.kind {
      case .start:
        depth += 1
        if depth == 2 {
          begin(&batch, line: event.start)
          for kind in seen.indices { seen[kind] = false }
        } else if depth == 3, let kind = role(event.name, source.names, of: part.children) {
          seen[kind] = true
          column = -1
        } else if depth == 3 {
          column = place(event.name, source.names, &batch)
        }
      case .attribute where depth == 2:
        set(&batch, place(event.name, source.names, &batch), event.range)
      case .attribute: continue
      case .text:
        if depth == 3, column >= 0 { extend(&batch, column, event.range) }
      case .end:
        if depth == 3 { column = -1 }
        if depth == 2 { noteMissing() }
        depth -= 1
      }
    }
    return batch
  }

  private mutating func noteMissing() {
    parents += 1
    for kind in seen.indices where !seen[kind] {
      if missing[kind].count == 0 { missing[kind].first = parents }
      missing[kind].count += 1
    }
  }

  // MARK: Inner records

  private mutating func inner(_ source: XMLEventBatch) -> RecordBatch {
    var batch = RecordBatch(width: columns.count, firstNumber: nextNumber)
    var firstOfParent = 0
    var isInside = false
    var column = -1
    var inherited = -1
    for event in source.events {
      switch event.kind {
      case .start:
        depth += 1
        if depth == 2 {
          parents += 1
          firstOfParent = batch.count
          for index in inheritedRanges.indices { inheritedRanges[index] = .empty }
        } else if depth == 3 {
          isInside = isRecord(event.name, source.names)
          if isInside {
            begin(&batch, line: event.start)
          } else {
            inherited = role(event.name, source.names, of: part.inherited) ?? -1
          }
        } else if depth == 4, isInside {
          column = place(event.name, source.names, &batch)
        }
      case .attribute:
        if depth == 2, let index = role(event.name, source.names, of: part.inherited) {
          inheritedRanges[index] = event.range
        } else if depth == 3, isInside {
          set(&batch, place(event.name, source.names, &batch), event.range)
        }
      case .text:
        if depth == 3, inherited >= 0 {
          let old = inheritedRanges[inherited]
          inheritedRanges[inherited] =
            old.isEmpty ? event.range : FieldRange(start: Int(old.start), end: Int(event.end))
        } else if depth == 4, isInside, column >= 0 {
          extend(&batch, column, event.range)
        }
      case .end:
        if depth == 4 { column = -1 }
        if depth == 3 { (isInside, inherited) = (false, -1) }
        if depth == 2 { inherit(&batch, from: firstOfParent) }
        depth -= 1
      }
    }
    return batch
  }

  /// Gives the records of one outer record what they lack of its key.
  private func inherit(_ batch: inout RecordBatch, from first: Int) {
    for (index, column) in inheritedPlaces.enumerated() where column >= 0 {
      for record in first..<max(first, batch.count) where batch.range(record, column).isEmpty {
        batch.fields[record * batch.width + column] = inheritedRanges[index]
      }
    }
  }

  private mutating func isRecord(_ name: UInt16, _ names: [String]) -> Bool {
    while isRecordOfName.count < names.count {
      isRecordOfName.append(names[isRecordOfName.count].lowercased() == part.element)
    }
    return isRecordOfName[Int(name)]
  }

  private mutating func role(_ name: UInt16, _ names: [String], of roles: [String]) -> Int? {
    while roleOfName.count < names.count {
      roleOfName.append(roles.firstIndex(of: names[roleOfName.count].lowercased()))
    }
    return roleOfName[Int(name)]
  }

  // MARK: Fields

  private func begin(_ batch: inout RecordBatch, line: UInt32) {
    for _ in 0..<batch.width { batch.fields.append(.empty) }
    batch.lines.append(line)
  }

  private func set(_ batch: inout RecordBatch, _ column: Int, _ range: FieldRange) {
    batch.fields[(batch.count - 1) * batch.width + column] = range
  }

  /// A comment divides a text; its pieces lie one behind the other all the same.
  private func extend(_ batch: inout RecordBatch, _ column: Int, _ range: FieldRange) {
    let old = batch.range(batch.count - 1, column)
    set(&batch, column, old.isEmpty ? range : FieldRange(start: Int(old.start), end: Int(range.end)))
  }

  /// The column of a name; a new one makes all records of the batch wider.
  private mutating func place(_ name: UInt16, _ names: [String], _ batch: inout RecordBatch) -> Int {
    let number = Int(name)
    if number < columnOfName.count, columnOfName[number] >= 0 { return columnOfName[number] }
    while columnOfName.count <= number { columnOfName.append(-1) }
    let heading = names[number].lowercased()
    let found = columns.firstIndex { $0.heading.lowercased() == heading }
    if found == nil {
      columns.append(.named(names[number], schema: entity.schema))
      widen(&batch)
    }
    columnOfName[number] = found ?? columns.count - 1
    return columnOfName[number]
  }

  private func widen(_ batch: inout RecordBatch) {
    var wider: [FieldRange] = []
    for record in 0..<batch.count {
      wider += batch.fields[record * batch.width..<(record + 1) * batch.width]
      for _ in batch.width..<columns.count { wider.append(.empty) }
    }
    batch.width = columns.count
    batch.fields = wider
  }
}
