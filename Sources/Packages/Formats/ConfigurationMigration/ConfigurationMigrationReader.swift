// Hot path: no allocation per record. Fields come in the schema's order, so the next column is guessed first.

import Archives
import Findings
import Mapping
import Records

/// Reads the records of chosen tables out of `data.xml`, in one pass and in document order.
struct ConfigurationMigrationReader: PackageReader {
  private let feed: Stage<XMLEventBatch>
  private var tables: [Table]
  private var tableNumbers: [String: Int]
  private var current: Int?
  private var ready: [(entity: Int, piece: Int, batch: RecordBatch)] = []
  /// The events that are being read, with what was decoded so far, and the place of the next one.
  private var underWay: (source: XMLEventBatch, place: Int)?
  private var counts: [Int]
  private var depth = 0
  private var isInRecords = false
  private let package: String
  private let lastWanted: Int
  private let indexed: Set<Int>
  private let lastIndexed: Int
  private var isBehindIndexed = false
  private var isStopped = false
  private let notesEncoding: Bool
  private let dates: DateNotation
  private let asWritten: AsWritten
  /// Whether a table may come again; else `InferenceError.tablesInOnePiece` is thrown.
  private let mayMeetPieces: Bool
  /// How many `entity` elements have begun.
  private var element = 0
  /// The `entity` element, counted from 1, that the last batch handed out came from.
  private(set) var piece = 0
  /// Whether there are relations between many and many records.
  private(set) var hasRelations = false

  /// Whether the whole document is to be read, and whether it has been.
  private let mayStop: Bool
  private var hasEnded = false

  /// A reader of chosen tables of a package; nil if it has none. It may end where the first table begins that the schema lists
  /// behind all of them. Should a table that was read so before come again behind that place,
  /// `InferenceError.tablesInSchemaOrder` is thrown.
  init?(_ package: Package, _ request: ScanRequest) {
    guard let first = package.entities.first, let entry = package.container.entry(named: first.file) else { return nil }
    notesEncoding = request.notesEncoding
    asWritten = request.asWritten
    dates = package.dates
    mayStop = request.stopsBehindWanted
    lastWanted = mayStop ? request.wanted.max() ?? -1 : Int.max
    indexed = request.indexed
    lastIndexed = indexed.max() ?? Int.max
    self.package = package.path
    feed = XMLFeed.events(entry, of: package.container, cuttingAt: 4, keepsText: false)
    let pieces = asWritten.contains(.pieces) ? nil : package.pieces
    mayMeetPieces = asWritten.contains(.pieces) || pieces != nil
    tables = package.entities.enumerated().map { index, entity in
      Table(entity, isWanted: request.wanted.contains(index), steps: pieces?[entity.name]?.steps ?? [])
    }
    tableNumbers = [:]
    for (index, entity) in package.entities.enumerated() { tableNumbers[entity.name.lowercased()] = index }
    counts = Array(repeating: 0, count: package.entities.count)
  }

  /// The columns of an entity: those of the schema and what else its records had so far.
  func columns(of entity: Int) -> [SourceColumn] { tables[entity].columns }

  /// In how many `entity` elements records of an entity were met so far.
  func pieces(of entity: Int) -> Int { tables[entity].pieces }

  /// How many records an entity has, wanted or not, without those that are parts of others; nil before the document's end.
  func total(of entity: Int) -> Int? { hasEnded ? counts[entity] - tables[entity].leftOut : nil }

  /// All entities, once the document has ended.
  var ended: [Int] { hasEnded ? Array(tables.indices) : [] }

  func remarks(of entity: Int) -> [Finding] { [] }

  /// The next batch and the place of its entity; nil at the end.
  mutating func next() throws -> (entity: Int, batch: RecordBatch)? {
    while ready.isEmpty {
      guard !isStopped, var next = try underWay.take() ?? feed.next().map({ ($0, 0) }) else {
        hasEnded = !mayStop
        return nil
      }
      try interpret(&next.source, from: next.place)
    }
    let next = ready.removeFirst()
    piece = next.piece
    return (next.entity, next.batch)
  }

  /// Turns a batch of events into batches of records, in the same buffer, up to their end or to a record for which the
  /// batch has no room.
  private mutating func interpret(_ source: inout XMLEventBatch, from first: Int) throws {
    var batch: RecordBatch?
    // Text is decoded where it is: nobody else may hold the buffer meanwhile.
    var bytes: [UInt8] = []
    swap(&bytes, &source.bytes)
    let events = source.events
    let names = WellKnownNames(source.names)
    var index = first
    while index < events.count, !isStopped {
      let event = events[index]
      if event.kind == .start, depth == 3, batch?.isFull ?? false {
        source.bytes = bytes
        underWay = (source, index)
        break
      }
      index += 1
      switch event.kind {
      case .end:
        depth -= 1
        if depth == 2 { isInRecords = false }
      case .attribute, .text: continue
      case .start:
        depth += 1
        if depth == 2, event.name == names.entity {
          flush(&batch)
          element += 1
          current = try table(named: names, events, index, bytes)
          try checkOrder()
        } else if depth == 3 {
          isInRecords = event.name == names.records
        } else if depth == 4, isInRecords, event.name == names.record, let table = current {
          counts[table] += 1
          if tables[table].element != element { try begin(table) }
          guard tables[table].isWanted else { continue }
          let step = tables[table].step(of: counts[table])
          if let step, step.added == nil {
            // Batches have numbers without gaps.
            flush(&batch)
            tables[table].next += 1
            continue
          }
          var open = batch.take() ?? newBatch(table)
          index = try record(events, index, names, &bytes, table, &open, line: event.start)
          if let added = step?.added { complete(&open, &bytes, table, added) }
          batch = open
        } else if depth == 4, !isInRecords, event.name == names.relation {
          hasRelations = true
        }
      }
    }
    flush(&batch)
    for index in ready.indices { ready[index].batch.bytes = bytes }
  }

