// Hot path (`matched`): no allocation per record whose values are the same.

import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Compares the records of one partition: those of all tasks that write an entity under the same key with what the entity's
/// side holds.
///
/// Held records that no record of these tasks claims are surplus. Customers that find no partner by their number are
/// matched once more by party number: they are kept until all partitions are done, and others match them.
final class EntityComparison: JoinListener {
  /// What is noted at a held record: bits, and above them the number of the task that kept its partner back.
  enum Mark {
    static let partner: UInt8 = 1
    static let ambiguous: UInt8 = 2
    static let filtered: UInt8 = 4
    static let withHeader: UInt8 = 8
    static let taskShift: UInt8 = 4
  }

  let schema: EntitySchema
  /// What is kept of held records.
  let columns: BuildColumns
  /// How many decimals the numbers of each column have at most; known when all records are held.
  var scales: [Int] = []
  /// The tasks in import order, with what came to what in this partition.
  let tasks: [ComparedTask]
  /// What all partitions share.
  let output: ReconciliationOutput
  let differences: DifferenceFile
  let partners: PartnerFile
  /// Of price list items: what they point to. Nothing is noted there while partitions end.
  var items: ItemReferences?
  private let order: CompanyOrder
  /// Whether these are records that found no partner by their key, and are matched by their second key.
  private let isSecondRound: Bool
  /// Whether held records that nobody claimed may find a partner by their second key; known when all records have passed.
  var keepsUnclaimed = false
  /// Records that pass and found no partner by their key, in the order in which they came, and held ones, each with its
  /// second key.
  let waiting: SortedRows
  let unclaimed: RowSpool
  /// What is held with the key of another record. It is reported last: not before all tasks are known.
  private let doubled: RowSpool
  private var doubleSeconds = KeyIndex()

  var reader = RowReader()
  var heldReader = RowReader()
  var key = OutputBuffer(capacity: 256)
  private var sequence = OutputBuffer(capacity: 64)
  private var packed = OutputBuffer(capacity: 64)
  var shown = OutputBuffer(capacity: 256)

  /// A comparison of the records of one partition; `columns` are those of held records.
  init(
    _ schema: EntitySchema, _ tasks: [ComparedTask], _ columns: BuildColumns, order: CompanyOrder,
    isSecondRound: Bool, _ output: ReconciliationOutput
  ) {
    self.schema = schema
    self.tasks = tasks
    self.columns = columns
    self.order = order
    self.isSecondRound = isSecondRound
    self.output = output
    differences = DifferenceFile(memory: EntityComparison.memoryOfList, makeFile: output.temporaryFile)
    partners = PartnerFile(memory: EntityComparison.memoryOfList, makeFile: output.temporaryFile)
    waiting = SortedRows(memory: EntityComparison.memoryOfList, makeFile: output.temporaryFile)
    unclaimed = RowSpool(makeFile: output.temporaryFile)
    doubled = RowSpool(makeFile: output.temporaryFile)
  }

  /// How many bytes of each list a partition keeps in memory.
  private static let memoryOfList = 2 << 20

  var side: Side { schema.side }

  /// The company of held records that nobody says the company of, and that no record finds.
  var usual: CompanyID { order.standard }

  // MARK: What is held

  func builtAgain(_ again: Span<UInt8>, held: Span<UInt8>) throws {
    if isSecondRound {
      loadSecond(again)
      _ = doubleSeconds.insert(key, value: 0)
      return try reportSurplus(again)
    }
    let task = owner(again)
    // The number of the package at the head says nothing of the record.
    if again[0] != held[0], again.extracting(1..<again.count).equals(held.extracting(1..<held.count)) {
      task.counts.held += 1
      task.counts.heldMerged += 1
      return
    }
    if items != nil, hasOtherUnit(again, held) {
      task.counts.held += 1
      task.counts.foreign += 1
      return
    }
    loadKey(again)
    try doubled.add(key, again)
  }

  /// Whether two price list items of a product in one list are for different units: then Sales has both on purpose.
  private func hasOtherUnit(_ again: Span<UInt8>, _ held: Span<UInt8>) -> Bool {
    guard let unit = columns.place(of: "uomid") else { return false }
    heldReader.read(again, from: BuildColumns.headSize, count: columns.names.count)
    reader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    key.truncate(to: 0)
    KeyText.append(again.extracting(heldReader.fields[unit].bounds), to: &key)
    shown.truncate(to: 0)
    KeyText.append(held.extracting(reader.fields[unit].bounds), to: &shown)
    return !key.equals(shown)
  }

