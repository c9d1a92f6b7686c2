// Hot path: no allocation per record.

import Archives
import Findings
import Mapping
import Records

/// Reads one entity of a composite file: the outermost records, or one kind of those within them.
struct CompositeReader: EntityFileReader {
  /// What a name means.
  private struct Role {
    /// Bit n: an element of this name is the n-th on the way to the records, counted from the outermost record.
    var steps: UInt64
    /// The kind of inner records.
    var child: Int?
    /// The inherited columns, at whatever level.
    var inherited: [Int]
    /// The column of the entity, once it is known.
    var column = -1
  }

  private let feed: Stage<XMLEventBatch>
  private let part: CompositePart
  private let entity: PackageEntity
  private let path: String
  private(set) var columns: [SourceColumn]
  /// The depth of the entity's records; the root's is 1.
  private let recordDepth: Int
  private var roles: [Role] = []
  private var depth = 0
  /// How many of the elements that lead to a record, with itself, are open.
  private var steps = 0
  /// Of the field under way: its column, or the inherited column; else -1.
  private var column = -1
  private var inherited = -1
  /// By level: the batch's first record within the open one there.
  private var firstOfLevel: [Int]
  private var inheritedPlaces: [Int]
  private var inheritedRanges: [FieldRange]
  private var nextNumber = 1
  private var seen: [Bool]
  private var missing: [(count: Int, first: Int)]
  /// The events that are being read, and the place of the next one.
  private var underWay: (source: XMLEventBatch, place: Int)?

  init(_ entity: PackageEntity, _ part: CompositePart, entry: EntryInfo, of container: Container) {
    feed = XMLFeed.events(entry, of: container, cuttingAt: 2, keepsText: true)
    self.entity = entity
    self.part = part
    path = container.path
    columns = entity.columns
    recordDepth = part.path.count + 2
    let headings = entity.columns.map { $0.heading.lowercased() }
    firstOfLevel = part.path.map { _ in 0 }
    inheritedPlaces = part.inherited.map { headings.firstIndex(of: $0.column) ?? -1 }
    inheritedRanges = part.inherited.map { _ in .empty }
    seen = part.children.map { _ in false }
    missing = part.children.map { _ in (0, 0) }
  }

  /// The next batch; nil at the end. Throws `InferenceError.recordsWithin` at a kind of inner records that the file's
  /// beginning did not have.
  mutating func next() throws -> RecordBatch? {
    while let (events, place) = try underWay ?? feed.next().map({ ($0, 0) }) {
      var batch = try interpret(events, from: place)
      guard batch.count > 0 else { continue }
      nextNumber += batch.count
      // What is there and empty points behind the first byte, so there must be one.
      batch.bytes = events.bytes.isEmpty ? [0] : events.bytes
      return batch
    }
    return nil
  }

  /// Records that lack a kind of inner ones which others have: `P2C1222`.
  var remarks: [Finding] {
    part.children.indices.filter { missing[$0].count > 0 }.map { kind in
      Finding(
        noted: .compositeEntityNotWhole, file: entity.file, entity: entity.name,
        what: "\(part.children[kind]) in \(missing[kind].count), the first is record \(missing[kind].first)")
    }
  }

  /// Reads the events up to their end, or to an outermost record behind a batch that is full.
  private mutating func interpret(_ source: XMLEventBatch, from first: Int) throws -> RecordBatch {
    learn(source.names)
    var batch = RecordBatch(width: columns.count, firstNumber: nextNumber)
    batch.fitsXML = true
    underWay = nil
    for index in first..<source.events.count {
      let event = source.events[index]
      switch event.kind {
      case .start:
        if depth == 1, batch.isFull {
          underWay = (source, index)
          return batch
        }
        depth += 1
        if depth == 1 { continue }
        if depth == steps + 2, depth <= recordDepth, roles[Int(event.name)].steps >> UInt64(steps) & 1 == 1 {
          beginStep(&batch, line: event.start)
        } else if depth == steps + 2 {
          beginField(&batch, event.name, source.names)
        } else {
          try mindRecord()
        }
      case .attribute:
        if depth == steps + 1 {
          setAttribute(&batch, event, source.names)
        } else if depth == steps + 2, XMLLayout.marksRecord(source.names[Int(event.name)]) {
          try mindRecord()
        }
      case .text:
        guard depth == steps + 2 else { continue }
        if column >= 0 { extend(&batch, column, event.range) }
        if inherited >= 0 { inheritedRanges[inherited] = inheritedRanges[inherited].extended(by: event.range) }
      case .end:
        if depth == steps + 2 {
          (column, inherited) = (-1, -1)
        } else if depth == steps + 1, steps > 0 {
          endStep(&batch)
        }
        depth -= 1
      }
    }
    return batch
  }