  /// Sees whether the table that begins is where it is expected.
  private mutating func checkOrder() throws {
    guard let current else { return }
    if current > lastWanted { isStopped = true }
    if current > lastIndexed { isBehindIndexed = true }
    if isBehindIndexed, indexed.contains(current) { throw InferenceError.tablesInSchemaOrder(package: package) }
  }

  /// Notes that records of a table come in an element that it had none in before.
  private mutating func begin(_ table: Int) throws {
    tables[table].element = element
    tables[table].pieces += 1
    if tables[table].isWanted, tables[table].pieces > 1, !mayMeetPieces {
      throw InferenceError.tablesInOnePiece(package: package)
    }
  }

  private func newBatch(_ table: Int) -> RecordBatch {
    var batch = RecordBatch(width: tables[table].columns.count, firstNumber: tables[table].next)
    batch.fitsXML = true
    return batch
  }

  private mutating func flush(_ batch: inout RecordBatch?) {
    guard let current, let done = batch.take(), done.count > 0 else { return }
    tables[current].next += done.count
    ready.append((current, element, done))
  }

  /// The table whose `entity` element begins; nil for one without a name.
  private mutating func table(
    named names: WellKnownNames, _ events: [XMLEvent], _ first: Int, _ bytes: [UInt8]
  ) throws -> Int? {
    var index = first
    while index < events.count, events[index].kind == .attribute {
      if events[index].name == names.name {
        let range = events[index].range
        let name = String(decoding: bytes[Int(range.start)..<Int(range.end)], as: UTF8.self).lowercased()
        if let number = tableNumbers[name] { return number }
        throw InferenceError.tablesListed(package: package)
      }
      index += 1
    }
    return nil
  }

  /// Reads one record; the place of the event behind it.
  private mutating func record(
    _ events: [XMLEvent], _ first: Int, _ names: WellKnownNames, _ bytes: inout [UInt8], _ table: Int,
    _ batch: inout RecordBatch, line: UInt32
  ) throws -> Int {
    var base = batch.fields.count
    for _ in 0..<batch.width { batch.fields.append(.empty) }
    batch.lines.append(line)
    var index = first
    var expected = 0
    while index < events.count, depth >= 4 {
      let event = events[index]
      index += 1
      switch event.kind {
      case .end: depth -= 1
      case .text: continue
      case .attribute:
        if depth == 4, event.name == names.id { batch.fields[base + tables[table].idColumn] = event.range }
      case .start:
        depth += 1
        guard depth == 5, event.name == names.field else { continue }
        let field = Field(events, &index, names)
        let column = column(bytes, field, table, &expected)
        if batch.width < tables[table].columns.count { base = widen(&batch, table) }
        var value = field.value
        if tables[table].columns[column].isText {
          if notesEncoding, !HTMLText.isEncoded(bytes.span, value) { noteEncodedOnce(&batch) }
          var target = bytes.mutableSpan
          value = HTMLText.decode(&target, value)
          // Only what is decoded here can be more than XML itself carries.
          if value.end < field.value.end, !UTF8Text.fitsXML(bytes.span.extracting(value.bounds)) {
            batch.fitsXML = false
          }
        }
        if tables[table].columns[column].isDate { value = try date(value, &bytes) }
        // The attribute says which record it is; the field only repeats it.
        if column != tables[table].idColumn || batch.fields[base + column].isEmpty {
          batch.fields[base + column] = value
        }
        let part = tables[table].parts[column]
        if part >= 0 {
          batch.fields[base + part] = field.lookupTable
          batch.fields[base + part + 1] = field.lookupName
        }
      }
    }
    return index
  }

  /// A date as ISO 8601, as far as its order is known. Other forms are rare: a year of four digits in front is enough.
  private func date(_ value: FieldRange, _ bytes: inout [UInt8]) throws -> FieldRange {
    let start = Int(value.start)
    let isISO =
      value.count >= 10 && bytes[start + 4] == UInt8(ascii: "-") && bytes[start + 1] >= UInt8(ascii: "0")
      && bytes[start + 2] >= UInt8(ascii: "0")
    if isISO || value.isEmpty || asWritten.contains(.dates) || dates == .unclear { return value }
    guard let culture = CultureDate(bytes.span.extracting(value.bounds)) else { return value }
    guard case .culture(let order) = dates else { throw InferenceError.datesAreISO(package: package) }
    guard let date = culture.date(in: order) else { return value }
    var text = OutputBuffer(capacity: 32)
    date.append(separator: UInt8(ascii: "T"), to: &text)
    return ConfigurationMigrationReader.append(text.take(), to: &bytes)
  }