  private func loadKey(_ held: Span<UInt8>) {
    heldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    columns.loadKey(held, heldReader, to: &key)
  }

  private func reportHeldTwice(_ again: Span<UInt8>) throws {
    let task = owner(again)
    task.counts.held += 1
    guard isOfTemplate(again) else {
      task.counts.foreign += 1
      return
    }
    task.counts.heldTwice += 1
    try report(task, .duplicate, ofHeld: again, side == .finops ? .finops : .sales)
    try count(task, again)
  }

  /// The task whose constants a held record has, of those that write the entity with other constants than each other.
  func owner(_ row: Span<UInt8>) -> ComparedTask {
    if tasks.count == 1 { return tasks[0] }
    heldReader.read(row, from: BuildColumns.headSize, count: columns.names.count)
    return tasks.first { task in
      !columns.names.indices.contains { column in
        guard let constant = task.constants[columns.names[column]], !heldReader.fields[column].isEmpty,
          tasks.contains(where: { $0.constants[columns.names[column]].map { $0 != constant } ?? false })
        else { return false }
        return KeyText.string(row.extracting(heldReader.fields[column].bounds)).lowercased() != constant
      }
    } ?? tasks[0]
  }

  // MARK: What passes

  func matched(_ other: Span<UInt8>, held: Span<UInt8>, marks: inout UInt8) throws {
    let task = tasks[ProbeRow.task(other)]
    switch ProbeRow.fate(other) {
    case .filtered, .filteredWithHeader:
      guard marks == 0 else { return }
      marks =
        (ProbeRow.fate(other) == .filtered ? Mark.filtered : Mark.filtered | Mark.withHeader)
        | UInt8(ProbeRow.task(other)) << Mark.taskShift
    case .doubled: try reportDoubled(task, other)
    case .contradictory: try reportAmbiguous(task, other, held, .packages, &marks)
    case .ambiguous: try reportAmbiguous(task, other, held, .candidates, &marks)
    case .goesOver, .refused:
      if isSecondRound {
        loadSecond(held)
        // Which of them was held first says nothing: all stay without a partner.
        if doubleSeconds.find(key) != nil { return try reportAmbiguous(task, other, .partyNumber) }
      }
      if marks & (Mark.partner | Mark.ambiguous) != 0 { return try reportDoubled(task, other) }
      marks |= Mark.partner
      try compare(task, other, held)
    }
  }

  func unmatched(_ other: Span<UInt8>) throws {
    let task = tasks[ProbeRow.task(other)]
    switch ProbeRow.fate(other) {
    case .filtered, .filteredWithHeader: return
    case .doubled: try reportDoubled(task, other)
    case .contradictory: try reportAmbiguous(task, other, .packages)
    case .ambiguous: try reportAmbiguous(task, other, .candidates)
    case .goesOver, .refused:
      if !isSecondRound, loadSecond(of: task, other) { return try wait(other) }
      try reportMissing(task, other)
    }
  }

  func finished() throws { try doubled.forEach { try reportHeldTwice($1) } }

  func end(held: Span<UInt8>, marks: UInt8) throws {
    if marks & (Mark.partner | Mark.ambiguous) != 0 { return }
    if marks & Mark.filtered != 0 {
      return try reportNotExpected(tasks[Int(marks >> Mark.taskShift)], held, withHeader: marks & Mark.withHeader != 0)
    }
    if keepsUnclaimed, loadSecond(held) { return try unclaimed.add(key, held) }
    try reportSurplus(held)
  }

  // MARK: Second keys

  /// Keeps a record that passes, with the second key that is loaded, in the order of those that passed.
  private func wait(_ other: Span<UInt8>) throws {
    sequence.truncate(to: 0)
    ProbeRow.appendSequence(other, to: &sequence)
    packed.truncate(to: 0)
    let key = self.key
    packed.append(row: other, key: key.span)
    try waiting.add(sequence, packed)
  }

  /// Loads the second key of a held record; false if it has none.
  @discardableResult
  private func loadSecond(_ held: Span<UInt8>) -> Bool {
    heldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    key.truncate(to: 0)
    guard columns.alternate >= 0 else { return false }
    KeyText.append(held.extracting(heldReader.fields[columns.alternate].bounds), to: &key)
    if key.count == 0 { return false }
    BuildColumns.company(held).append(to: &key)
    return true
  }

  /// Loads the second key of a record that passes; false if it has none.
  private func loadSecond(of task: ComparedTask, _ other: Span<UInt8>) -> Bool {
    guard columns.alternate >= 0, let field = task.fields.firstIndex(where: { $0.column == columns.alternate }) else {
      return false
    }
    read(other, task)
    key.truncate(to: 0)
    KeyText.append(other.extracting(reader.fields[ProbeRow.values + field].bounds), to: &key)
    if key.count == 0 { return false }
    ProbeRow.company(other).append(to: &key)
    return true
  }

