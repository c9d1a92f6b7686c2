// Hot path (`build`, `probe`): no allocation per record.

import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Compares the records of all tasks that write one entity under the same key with the entity's records on the other side:
/// reads these, and lets partitions compare both.
final class PartitionedComparison {
  let schema: EntitySchema
  let columns: BuildColumns
  /// How many decimals the numbers of each column have at most; known when the build side has been read.
  private var scales: [Int]
  /// The tasks in import order.
  let tasks: [ComparedTask]
  let output: ReconciliationOutput
  /// Of price list items: what they point to.
  var items: ItemReferences?
  /// Of products: where their price list items will look them up.
  var itemsOfProducts: ItemReferences?
  private let order: CompanyOrder
  private let memory: Int
  private var join: PartitionedJoin<EntityComparison>?
  /// Reports the records that are in no partition.
  private let rest: EntityComparison
  /// Records of the build side without a key. They are reported last: not before all tasks are known.
  private let unkeyed: RowSpool
  private var probed = 0

  /// A comparison of the tasks' records with those of packages that have the columns `present`.
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
    scales = BuildRows(columns).scales
    rest = EntityComparison(schema, tasks, columns, order: order, isSecondRound: false, output)
    unkeyed = RowSpool(makeFile: output.temporaryFile)
  }

  /// Empty partitions.
  private func makeJoin(isSecondRound: Bool) -> PartitionedJoin<EntityComparison> {
    PartitionedJoin(memory: memory, workers: output.workers, makeFile: output.makeFile) {
      let part = EntityComparison(
        schema, tasks.map { ComparedTask(partOf: $0) }, columns, order: order, isSecondRound: isSecondRound, output)
      part.items = items
      part.scales = scales
      return part
    }
  }

  /// Tells the partitions which fields of a task are compared, after it was settled.
  func adopt(_ number: Int) throws {
    try join?.wait()
    for part in join?.parts ?? [] { part.tasks[number].adopt(tasks[number]) }
  }

  // MARK: Build side

  /// Reads all records of the entity in the packages. Lines find their document among `documents`; headers add theirs.
  func build(_ packages: [Package], documents: BuildDocuments, _ companies: ReferenceCompanies) throws {
    let join = makeJoin(isSecondRound: false)
    self.join = join
    rest.items = items
    // Local values need no check at every access.
    let columns = self.columns
    var rows = BuildRows(columns)
    var reader = RowReader()
    var key = OutputBuffer(capacity: 256)
    var row = OutputBuffer(capacity: 2048)
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
          rows.load(
            batch, record, places, package: UInt8(truncatingIfNeeded: min(number, 255)), company: company,
            documents: documents, items: items, to: &row)
          reader.read(row.span, from: BuildColumns.headSize, count: columns.names.count)
          if company != .none, !order.runs(company) {
            let task = rest.owner(row.span)
            task.counts.held += 1
            task.counts.foreign += 1
            continue
          }
          columns.loadKey(row.span, reader, to: &key)
          if columns.id >= 0 { note(row, reader, in: documents) }
          if let itemsOfProducts { note(row, reader, ownership, in: itemsOfProducts) }
          if MatchKey.isEmpty(key) {
            try unkeyed.add(key, row.span)
          } else {
            company.append(to: &key)
            try join.build(key.span, row.span)
          }
        }
      }
    }
    try join.wait()
    scales = rows.scales
    for part in join.parts { part.scales = scales }
  }

  /// Notes the number of a document by its id.
  private func note(_ row: borrowing OutputBuffer, _ reader: RowReader, in documents: BuildDocuments) {
    guard tasks[0].isHeader, let id = GUID(row.span.extracting(reader.fields[columns.id].bounds)) else { return }
    documents.add(
      id, number: row.span.extracting(reader.fields[columns.keys[0]].bounds), company: BuildColumns.company(row.span))
  }

  /// Notes a product, so that its price list items are known by its number.
  private func note(
    _ row: borrowing OutputBuffer, _ reader: RowReader, _ ownership: Int?, in items: ItemReferences
  ) {
    let bytes = row.span
    let id = columns.id < 0 ? FieldRange.empty : reader.fields[columns.id]
    items.add(
      product: bytes.extracting(id.bounds), number: bytes.extracting(reader.fields[columns.keys[0]].bounds),
      isOwn: ownership.map { ValueComparison.flag(bytes.extracting(reader.fields[$0].bounds)) == false } ?? false)
  }

  // MARK: Probe side

  /// The place of the next record among all of the probe side.
  func nextSequence() -> Int {
    probed += 1
    return probed
  }

  /// Adds a record of the probe side; the company is put behind its key. One whose key has no text finds no partner, since
  /// no partition has such a key.
  func probe(_ key: inout OutputBuffer, _ row: borrowing OutputBuffer) throws {
    ProbeRow.company(row.span).append(to: &key)
    try join?.probe(key.span, row.span)
  }

  /// Reports the records of the build side that nobody claimed, after all tasks have added theirs.
  func finish() throws {
    guard let join else { return }
    try join.wait()
    // Spilled records are matched only now, so nobody knows yet whether any will wait.
    let hasSecondRound =
      columns.alternate >= 0 && (join.isSpilled || join.parts.contains { $0.waiting.count > 0 })
    for part in join.parts { part.keepsUnclaimed = hasSecondRound }
    try join.finish()
    self.join = nil
    try unkeyed.forEach { try rest.reportSurplus($1) }
    try add(rest)
    for part in join.parts { try add(part) }
    if hasSecondRound { try matchBySecondKey(join.parts) }
  }

  /// Matches the records that found no partner by their key.
  private func matchBySecondKey(_ parts: [EntityComparison]) throws {
    let join = makeJoin(isSecondRound: true)
    for part in parts {
      try part.unclaimed.forEach { key, row in try join.build(key, row) }
    }
    try join.wait()
    try SortedRows.forEach(of: parts.map(\.waiting)) { packed in
      let place = PackedRow(packed, at: 0)
      try join.probe(packed.extracting(place.key), packed.extracting(place.row))
    }
    try join.finish()
    for part in join.parts { try add(part) }
  }

  /// Adds up what came to what in a partition.
  private func add(_ part: EntityComparison) throws {
    try output.differences.add(part.differences)
    try output.partners.add(part.partners)
    for (task, own) in zip(part.tasks, tasks) where task !== own { own.add(task) }
  }
}
