// Hot path: no allocation per record.

import Archives
import Packages
import Records

/// Reads the records of a Configuration Migration package that was just written back, line by line.
///
/// Parsing the XML as an input's would take longer than writing it. The writer puts each tag on a line of its own, so it is
/// enough to know its lines: whatever else stands in the file is damage. Sizes and checksums are compared while inflating.
struct MigrationLines {
  /// A column whose amounts are summed: the beginning of its lines, and its place in the tally.
  private struct Amount {
    let begin: [UInt8]
    let column: Int
  }

  private static let entity = Array("  <entity name=\"".utf8)
  private static let record = Array("      <record id=\"".utf8)
  private static let recordEnd = Array("      </record>\r".utf8)
  private static let field = Array("        <field name=\"".utf8)
  private static let fieldEnd = Array("\" />\r".utf8)
  private static let end = Array("</entities>".utf8)
  /// What else stands around records.
  private static let frame = [
    "\r", "<entities ", "    <records>\r", "    </records>\r", "    <m2mrelationships />\r", "  </entity>\r",
  ].map { Array($0.utf8) }

  /// What was found of each entity.
  private(set) var found: [EntityTally]
  private(set) var records = 0
  private var current: Int?
  private var amounts: [Amount] = []
  private var isInRecord = false
  private var isWhole = true
  private var hasEnded = false

  /// A reader that counts what the tallies count.
  init(_ tallies: [EntityTally]) {
    found = tallies.map { EntityTally($0.entity, key: $0.key, amountColumns: $0.amountColumns) }
  }

  /// Reads the file; false if it is not one that the writer has written.
  mutating func read(_ entry: EntryInfo, of container: Container) throws -> Bool {
    let feed = ByteFeed.bytes(entry, of: container)
    var held: [UInt8] = []
    while let piece = try feed.next() {
      let bytes = held + piece
      held = Array(bytes[add(bytes.span)...])
      if !isWhole { return false }
    }
    // The last tag has no line end.
    held.append(UInt8(ascii: "\n"))
    _ = add(held.span)
    return isWhole && hasEnded && !isInRecord
  }

  /// Reads all whole lines; the offset of the one that is not.
  private mutating func add(_ bytes: Span<UInt8>) -> Int {
    var start = 0
    while isWhole, let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) {
      isWhole = addLine(bytes.extracting(start..<end))
      start = end + 1
    }
    return start
  }

  private mutating func addLine(_ line: Span<UInt8>) -> Bool {
    let field = MigrationLines.field
    if line.holds(field, at: 0) {
      guard isInRecord, line.holds(MigrationLines.fieldEnd, at: line.count - MigrationLines.fieldEnd.count),
        line.firstIndex(of: UInt8(ascii: "<"), from: field.count) == nil
      else { return false }
      for amount in amounts where line.holds(amount.begin, at: field.count) {
        add(line, amount, from: field.count + amount.begin.count)
      }
      return true
    }
    let record = MigrationLines.record
    if line.holds(record, at: 0) {
      guard !isInRecord, let current, line.count == record.count + 39, line[line.count - 3] == UInt8(ascii: "\""),
        let id = GUID(line.extracting(record.count..<record.count + 36))
      else { return false }
      isInRecord = true
      records += 1
      found[current].add(id)
      return true
    }
    if line.holds(MigrationLines.recordEnd, at: 0) {
      defer { isInRecord = false }
      return isInRecord
    }
    return !isInRecord && addOther(line)
  }

  private mutating func add(_ line: Span<UInt8>, _ amount: Amount, from start: Int) {
    guard let current, let end = line.firstIndex(of: UInt8(ascii: "\""), from: start) else { return }
    found[current].add(ExactDecimal(line.extracting(start..<end)) ?? .zero, to: amount.column)
  }

  /// A line outside of records: the frame, or an entity's beginning.
  private mutating func addOther(_ line: Span<UInt8>) -> Bool {
    if hasEnded { return false }
    let entity = MigrationLines.entity
    if line.holds(entity, at: 0) {
      guard let end = line.firstIndex(of: UInt8(ascii: "\""), from: entity.count) else { return false }
      let name = KeyText.string(line.extracting(entity.count..<end))
      current = found.firstIndex { $0.entity == name }
      amounts = (current.map { found[$0].amountColumns } ?? []).enumerated().map { column, name in
        Amount(begin: Array("\(name)\" value=\"".utf8), column: column)
      }
      return current != nil
    }
    hasEnded = line.holds(MigrationLines.end, at: 0)
    return hasEnded || MigrationLines.frame.contains { line.holds($0, at: 0) }
  }
}
