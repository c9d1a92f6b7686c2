import Conversion
package import Mapping
import Packages
import Records

/// A field that is compared: where its values stand on both sides, and how.
package struct ComparedField {
  /// The column of the destination.
  package var name: String
  /// Its place in the task's template; -1 for what only generated records have.
  var place: Int
  /// Its place among the values of a generated record.
  var cell: Int
  /// Its place among the held columns.
  var column: Int
  var comparison: ValueComparison
}

/// How many records of a task came to what.
package struct ComparedCounts: Equatable {
  /// Records of the source, those that a task makes besides included.
  package var read = 0
  /// Records that the side they go to holds, as far as they are the task's.
  package var held = 0
  package var same = 0
  package var different = 0
  /// On the source's side only.
  package var missing = 0
  /// On the destination's side only.
  package var surplus = 0
  /// Kept back by a filter, whether or not they are there all the same.
  package var filtered = 0
  /// Kept back by a filter, and there all the same.
  package var notExpected = 0
  /// Refused by the conversion, and not there.
  package var refused = 0
  /// Records of the source whose key or partner another one has already.
  package var doubled = 0
  /// Records of the destination whose key another one has already.
  package var heldTwice = 0
  /// Records of the source whose partner is not certain.
  package var ambiguous = 0
  /// Records of the destination that such a record stands for.
  package var heldAmbiguous = 0
  /// Records that another package of their side holds with the same content.
  package var merged = 0
  /// The same on the destination's side.
  package var heldMerged = 0
  /// Records of the destination that the template for the way back answers for.
  package var left = 0
  /// Price list items of Sales that are none of the template's.
  package var foreign = 0

  /// Adds the counts of a partition.
  mutating func add(_ other: ComparedCounts) {
    read += other.read
    held += other.held
    same += other.same
    different += other.different
    missing += other.missing
    surplus += other.surplus
    filtered += other.filtered
    notExpected += other.notExpected
    refused += other.refused
    doubled += other.doubled
    heldTwice += other.heldTwice
    ambiguous += other.ambiguous
    heldAmbiguous += other.heldAmbiguous
    merged += other.merged
    heldMerged += other.heldMerged
    left += other.left
    foreign += other.foreign
  }

  /// Whether every record of both sides is accounted for.
  var isConserved: Bool {
    read == same + different + missing + filtered + refused + doubled + ambiguous + merged
      && held == same + different + surplus + notExpected + heldTwice + heldAmbiguous + heldMerged + left
        + foreign
  }

  /// How many rows there are in the list of differences, each record counted once.
  var differences: Int { different + missing + surplus + notExpected + doubled + heldTwice + ambiguous }
}

