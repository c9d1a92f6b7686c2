// Hot path (`hold`, `meet`): no allocation per record whose values are the same.

import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Compares the records of all tasks that write one entity under the same key with what the entity's side holds.
///
/// Held records that no record of these tasks claims are surplus. Customers that find no partner by their number are
/// matched once more by party number.
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
  private(set) var columns: BuildColumns
  /// The tasks in import order.
  let tasks: [ComparedTask]
  let output: ReconciliationOutput
  /// Of price list items: what they point to.
  var items: ItemReferences?
  /// Of products: where their price list items will look them up.
  var itemsOfProducts: ItemReferences?
  private let order: CompanyOrder
  private let memory: Int
  private var matching: HashJoin<EntityComparison>?
  /// What found no partner by its key and may find one by the second key.
  private var second: HashJoin<EntityComparison>?
  private let waiting: RowSpool
  /// What is held without a key or with that of another record. It is reported last: not before all tasks are known.
  private let unkeyed: RowSpool
  private let doubled: RowSpool
  private var isSecondRound = false
  private var doubleSeconds = KeyIndex()

  var reader = RowReader()
  var heldReader = RowReader()
  var key = OutputBuffer(capacity: 256)
  private var row = OutputBuffer(capacity: 2048)
  private var probeKey = OutputBuffer(capacity: 256)
  var shown = OutputBuffer(capacity: 256)

  /// A comparison of the tasks' records with those of packages that hold the columns `present`.
  init(
    _ schema: EntitySchema, tasks: [ComparedTask], present: Set<String>, order: CompanyOrder, memory: Int,
    output: ReconciliationOutput
  ) {
    self.schema = schema
    self.tasks = tasks
    self.output = output
    self.memory = memory
    self.order = order
    columns = BuildColumns(
      schema, wanted: tasks.flatMap(\.columns), keys: tasks.first?.keyColumns ?? [],
      pointer: schema.side == .sales ? tasks.compactMap(\.pointer).first : nil, present: present)
    waiting = RowSpool(makeFile: output.temporaryFile)
    unkeyed = RowSpool(makeFile: output.temporaryFile)
    doubled = RowSpool(makeFile: output.temporaryFile)
  }

  var side: Side { schema.side }

  /// The company of held records that nobody says the company of, and that no record finds.
  var usual: CompanyID { order.standard }

  /// Whether records are kept in files because they outgrew their memory.
  var isSpilled: Bool { matching?.isSpilled ?? false }

  // MARK: What is held

  /// Holds all records of the entity that the packages have. Lines find their document among `documents`; headers add
  /// theirs.
  func build(_ packages: [Package], documents: BuildDocuments, _ companies: ReferenceCompanies) throws {
    let matching = HashJoin(for: self, memory: memory, makeFile: output.temporaryFile)
    self.matching = matching
    let ownership = columns.place(of: EntityComparison.ownership)
    for (number, package) in packages.enumerated() {
      let all = package.columns(of: schema.name)
      var scan = try PackageScan(package, entities: Set(package.indices(of: schema.name)))
      var places: [Int] = []
      var current: Int?
      var owners = BuildOwners.none
      while let (entity, batch) = try scan.next() {
        if entity != current {
          places = columns.places(SourceColumns(scan.columns(of: entity)), ofAll: all)
          owners = BuildOwners(
            scan.columns(of: entity), of: schema, package, order, companies, columns: columns, places: places)
        }
        current = entity
        guard batch.width == scan.columns(of: entity).count else {
          throw InferenceError.columnsKnown(package: package.path)
        }
        var next = 0
        for record in 0..<batch.count {
          if let issue = batch.issue(of: record, &next) {
            try output.report(issue, of: batch, record, package.entities[entity], package)
            continue
          }
          let company = owners.company(batch, record, documents)
          columns.load(
            batch, record, places, package: UInt8(truncatingIfNeeded: min(number, 255)), company: company,
            documents: documents, items: items, to: &row)
          heldReader.read(row, from: BuildColumns.headSize, count: columns.names.count)
          if company != .none, !order.runs(company) {
            let task = owner(row)
            task.counts.held += 1
            task.counts.foreign += 1
            continue
          }
          columns.loadKey(row, heldReader, to: &key)
          if columns.id >= 0 { note(row, in: documents) }
          if let itemsOfProducts { note(row, ownership, in: itemsOfProducts) }
          if MatchKey.isEmpty(key) {
            try unkeyed.add(key, row)
          } else {
            company.append(to: &key)
            try matching.build(key, row)
          }
        }
      }
    }
  }

  /// Notes the number of a document by its id.
  private func note(_ row: borrowing OutputBuffer, in documents: BuildDocuments) {
    guard tasks[0].isHeader, let id = GUID(row.span.extracting(heldReader.fields[columns.id].bounds)) else { return }
    documents.add(
      id, number: row.span.extracting(heldReader.fields[columns.keys[0]].bounds), company: BuildColumns.company(row))
  }

  /// Notes a product, so that its price list items are known by its number.
  private func note(_ row: borrowing OutputBuffer, _ ownership: Int?, in items: ItemReferences) {
    let bytes = row.span
    let id = columns.id < 0 ? FieldRange.empty : heldReader.fields[columns.id]
    items.add(
      product: bytes.extracting(id.bounds), number: bytes.extracting(heldReader.fields[columns.keys[0]].bounds),
      isOwn: ownership.map { ValueComparison.flag(bytes.extracting(heldReader.fields[$0].bounds)) == false } ?? false)
  }

  func builtAgain(_ again: borrowing OutputBuffer, held: borrowing OutputBuffer) throws {
    if isSecondRound {
      loadSecond(again)
      _ = doubleSeconds.insert(key, value: 0)
      return try reportSurplus(again)
    }
    let task = owner(again)
    if again.span[0] != held.span[0], EntityComparison.equal(again, held) {
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
  private func hasOtherUnit(_ again: borrowing OutputBuffer, _ held: borrowing OutputBuffer) -> Bool {
    guard let unit = columns.place(of: "uomid") else { return false }
    heldReader.read(again, from: BuildColumns.headSize, count: columns.names.count)
    reader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    let (one, other) = (again.span, held.span)
    key.truncate(to: 0)
    KeyText.append(one.extracting(heldReader.fields[unit].bounds), to: &key)
    shown.truncate(to: 0)
    KeyText.append(other.extracting(reader.fields[unit].bounds), to: &shown)
    return !key.equals(shown)
  }

  private func loadKey(_ held: borrowing OutputBuffer) {
    heldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    columns.loadKey(held, heldReader, to: &key)
  }

  private func reportHeldTwice(_ again: borrowing OutputBuffer) throws {
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

  /// Whether two rows have the same content, whatever packages they come from.
  private static func equal(_ left: borrowing OutputBuffer, _ right: borrowing OutputBuffer) -> Bool {
    let (one, other) = (left.span, right.span)
    guard one.count == other.count else { return false }
    for index in 1..<one.count where one[index] != other[index] { return false }
    return true
  }

  /// The task whose constants a held record has, of those that write the entity with other constants than each other.
  func owner(_ row: borrowing OutputBuffer) -> ComparedTask {
    if tasks.count == 1 { return tasks[0] }
    heldReader.read(row, from: BuildColumns.headSize, count: columns.names.count)
    return tasks.first { task in
      !columns.names.indices.contains { column in
        guard let constant = task.constants[columns.names[column]], !heldReader.fields[column].isEmpty,
          tasks.contains(where: { $0.constants[columns.names[column]].map { $0 != constant } ?? false })
        else { return false }
        return KeyText.string(row.span.extracting(heldReader.fields[column].bounds)).lowercased() != constant
      }
    } ?? tasks[0]
  }

  // MARK: What passes

  /// Lets a record of the source pass whose key has no text: it has no partner.
  func probe(_ key: borrowing OutputBuffer, _ row: borrowing OutputBuffer) throws {
    if MatchKey.isEmpty(key) { return try unmatched(row) }
    probeKey.truncate(to: 0)
    probeKey.append(key, 0..<key.count)
    ProbeRow.company(row).append(to: &probeKey)
    try matching?.probe(probeKey, row)
  }

  func matched(_ other: borrowing OutputBuffer, held: borrowing OutputBuffer, marks: inout UInt8) throws {
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

  func unmatched(_ other: borrowing OutputBuffer) throws {
    let task = tasks[ProbeRow.task(other)]
    switch ProbeRow.fate(other) {
    case .filtered, .filteredWithHeader: return
    case .doubled: try reportDoubled(task, other)
    case .contradictory: try reportAmbiguous(task, other, .packages)
    case .ambiguous: try reportAmbiguous(task, other, .candidates)
    case .goesOver, .refused:
      if !isSecondRound, loadSecond(of: task, other) { return try waiting.add(key, other) }
      try reportMissing(task, other)
    }
  }

  /// Reports what nobody claimed, after all tasks have let their records pass.
  func finish() throws {
    // What was put aside passes only now, so that nobody knows yet whether anything will wait.
    if columns.alternate >= 0, waiting.count > 0 || isSpilled {
      second = HashJoin(for: self, memory: memory, makeFile: output.temporaryFile)
    }
    try matching?.finish()
    matching = nil
    try unkeyed.forEach { try reportSurplus($1) }
    try doubled.forEach { try reportHeldTwice($1) }
    guard let second else { return }
    isSecondRound = true
    try waiting.forEach { try second.probe($0, $1) }
    try second.finish()
    self.second = nil
  }

  func end(held: borrowing OutputBuffer, marks: UInt8) throws {
    if marks & (Mark.partner | Mark.ambiguous) != 0 { return }
    if marks & Mark.filtered != 0 {
      return try reportNotExpected(tasks[Int(marks >> Mark.taskShift)], held, withHeader: marks & Mark.withHeader != 0)
    }
    if let second, !isSecondRound {
      if loadSecond(held) {
        // The first round is over when its parts end, so that what is held for the second one may be reported at once.
        isSecondRound = true
        defer { isSecondRound = false }
        return try second.build(key, held)
      }
    }
    try reportSurplus(held)
  }

  // MARK: Second keys

  /// Loads the second key of a held record; false if it has none.
  @discardableResult
  private func loadSecond(_ held: borrowing OutputBuffer) -> Bool {
    heldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    key.truncate(to: 0)
    guard columns.alternate >= 0 else { return false }
    KeyText.append(held.span.extracting(heldReader.fields[columns.alternate].bounds), to: &key)
    if key.count == 0 { return false }
    BuildColumns.company(held).append(to: &key)
    return true
  }

  /// Loads the second key of a record that passes; false if it has none.
  private func loadSecond(of task: ComparedTask, _ other: borrowing OutputBuffer) -> Bool {
    guard columns.alternate >= 0, let field = task.fields.firstIndex(where: { $0.column == columns.alternate }) else {
      return false
    }
    read(other, task)
    key.truncate(to: 0)
    KeyText.append(other.span.extracting(reader.fields[ProbeRow.values + field].bounds), to: &key)
    if key.count == 0 { return false }
    ProbeRow.company(other).append(to: &key)
    return true
  }

  func read(_ other: borrowing OutputBuffer, _ task: ComparedTask) {
    reader.read(other, from: ProbeRow.headSize, count: ProbeRow.values + task.fields.count)
  }

  // MARK: Comparing

  private func compare(_ task: ComparedTask, _ other: borrowing OutputBuffer, _ held: borrowing OutputBuffer) throws {
    read(other, task)
    heldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    let (mine, theirs) = (other.span, held.span)
    // Local values need no check at every access.
    let (mineAt, theirsAt, scales) = (reader.fields, heldReader.fields, columns.scales)
    let faults = mine.extracting(mineAt[ProbeRow.faults].bounds)
    var isDifferent = false
    // A key cannot be changed by an import: it would make another record.
    var hasOtherKey = isSecondRound
    for (index, field) in task.fields.enumerated() {
      let (expected, found) = (mineAt[ProbeRow.values + index], theirsAt[field.column])
      if expected.isAbsent || found.isAbsent { continue }
      let (left, right) = (mine.extracting(expected.bounds), theirs.extracting(found.bounds))
      // Sales is not given empty fields, so that what it has there stays.
      if side == .sales, left.isEmpty { continue }
      guard var kind = field.comparison.kind(left, right, scale: scales[field.column]) else { continue }
      let fault = faults.isEmpty ? nil : ProbeRow.fault(of: field.place, in: faults)
      if fault != nil, fault != .tooLong { kind = .refused }
      isDifferent = true
      if columns.keys.contains(field.column), kind != .letterCase, kind != .blanks { hasOtherKey = true }
      try report(task, index, mine.extracting(mineAt[ProbeRow.key].bounds), left, right, kind, of: company(other, held))
      if output.wantsFixes(for: side), fault == nil { task.changed.note(index) }
    }
    task.counts.held += 1
    if isDifferent { task.counts.different += 1 } else { task.counts.same += 1 }
    if isDifferent, output.wantsFixes(for: side) {
      if !hasOtherKey, ProbeRow.fate(other) == .goesOver {
        let id = columns.id < 0 ? nil : GUID(theirs.extracting(theirsAt[columns.id].bounds))
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
    try output.differences.add(
      task, .different, key: key, field: (name, index), source: shown, destination: found, kind: kind,
      company: company)
  }

  /// The company of a record that passes and of the one that it finds.
  private func company(_ other: borrowing OutputBuffer, _ held: borrowing OutputBuffer) -> CompanyID {
    for company in [ProbeRow.company(other), BuildColumns.company(held)] where company != .none { return company }
    return usual
  }

  private func notePartners(
    _ task: ComparedTask, _ other: borrowing OutputBuffer, _ held: borrowing OutputBuffer
  ) throws {
    loadShown(held)
    let (mine, shown) = (other.span, self.shown)
    let own = mine.extracting(reader.fields[ProbeRow.key].bounds)
    if side == .finops {
      try output.partners.add(
        task, record: ProbeRow.number(other), finops: shown.span,
        id: mine.extracting(reader.fields[ProbeRow.id].bounds), number: own, company: company(other, held))
    } else {
      let id = columns.id < 0 ? FieldRange.empty : heldReader.fields[columns.id]
      try output.partners.add(
        task, record: ProbeRow.number(other), finops: own, id: held.span.extracting(id.bounds), number: shown.span,
        company: company(other, held))
    }
  }

  /// Loads the key of a held record as it is shown, its parts trimmed and joined; its fields have been read.
  func loadShown(_ held: borrowing OutputBuffer) {
    shown.truncate(to: 0)
    columns.appendShown(held, heldReader, to: &shown)
  }
}