  // MARK: The way to the records

  /// Learns what new names mean.
  private mutating func learn(_ names: [String]) {
    while roles.count < names.count {
      let name = names[roles.count].lowercased()
      // An outermost record may have any name.
      var steps: UInt64 = 1
      for (place, element) in part.path.enumerated() where element == name { steps |= 2 << UInt64(place) }
      roles.append(
        Role(
          steps: steps, child: part.children.firstIndex(of: name),
          inherited: part.inherited.indices.filter { part.inherited[$0].column == name }))
    }
  }

  private mutating func beginStep(_ batch: inout RecordBatch, line: UInt32) {
    if depth == recordDepth {
      for _ in 0..<batch.width { batch.fields.append(.empty) }
      batch.lines.append(line)
      for kind in seen.indices { seen[kind] = false }
    } else {
      firstOfLevel[steps] = batch.count
      for index in part.inherited.indices where part.inherited[index].level == steps {
        inheritedRanges[index] = .empty
      }
    }
    steps += 1
  }

  private mutating func endStep(_ batch: inout RecordBatch) {
    steps -= 1
    if depth == recordDepth { noteMissing(batch.firstNumber + batch.count - 1) } else { inherit(&batch, from: steps) }
  }

  private mutating func noteMissing(_ number: Int) {
    for kind in seen.indices where !seen[kind] {
      if missing[kind].count == 0 { missing[kind].first = number }
      missing[kind].count += 1
    }
  }

  /// Gives the records within the open one at a level what they lack of its key.
  private func inherit(_ batch: inout RecordBatch, from level: Int) {
    for (index, column) in inheritedPlaces.enumerated() where column >= 0 && part.inherited[index].level == level {
      for record in firstOfLevel[level]..<max(firstOfLevel[level], batch.count)
      where batch.range(record, column).isEmpty {
        batch.fields[record * batch.width + column] = inheritedRanges[index]
      }
    }
  }

  /// Minds what stands in an element of the entity's records that was no record so far: then it is one.
  private func mindRecord() throws {
    guard !entity.isLookedThrough, steps == recordDepth - 1, column >= 0 else { return }
    throw InferenceError.recordsWithin(file: entity.file, package: path)
  }

  // MARK: Fields

  private mutating func beginField(_ batch: inout RecordBatch, _ name: UInt16, _ names: [String]) {
    if steps == recordDepth - 1 {
      if let kind = roles[Int(name)].child {
        seen[kind] = true
        return
      }
      column = place(name, names, &batch)
      if batch.range(batch.count - 1, column).isAbsent { set(&batch, column, .present) }
    } else {
      inherited = inheritedColumn(name)
    }
  }

  private mutating func setAttribute(_ batch: inout RecordBatch, _ event: XMLEvent, _ names: [String]) {
    if depth == recordDepth {
      set(&batch, place(event.name, names, &batch), event.end == 0 ? .present : event.range)
    } else if steps > 0 {
      let index = inheritedColumn(event.name)
      if index >= 0 { inheritedRanges[index] = event.range }
    }
  }

  /// The inherited column of that name from the innermost open record; -1 if there is none.
  private func inheritedColumn(_ name: UInt16) -> Int {
    roles[Int(name)].inherited.first { part.inherited[$0].level == steps - 1 } ?? -1
  }

  private func set(_ batch: inout RecordBatch, _ column: Int, _ range: FieldRange) {
    batch.fields[(batch.count - 1) * batch.width + column] = range
  }

  private func extend(_ batch: inout RecordBatch, _ column: Int, _ range: FieldRange) {
    set(&batch, column, batch.range(batch.count - 1, column).extended(by: range))
  }

  /// The column of a name; a new one makes all records of the batch wider.
  private mutating func place(_ name: UInt16, _ names: [String], _ batch: inout RecordBatch) -> Int {
    let number = Int(name)
    if roles[number].column >= 0 { return roles[number].column }
    let heading = names[number].lowercased()
    let found = columns.firstIndex { $0.heading.lowercased() == heading }
    if found == nil {
      columns.append(.named(names[number], schema: entity.schema))
      widen(&batch)
    }
    roles[number].column = found ?? columns.count - 1
    return roles[number].column
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
