// Hot path: no allocation per record.

import Archives
import Packages
import Records

/// Reads the records of a Configuration Migration package that was just written back, line by line.
///
/// Parsing the XML as an input's would take longer than writing it. The writer puts each tag on a line of its own, so it is
/// enough to know its lines: whatever else stands in the file is damage. Sizes and checksums are compared while inflating.
struct MigrationLines {
  /// The columns of an entity whose amounts are summed: how their lines begin behind the markup.
  private struct Amounts {
    var begins: [[UInt8]] = []
    /// As much of each as can be compared at once.
    var starts: [ShortText.Mask] = []

    init(_ columns: [String] = []) {
      for column in columns {
        let begin = "\(column)\" value=\""
        begins.append(Array(begin.utf8))
        starts.append(ShortText(String(begin.prefix(ShortText.mostBytes))).mask)
      }
    }
  }

  private static let entity = Array("  <entity name=\"".utf8)
  private static let record = ShortText("      <record id=\"")
  private static let recordEnd = ShortText("      </record>\r")
  private static let field = ShortText("        <field name=\"")
  private static let fieldEnd = ShortText("\" />\r")
  private static let end = Array("</entities>".utf8)
  /// What else stands around records.
  private static let frame = [
    "\r", "<entities ", "    <records>\r", "    </records>\r", "    <m2mrelationships />\r", "  </entity>\r",
  ].map { Array($0.utf8) }

  /// What was found of each entity.
  private(set) var found: [EntityTally] = []
  private let meant: (_ entity: String) -> EntityTally?
  private(set) var records = 0
  private var current: Int?
  private var amounts = Amounts()
  private var isInRecord = false
  private var isWhole = true
  private var hasEnded = false

  /// A reader; `meant` gives what is counted of an entity, nil for one that was not written.
  init(counting meant: @escaping (_ entity: String) -> EntityTally?) { self.meant = meant }

  /// Reads the file; false if it is not one that the writer has written.
  mutating func read(_ entry: EntryInfo, of container: Container) throws -> Bool {
    let feed = ByteFeed.bytes(entry, of: container)
    // The beginning of a line whose end comes with the next piece.
    var held: [UInt8] = []
    while let piece = try feed.next() {
      let bytes = piece.span
      var start = 0
      if !held.isEmpty {
        guard let end = bytes.firstIndex(of: MigrationLines.lineEnd, from: 0) else {
          held += piece
          continue
        }
        start = end + 1
        held += piece[..<start]
        _ = add(held.span, from: 0)
        held.removeAll(keepingCapacity: true)
      }
      held += piece[add(bytes, from: start)...]
      if !isWhole { return false }
    }
    // The last tag has no line end.
    held.append(MigrationLines.lineEnd)
    _ = add(held.span, from: 0)
    return isWhole && hasEnded && !isInRecord
  }

  private static let lineEnd = UInt8(ascii: "\n")

  /// Reads all whole lines from an offset on; the offset of the one that is not.
  private mutating func add(_ bytes: Span<UInt8>, from first: Int) -> Int {
    let (field, fieldEnd) = (MigrationLines.field, MigrationLines.fieldEnd)
    var start = first
    while isWhole {
      if isInRecord, bytes.begins(with: field, at: start) {
        // Most lines are fields. Whatever else they hold, it is no other tag.
        let name = start + field.bytes.count
        guard let end = bytes.firstIndex(of: MigrationLines.lineEnd, or: UInt8(ascii: "<"), from: name) else { break }
        isWhole = bytes[end] == MigrationLines.lineEnd && bytes.begins(with: fieldEnd, at: end - fieldEnd.bytes.count)
        if !isWhole { break }
        // Close to the end there is no room to compare in one go.
        let isClose = name > bytes.count - ShortText.mostBytes
        for column in amounts.starts.indices where isClose || bytes.begins(with: amounts.starts[column], at: name) {
          add(bytes.extracting(name..<end), to: column)
        }
        start = end + 1
        continue
      }
      guard let end = bytes.firstIndex(of: MigrationLines.lineEnd, from: start) else { break }
      isWhole = addLine(bytes, start, end)
      start = end + 1
    }
    return start
  }

  /// A line that is no field.
  private mutating func addLine(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    if bytes.begins(with: MigrationLines.recordEnd, at: start) {
      defer { isInRecord = false }
      return isInRecord
    }
    let record = MigrationLines.record
    if isInRecord { return false }
    guard bytes.begins(with: record, at: start) else { return addOther(bytes.extracting(start..<end)) }
    let id = start + record.bytes.count
    guard let current, end == id + 39, bytes[id + 36] == UInt8(ascii: "\""),
      let id = GUID(bytes.extracting(id..<id + 36))
    else { return false }
    isInRecord = true
    records += 1
    found[current].add(id)
    return true
  }

  /// Adds the amount of a line, which is given from the column's name on.
  private mutating func add(_ line: Span<UInt8>, to column: Int) {
    let start = amounts.begins[column].count
    guard let current, line.holds(amounts.begins[column], at: 0),
      let end = line.firstIndex(of: UInt8(ascii: "\""), from: start)
    else { return }
    found[current].add(ExactDecimal(line.extracting(start..<end)) ?? .zero, to: column)
  }

  /// The place of an entity's tally, from its first record on.
  private mutating func place(of entity: String) -> Int? {
    if let known = found.firstIndex(where: { $0.entity == entity }) { return known }
    guard let tally = meant(entity) else { return nil }
    found.append(EntityTally(entity, key: tally.key, amountColumns: tally.amountColumns))
    return found.count - 1
  }

  /// A line outside of records: the frame, or an entity's beginning.
  private mutating func addOther(_ line: Span<UInt8>) -> Bool {
    if hasEnded { return false }
    let entity = MigrationLines.entity
    if line.holds(entity, at: 0) {
      guard let end = line.firstIndex(of: UInt8(ascii: "\""), from: entity.count) else { return false }
      let name = KeyText.string(line.extracting(entity.count..<end))
      current = place(of: name)
      amounts = Amounts(current.map { found[$0].amountColumns } ?? [])
      return current != nil
    }
    hasEnded = line.holds(MigrationLines.end, at: 0)
    return hasEnded || MigrationLines.frame.contains { line.holds($0, at: 0) }
  }
}
