// Hot path (`append`): no allocation per record.

import Mapping
import Records

/// Makes the records of a table, or what they have behind their id where that is not known yet.
struct MigrationEncoder: RecordEncoder {
  let layout: MigrationLayout
  private var scratch = MigrationLayout.Scratch()

  init(layout: MigrationLayout) { self.layout = layout }

  mutating func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ record: Int, id: GUID?,
    _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) -> Bool {
    if layout.isLarge(mapper) { return false }
    scratch.learn(lookups)
    if let id { layout.appendBegin(id, to: &output) }
    layout.appendElements(mapper, batch, lookups, &scratch, to: &output)
    if id != nil { layout.appendEnd(to: &output) }
    return true
  }
}

/// Makes generated records of a table.
struct GeneratedMigrationEncoder: GeneratedEncoder {
  let layout: MigrationLayout
  private var scratch = MigrationLayout.Scratch()

  init(layout: MigrationLayout) { self.layout = layout }

  mutating func append(
    _ record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) {
    layout.append(generated: record, id: id, lookups, &scratch, to: &output)
  }
}

/// How the records of a table are written into `data.xml`: the markup around the values of its columns.
///
/// Each thread that writes records has a value of its own, or lends it: to hold on to an object costs much while others do so too.
struct MigrationLayout: Sendable {
  /// A column's values.
  private struct Element: Sendable {
    /// The place of its field in the template; none if it is negative.
    var field: Int
    /// Where the markup in front of the value stands, up to the quote.
    var open: Range<Int>
    /// Whether it is encoded as `XMLEncoder.htmlAttribute` does.
    var isText: Bool
    /// What stands between id and name of a lookup, where a record says no other table than the column's first.
    var lookup: [UInt8]
  }

  /// What names of lookups are put together in; it may hold anything.
  struct Scratch {
    var name = OutputBuffer(capacity: 1 << 10)
    var escaped = OutputBuffer(capacity: 1 << 10)
    /// What stands between id and name of a lookup, by the number of the destination table.
    fileprivate var markup: [[UInt8]] = []
    /// The tables, by their numbers, whose lookups are kept.
    fileprivate var isKept: [Bool] = []
    fileprivate var recent = RecentLookups()
    /// A lookup that will be kept.
    fileprivate var lookup = OutputBuffer(capacity: 1 << 10)

    /// Forgets what was written of tables that may be added to from now on.
    mutating func forgetLookups() { (isKept, markup, recent) = ([], [], RecentLookups()) }

    /// Learns of the destination tables.
    fileprivate mutating func learn(_ lookups: borrowing LookupContext) {
      while markup.count < lookups.destinations.count {
        let table = lookups.destinations[markup.count]
        isKept.append(lookups.growingTable != markup.count && RecentLookups.serve(table))
        markup.append(MigrationLayout.lookup(of: table.table))
      }
    }
  }

  /// The bytes of values from which a record is written value by value: room for the most that all of them may take would be
  /// several times too much.
  private static let largeRecord = 10 << 20

  /// The columns without the id.
  let columns: [Attribute]
  private let elements: [Element]
  /// What stands in front of a record's id, in front of the id as its first value, and in front of the columns' values.
  private let markup: [UInt8]
  private let begin: Range<Int>
  private let idOpen: Range<Int>

  /// The layout of a table. `fields` are the columns and the places of their fields in the template.
  init(_ schema: EntitySchema, _ fields: [(name: String, field: Int)]) {
    let id = schema.primaryID ?? schema.name + "id"
    var elements: [Element] = []
    var markup = Array("      <record id=\"".utf8)
    begin = 0..<markup.count
    markup += Array("\">\r\n        <field name=\"\(id)\" value=\"".utf8)
    idOpen = begin.upperBound..<markup.count
    columns = fields.filter { $0.name != id }.map { name, field in
      let start = markup.count
      markup += Array("        <field name=\"\(name)\" value=\"".utf8)
      let attribute = schema.attribute(named: name) ?? Attribute(name: name, type: .string)
      elements.append(
        Element(
          field: field, open: start..<markup.count, isText: attribute.type == .string,
          lookup: MigrationLayout.lookup(of: attribute.targets.first ?? "")))
      return attribute
    }
    (self.elements, self.markup) = (elements, markup)
  }

  private static func lookup(of table: String) -> [UInt8] {
    Array("\" lookupentity=\"\(table)\" lookupentityname=\"".utf8)
  }

