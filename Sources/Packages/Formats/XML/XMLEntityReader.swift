// Hot path: no allocation per record. Fields come in one order in nearly every record, so the next one is guessed.

import Archives
import Mapping
import Records

/// Reads an XML entity file of F&O: `Document`, in it one element for each record, whose fields are elements
/// (XML-Element) or attributes (XML-Attribute). The parser reports both alike, but for elements that are empty or in which
/// something else than text stands.
struct XMLEntityReader: EntityFileReader {
  private let feed: Stage<XMLEventBatch>
  private(set) var columns: [SourceColumn]
  private let schema: EntitySchema?
  private let file: String
  private let package: String
  private let isLookedThrough: Bool
  private var columnOfName: [Int] = []
  private var depth = 0
  private var nextNumber = 1
  private var ready: [RecordBatch] = []
  /// The events that are being read, and the place of the next one.
  private var underWay: (source: XMLEventBatch, place: Int)?

  /// A reader of the entity's file. Fields of other names than its columns become new columns.
  init(_ entity: PackageEntity, entry: EntryInfo, of container: Container) {
    feed = XMLFeed.events(entry, of: container, cuttingAt: 2, keepsText: true, joinsFields: true)
    columns = entity.columns
    schema = entity.schema
    file = entity.file
    package = container.path
    isLookedThrough = entity.isLookedThrough
  }

  /// The next batch; nil at the end. Throws `InferenceError.recordsWithin` at a record within a record.
  mutating func next() throws -> RecordBatch? {
    while ready.isEmpty {
      guard let (events, place) = try underWay ?? feed.next().map({ ($0, 0) }) else { return nil }
      try interpret(events, from: place)
    }
    return ready.removeFirst()
  }

  /// Reads the events up to their end, or to a record for which the batch has no room.
  private mutating func interpret(_ source: XMLEventBatch, from first: Int) throws {
    var batch = RecordBatch(width: columns.count, firstNumber: nextNumber)
    batch.fitsXML = true
    let events = source.events
    var column = -1
    var base = 0
    underWay = nil
    for index in first..<events.count {
      let event = events[index]
      switch event.kind {
      case .start:
        if depth == 1, batch.isFull {
          underWay = (source, index)
          return finish(&batch, source)
        }
        depth += 1
        if depth == 2 {
          base = batch.fields.count
          for _ in 0..<batch.width { batch.fields.append(.empty) }
          batch.lines.append(event.start)
        } else if depth == 3 {
          column = self.column(event.name, source.names)
          if batch.width < columns.count { base = widen(&batch) }
          if batch.fields[base + column].isAbsent { batch.fields[base + column] = .present }
        } else if depth > 3 {
          try mindRecord()
        }
      case .attribute:
        guard depth == 2 else {
          if depth == 3, XMLLayout.marksRecord(source.names[Int(event.name)]) { try mindRecord() }
          continue
        }
        let place = self.column(event.name, source.names)
        if batch.width < columns.count { base = widen(&batch) }
        batch.fields[base + place] = event.end == 0 ? .present : event.range
      case .text:
        guard depth == 3, column >= 0 else { continue }
        batch.fields[base + column] = batch.fields[base + column].extended(by: event.range)
      case .end:
        if depth == 3 { column = -1 }
        depth -= 1
      }
    }
    finish(&batch, source)
  }

  private mutating func finish(_ batch: inout RecordBatch, _ source: XMLEventBatch) {
    flush(&batch)
    // What is there and empty points behind the first byte, so there must be one.
    let bytes = source.bytes.isEmpty ? [0] : source.bytes
    for index in ready.indices { ready[index].bytes = bytes }
  }

  /// Minds what stands in a field: then that is a record within the record.
  private func mindRecord() throws {
    if !isLookedThrough { throw InferenceError.recordsWithin(file: file, package: package) }
  }

  private mutating func flush(_ batch: inout RecordBatch) {
    guard batch.count > 0 else { return }
    nextNumber += batch.count
    ready.append(batch)
  }

  /// Ends the batch before the record under way, which has a new column, and begins a wider one with it.
  private mutating func widen(_ batch: inout RecordBatch) -> Int {
    let fields = Array(batch.fields[(batch.fields.count - batch.width)...])
    let line = batch.lines.removeLast()
    batch.fields.removeLast(batch.width)
    flush(&batch)
    batch = RecordBatch(width: columns.count, firstNumber: nextNumber)
    batch.fitsXML = true
    batch.fields = fields + Array(repeating: .empty, count: columns.count - fields.count)
    batch.lines = [line]
    return 0
  }

  private mutating func column(_ name: UInt16, _ names: [String]) -> Int {
    let number = Int(name)
    if number < columnOfName.count, columnOfName[number] >= 0 { return columnOfName[number] }
    while columnOfName.count <= number { columnOfName.append(-1) }
    let heading = names[number]
    let found = columns.firstIndex { $0.heading.lowercased() == heading.lowercased() }
    if found == nil { columns.append(.named(heading, schema: schema)) }
    columnOfName[number] = found ?? columns.count - 1
    return columnOfName[number]
  }
}

extension String {
  /// The text without blanks around it.
  var trimmingBlanks: String {
    var text = Substring(self)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