  /// Puts text behind the others; empty text is a field that is not there.
  private static func append(_ text: [UInt8], to bytes: inout [UInt8]) -> FieldRange {
    if text.isEmpty { return .empty }
    let start = bytes.count
    bytes += text
    return FieldRange(start: start, end: bytes.count)
  }

  /// Gives the batch's last record what another piece of the table has of it.
  private mutating func complete(
    _ batch: inout RecordBatch, _ bytes: inout [UInt8], _ table: Int, _ fields: [TablePieces.Field]
  ) {
    for field in fields {
      let name = Array(field.name.utf8)
      let column =
        tables[table].number(of: name.span)
        ?? tables[table].add(field.name, isLookup: !field.lookupTable.isEmpty)
      if batch.width < tables[table].columns.count { _ = widen(&batch, table) }
      let base = batch.fields.count - batch.width
      let value = ConfigurationMigrationReader.append(field.value, to: &bytes)
      if !UTF8Text.fitsXML(bytes.span.extracting(value.bounds)) { batch.fitsXML = false }
      batch.fields[base + column] = value
      let part = tables[table].parts[column]
      if part >= 0 {
        batch.fields[base + part] = ConfigurationMigrationReader.append(field.lookupTable, to: &bytes)
        batch.fields[base + part + 1] = ConfigurationMigrationReader.append(field.lookupName, to: &bytes)
      }
    }
  }

  private func noteEncodedOnce(_ batch: inout RecordBatch) {
    if batch.encodedOnce.last != batch.count - 1 { batch.encodedOnce.append(batch.count - 1) }
  }

  /// Ends the batch before the record under way, which has a column that the schema lacks, and begins one of the new
  /// width with it; the place of its first field.
  private mutating func widen(_ batch: inout RecordBatch, _ table: Int) -> Int {
    var wide = newBatch(table)
    wide.firstNumber += batch.count - 1
    wide.fitsXML = batch.fitsXML
    wide.fields = Array(batch.fields[(batch.fields.count - batch.width)...])
    for _ in wide.fields.count..<wide.width { wide.fields.append(.empty) }
    wide.lines = [batch.lines.removeLast()]
    if batch.encodedOnce.last == batch.count {
      batch.encodedOnce.removeLast()
      wide.encodedOnce = [0]
    }
    batch.fields.removeLast(batch.width)
    if batch.count > 0 {
      tables[table].next += batch.count
      ready.append((table, element, batch))
    }
    batch = wide
    return 0
  }

  /// The column of a field's name. Names that the schema lacks become new columns.
  private mutating func column(_ bytes: [UInt8], _ field: Field, _ table: Int, _ expected: inout Int) -> Int {
    let text = bytes.span.extracting(Int(field.name.start)..<Int(field.name.end))
    var guess = expected
    while guess < tables[table].names.count, guess < expected + 6 {
      if ConfigurationMigrationReader.equals(tables[table].names[guess], text) {
        expected = guess + 1
        return guess
      }
      guess += 1
    }
    if let column = tables[table].number(of: text) {
      expected = column + 1
      return column
    }
    return tables[table].add(KeyText.string(text), isLookup: !field.lookupTable.isEmpty)
  }

  private static func equals(_ left: [UInt8], _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }
}

extension ConfigurationMigrationReader {
  /// The attributes of one `field` element, in whatever order they stand.
  private struct Field {
    var name = FieldRange.empty
    var value = FieldRange.empty
    var lookupTable = FieldRange.empty
    var lookupName = FieldRange.empty

    init(_ events: [XMLEvent], _ index: inout Int, _ names: WellKnownNames) {
      while index < events.count, events[index].kind == .attribute {
        let attribute = events[index]
        if attribute.name == names.name {
          name = attribute.range
        } else if attribute.name == names.value {
          value = attribute.range
        } else if attribute.name == names.lookupEntity {
          lookupTable = attribute.range
        } else if attribute.name == names.lookupEntityName {
          lookupName = attribute.range
        }
        index += 1
      }
    }
  }

  /// The numbers that the parser gave to the names of the format; `UInt16.max` for one that did not occur yet.
  private struct WellKnownNames {
    var entity: UInt16, records: UInt16, record: UInt16, field: UInt16
    var relation: UInt16
    var id: UInt16, name: UInt16, value: UInt16, lookupEntity: UInt16, lookupEntityName: UInt16

    init(_ names: [String]) {
      func number(_ name: String) -> UInt16 { names.firstIndex(of: name).map { UInt16($0) } ?? UInt16.max }
      (entity, records, record, field) = (number("entity"), number("records"), number("record"), number("field"))
      relation = number("m2mrelationship")
      (id, name, value) = (number("id"), number("name"), number("value"))
      (lookupEntity, lookupEntityName) = (number("lookupentity"), number("lookupentityname"))
    }
  }
}