/// A task while its records are compared.
package final class ComparedTask {
  package let template: Template
  package let task: TaskTemplate
  /// The place of the template and of the task in the order of names.
  let order: (template: Int, task: Int)
  /// Whether the other direction has a template that brings the records back.
  let hasWayBack: Bool
  /// Whether the records are the price list items that products make.
  let areItems: Bool
  /// The cells of lists that name the task, as CSV.
  let cells: [UInt8]
  /// The fields that are compared.
  package var fields: [ComparedField] = [] {
    didSet { places = fields.map(\.column) }
  }
  /// The places of the compared fields among the held columns.
  private(set) var places: [Int] = []
  /// Fields that the task writes and the other side's packages lack.
  package var unknown: [String] = []
  package var counts = ComparedCounts()
  /// For each field how many values differ, by kind.
  package var kinds: [String: [DifferenceKind: Int]] = [:]
  package var totals = ComparedTotals()
  /// Constants that the task writes, by column, both in lower case.
  let constants: [String: String]
  /// The constants of tasks that write the same entity and are not compared by, which tell their records from this task's.
  var constantsOfOthers: [[String: String]] = []
  /// The records that the other side lacks, by number, and those that differ there; kept where fixes are wanted.
  var missing = RecordSet()
  var changed = ChangedRecords()
  /// What makes the generated lines of documents, by the numbers that these have behind all records that were read; kept
  /// where fixes are wanted.
  var freights: [(number: Int, freight: DocumentIndex.Freight)] = []

  init(
    _ template: Template, _ task: TaskTemplate, order: (template: Int, task: Int), hasWayBack: Bool,
    areItems: Bool = false
  ) {
    self.template = template
    self.task = task
    self.order = order
    self.hasWayBack = hasWayBack
    self.areItems = areItems
    var cells = OutputBuffer(capacity: 64)
    for name in [template.name, task.name] {
      let bytes = Array(name.utf8)
      CSVEncoder().field(bytes.span, to: &cells)
      CSVEncoder().delimiter(to: &cells)
    }
    self.cells = cells.take()
    constants = ComparedTask.constants(of: task)
  }

  /// The same task in a partition, to which nothing has come yet.
  init(partOf task: ComparedTask) {
    (template, self.task, order, cells) = (task.template, task.task, task.order, task.cells)
    (hasWayBack, areItems) = (task.hasWayBack, task.areItems)
    (constants, constantsOfOthers) = (task.constants, task.constantsOfOthers)
    adopt(task)
  }

  /// Takes over which fields are compared, and how. Records must not have been compared by then.
  func adopt(_ task: ComparedTask) {
    fields = task.fields
    (totals, changed) = (task.totals.emptied, task.changed.emptied)
  }

  /// Adds up what came to what in a partition.
  func add(_ part: ComparedTask) {
    counts.add(part.counts)
    for (field, kinds) in part.kinds { self.kinds[field, default: [:]].merge(kinds) { $0 + $1 } }
    totals.add(part.totals)
    missing.formUnion(part.missing)
    changed.append(part.changed)
  }

  /// The constants that a task writes, by column, both in lower case.
  static func constants(of task: TaskTemplate) -> [String: String] {
    Dictionary(
      task.fields.compactMap { field in
        guard let text = field.fallback ?? field.constant, field.constant != nil else { return nil }
        return (field.column.lowercased(), text.lowercased())
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The columns of the key's parts, the document's number first, in lower case.
  package var keyColumns: [String] {
    let keys = task.fields.filter { $0.isKey && !$0.sources.isEmpty }
    let first = keys.filter { $0.sources[0].text == task.header }
    var columns: [String] = []
    var paths: [String] = []
    for field in first + keys.filter({ $0.sources[0].text != task.header }) where !paths.contains(field.sources[0].text)
    {
      paths.append(field.sources[0].text)
      columns.append(field.column.lowercased())
    }
    return columns
  }

  /// Whether the task writes the headers of documents.
  var isHeader: Bool { task.header == nil && template.tasks.contains { $0.header != nil } }

  /// Of lines to Sales: the lookup that ties them to their document, in lower case.
  var pointer: String? {
    guard let header = task.header else { return nil }
    let field = task.fields.first { $0.sources.first?.text == header && SourcePath($0.destination).isLookup }
    return field?.column.lowercased()
  }

  /// The columns that the task may write, in lower case.
  var columns: [String] {
    let extra = task.generates == .freightTaxLines ? FreightTaxLines.extraColumns : []
    return task.fields.filter { !$0.isCountedOnly }.map { $0.column.lowercased() } + extra
  }

  /// Finds out which of the fields that the task writes are compared.
  func settle(_ state: TaskState, _ columns: BuildColumns, codes: [GUID: [UInt8]]) {
    let side = state.destination.side
    let written = side == .sales ? state.fieldsWithGenerated : state.written
    let own = written.filter { $0.name != state.destination.primaryID }
    for (cell, (name, place)) in own.enumerated() {
      guard let column = columns.place(of: name) else {
        unknown.append(name)
        continue
      }
      let comparison = ValueComparison(state.destination.attribute(named: name), side: side)
      fields.append(ComparedField(name: name, place: place, cell: cell, column: column, comparison: comparison))
    }
    changed.settle(fields: fields.count, hasIDs: columns.id >= 0)
    totals.settle(self, state, codes: codes)
  }

  /// The same for price list items, whose values stand among those of their products: `state` is that of the products.
  func settleItems(_ state: TaskState, _ columns: BuildColumns, _ schema: EntitySchema) {
    let places = [
      "uomid": state.task.fields.firstIndex { $0.column == ProductCatalogue.unitColumn },
      "amount": state.task.fields.firstIndex { $0.column == ProductCatalogue.priceColumn },
    ]
    for (cell, name) in PriceListItems.fields.enumerated() where !keyColumns.contains(name) {
      guard let column = columns.place(of: name) else {
        unknown.append(name)
        continue
      }
      let comparison = ValueComparison(schema.attribute(named: name), side: .sales)
      fields.append(
        ComparedField(
          name: name, place: (places[name] ?? nil) ?? -1, cell: cell, column: column, comparison: comparison))
    }
    changed.settle(fields: fields.count, hasIDs: columns.id >= 0)
    totals.settleItems(self)
  }
}