  // MARK: Records

  /// Appends a record that a mapper has mapped; nothing for empty values.
  func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, id: GUID, _ lookups: borrowing LookupContext,
    _ scratch: inout Scratch, to output: inout OutputBuffer
  ) {
    scratch.learn(lookups)
    appendBegin(id, to: &output)
    // What was prepared under another id is that record but for its begin.
    let (head, tail) = mapper.preparedID == nil ? (0, 0) : (beginSize, MigrationLayout.endSize)
    if !mapper.appendPrepared(without: head, tail, to: &output) {
      appendElements(mapper, batch, lookups, &scratch, to: &output)
    }
    appendEnd(to: &output)
  }

  /// Appends a generated record, with a value for each column.
  func append(
    generated record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext,
    _ scratch: inout Scratch, to output: inout OutputBuffer
  ) {
    scratch.learn(lookups)
    appendBegin(id, to: &output)
    for column in elements.indices {
      switch record.cells[column] {
      case .nothing: continue
      case .text(let start, let end):
        output.append(markup.span.extracting(elements[column].open))
        MigrationLayout.append(record.text(start, end), isText: elements[column].isText, to: &output)
      case .lookup(let table, let entry):
        output.append(markup.span.extracting(elements[column].open))
        appendLookup(table, entry, lookups, &scratch, to: &output)
        continue
      case .record(let id, let start, let end):
        output.append(markup.span.extracting(elements[column].open))
        id.append(to: &output)
        let lookup = elements[column].lookup
        output.append(lookup.span)
        XMLEncoder.attribute(record.text(start, end), to: &output)
      }
      XMLEncoder.elementEnd(to: &output)
    }
    appendEnd(to: &output)
  }

  private static let end: StaticString = "      </record>\r\n"

  /// The bytes of a record's begin and of its end.
  private var beginSize: Int { begin.count + idOpen.count + 2 * GUID.textSize + XMLEncoder.elementEndSize }
  private static var endSize: Int { end.utf8CodeUnitCount }

  fileprivate func appendEnd(to output: inout OutputBuffer) { output.append(MigrationLayout.end) }

  fileprivate func appendBegin(_ id: GUID, to output: inout OutputBuffer) {
    var cursor = output.cursor(room: beginSize)
    cursor.append(markup.span.extracting(begin))
    id.append(in: &cursor)
    cursor.append(markup.span.extracting(idOpen))
    id.append(in: &cursor)
    XMLEncoder.elementEnd(in: &cursor)
    output.advance(to: cursor.count)
  }

  /// Whether a record has so many bytes of values that they are written one by one.
  fileprivate func isLarge(_ mapper: borrowing RecordMapper) -> Bool {
    var bytes = 0
    for element in elements where element.field >= 0 { bytes += mapper.size(of: mapper.output(element.field)) }
    return bytes > 1 << 20
  }

  /// Appends fields' values, lookups with the table and the name of the record that was found.
  fileprivate func appendElements(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext,
    _ scratch: inout Scratch, to output: inout OutputBuffer
  ) {
    let slots = mapper.slots.span.extracting(mapper.firstSlot..<mapper.firstSlot + mapper.fieldCount)
    let markup = markup.span
    var room = markup.count
    for place in elements.indices where elements[place].field >= 0 {
      let slot = slots[elements[place].field]
      room +=
        slot.origin == .destination
        ? lookupRoom(Int(slot.start), Int(slot.end), lookups, scratch)
        : XMLEncoder.room(bytes: mapper.size(of: slot))
    }
    if room > MigrationLayout.largeRecord {
      return appendLargeElements(mapper, batch, lookups, &scratch, to: &output)
    }
    var cursor = output.cursor(room: room)
    let read = batch.bytes.span
    let made = mapper.scratch.span
    let constants = mapper.plan.constants.bytes.span
    for place in elements.indices where elements[place].field >= 0 {
      let slot = slots[elements[place].field]
      let (start, end) = (Int(slot.start), Int(slot.end))
      if slot.origin == .none { continue }
      let open = markup.extracting(elements[place].open)
      let isText = elements[place].isText
      switch slot.origin {
      case .none: break
      case .batch:
        XMLEncoder.element(open, read, from: start, to: end, isText: isText, scratch: &scratch.escaped, in: &cursor)
      case .scratch:
        XMLEncoder.element(open, made, from: start, to: end, isText: isText, scratch: &scratch.escaped, in: &cursor)
      case .constant:
        let range = mapper.plan.constants.range(start)
        XMLEncoder.element(
          open, constants, from: range.lowerBound, to: range.upperBound, isText: isText, scratch: &scratch.escaped,
          in: &cursor)
      case .destination:
        cursor.append(open)
        appendLookup(start, end, lookups, &scratch, in: &cursor)
      }
    }
    output.advance(to: cursor.count)
  }

  @inline(never)
  private func appendLargeElements(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext,
    _ scratch: inout Scratch, to output: inout OutputBuffer
  ) {
    for element in elements where element.field >= 0 {
      let slot = mapper.output(element.field)
      if slot.origin == .none { continue }
      output.append(markup.span.extracting(element.open))
      if slot.origin == .destination {
        appendLookup(Int(slot.start), Int(slot.end), lookups, &scratch, to: &output)
        continue
      }
      mapper.forText(of: element.field, batch) {
        MigrationLayout.append($0, isText: element.isText, to: &output)
      }
      XMLEncoder.elementEnd(to: &output)
    }
  }

  private static func append(_ text: Span<UInt8>, isText: Bool, to output: inout OutputBuffer) {
    if isText { XMLEncoder.htmlAttribute(text, to: &output) } else { XMLEncoder.attribute(text, to: &output) }
  }

  // MARK: Lookups

  /// The most bytes that a lookup takes.
  private func lookupRoom(
    _ table: Int, _ entry: Int, _ lookups: borrowing LookupContext, _ scratch: borrowing Scratch
  ) -> Int {
    if let count = scratch.recent.count(table, entry) { return count }
    let name = lookups.destinations[table].nameLength(entry)
    return GUID.textSize + scratch.markup[table].count + XMLEncoder.room(bytes: name)
  }

  /// Appends what a lookup says of an entry, to the end of its element: its id, and as attributes behind it the table and the
  /// primary name. Names of lookups are escaped for XML, not encoded twice.
  @_lifetime(output: copy output)
  private func appendLookup(
    _ table: Int, _ entry: Int, _ lookups: borrowing LookupContext, _ scratch: inout Scratch,
    in output: inout OutputCursor
  ) {
    if let count = scratch.recent.count(table, entry) {
      return scratch.recent.append(table, entry, count, in: &output)
    }
    if scratch.isKept[table] {
      keepLookup(table, entry, lookups, &scratch)
      output.append(scratch.lookup.span)
    } else {
      makeLookup(table, entry, lookups, &scratch, in: &output)
    }
  }

  @_lifetime(output: copy output)
  private func makeLookup(
    _ table: Int, _ entry: Int, _ lookups: borrowing LookupContext, _ scratch: inout Scratch,
    in output: inout OutputCursor
  ) {
    lookups.destinations[table].id(entry).append(in: &output)
    var name = OutputBuffer.none
    swap(&name, &scratch.name)
    name.truncate(to: 0)
    var cursor = name.cursor(room: lookups.destinations[table].nameLength(entry))
    lookups.destinations[table].appendName(entry, in: &cursor)
    name.advance(to: cursor.count)
    let markup = scratch.markup[table]
    XMLEncoder.element(
      markup.span, name.span, from: 0, to: name.count, isText: false, scratch: &scratch.escaped, in: &output)
    swap(&name, &scratch.name)
  }

  /// Puts a lookup together, and keeps it.
  @inline(never)
  private func keepLookup(
    _ table: Int, _ entry: Int, _ lookups: borrowing LookupContext, _ scratch: inout Scratch
  ) {
    let room = lookupRoom(table, entry, lookups, scratch)
    // Taken out meanwhile: the scratch buffers are used side by side.
    var text = OutputBuffer.none
    swap(&text, &scratch.lookup)
    text.truncate(to: 0)
    var cursor = text.cursor(room: room)
    makeLookup(table, entry, lookups, &scratch, in: &cursor)
    text.advance(to: cursor.count)
    scratch.recent.keep(table, entry, text.span)
    swap(&text, &scratch.lookup)
  }

  private func appendLookup(
    _ table: Int, _ entry: Int, _ lookups: borrowing LookupContext, _ scratch: inout Scratch,
    to output: inout OutputBuffer
  ) {
    var cursor = output.cursor(room: lookupRoom(table, entry, lookups, scratch))
    appendLookup(table, entry, lookups, &scratch, in: &cursor)
    output.advance(to: cursor.count)
  }
}