  func read(_ other: Span<UInt8>, _ task: ComparedTask) {
    reader.read(other, from: ProbeRow.headSize, count: ProbeRow.values + task.fields.count)
  }

  // MARK: Comparing

  private func compare(_ task: ComparedTask, _ other: Span<UInt8>, _ held: Span<UInt8>) throws {
    read(other, task)
    heldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    // Local values need no check at every access.
    let (mineAt, theirsAt, scales) = (reader.fields, heldReader.fields, self.scales)
    let faults = other.extracting(mineAt[ProbeRow.faults].bounds)
    var isDifferent = false
    // A key cannot be changed by an import: it would make another record.
    var hasOtherKey = isSecondRound
    let places = task.places
    for (index, column) in places.enumerated() {
      let (expected, found) = (mineAt[ProbeRow.values + index], theirsAt[column])
      if expected.isAbsent || found.isAbsent { continue }
      let (left, right) = (other.extracting(expected.bounds), held.extracting(found.bounds))
      // Nearly all values are the same, which needs no look at the field.
      if left.equals(right) { continue }
      let field = task.fields[index]
      // Sales is not given empty fields, so that what it has there stays.
      if side == .sales, left.isEmpty { continue }
      guard var kind = field.comparison.kind(left, right, scale: scales[field.column]) else { continue }
      let fault = faults.isEmpty ? nil : ProbeRow.fault(of: field.place, in: faults)
      if fault != nil, fault != .tooLong { kind = .refused }
      isDifferent = true
      if columns.keys.contains(field.column), kind != .letterCase, kind != .blanks { hasOtherKey = true }
      try report(
        task, index, other.extracting(mineAt[ProbeRow.key].bounds), left, right, kind, of: company(other, held))
      if output.wantsFixes(for: side), fault == nil { task.changed.note(index) }
    }
    task.counts.held += 1
    if isDifferent { task.counts.different += 1 } else { task.counts.same += 1 }
    if isDifferent, output.wantsFixes(for: side) {
      if !hasOtherKey, ProbeRow.fate(other) == .goesOver {
        let id = columns.id < 0 ? nil : GUID(held.extracting(theirsAt[columns.id].bounds))
        task.changed.add(ProbeRow.number(other), id: id)
      } else {
        task.changed.forget()
      }
    }
    let company = company(other, held)
    try count(task, passing: other, of: company)
    try count(task, held, like: other, of: company)
    try notePartners(task, other, held)
  }

  private func report(
    _ task: ComparedTask, _ index: Int, _ key: Span<UInt8>, _ expected: Span<UInt8>, _ found: Span<UInt8>,
    _ kind: DifferenceKind, of company: CompanyID
  ) throws {
    let name = task.fields[index].name
    task.kinds[name, default: [:]][kind, default: 0] += 1
    let shown = expected.extracting(ValueComparison.shownPart(of: expected))
    try differences.add(
      task, .different, key: key, field: (name, index), source: shown, destination: found, kind: kind,
      company: company)
  }

  /// The company of a record that passes and of the one that it finds.
  private func company(_ other: Span<UInt8>, _ held: Span<UInt8>) -> CompanyID {
    let (mine, theirs) = (ProbeRow.company(other), BuildColumns.company(held))
    if mine != .none { return mine }
    return theirs != .none ? theirs : usual
  }

  private func notePartners(
    _ task: ComparedTask, _ other: Span<UInt8>, _ held: Span<UInt8>
  ) throws {
    loadShown(held)
    let shown = self.shown
    let own = other.extracting(reader.fields[ProbeRow.key].bounds)
    if side == .finops {
      try partners.add(
        task, record: ProbeRow.number(other), finops: shown.span,
        id: other.extracting(reader.fields[ProbeRow.id].bounds), number: own, company: company(other, held))
    } else {
      let id = columns.id < 0 ? FieldRange.empty : heldReader.fields[columns.id]
      try partners.add(
        task, record: ProbeRow.number(other), finops: own, id: held.extracting(id.bounds), number: shown.span,
        company: company(other, held))
    }
  }

  /// Loads the key of a held record as it is shown, its parts trimmed and joined; its fields have been read.
  func loadShown(_ held: Span<UInt8>) {
    shown.truncate(to: 0)
    columns.appendShown(held, heldReader, to: &shown)
  }
}
