// Hot path: no allocation per record.

import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Compares what the templates of one direction make of records with what the other side holds, instead of writing it.
///
/// Each entity that templates write is read once, when the first of them begins, and kept until the last one has ended.
final class RecordComparer: RunObserver {
  /// A task under way: what it is compared with, its number there, and where its records' rows are made.
  ///
  /// An object, so that nothing is copied for each record.
  private final class Course {
    let comparison: PartitionedComparison
    let task: ComparedTask
    let number: Int
    let key: MatchKey
    /// Of products: how the items are compared that they make.
    let items: ItemCourse?
    /// The place of the field that is the first part of the key.
    let keyField: Int?
    /// Whether its records are lines of documents.
    let isOfLines: Bool
    /// What the company at hand has before its keys, in comparable form.
    var prefix: [UInt8] = []

    init(
      _ comparison: PartitionedComparison, _ task: ComparedTask, number: Int, items: ItemCourse?, keyField: Int?,
      isOfLines: Bool
    ) {
      (self.comparison, self.task, self.number, self.items) = (comparison, task, number, items)
      (self.keyField, self.isOfLines) = (keyField, isOfLines)
      key = comparison.columns.key
    }
  }

  /// The price list items of products under way.
  private struct ItemCourse {
    let comparison: PartitionedComparison
    let task: ComparedTask
    let number: Int
    let references: ItemReferences
    /// The place of the price list in the task of the products.
    let list: Int
  }

  /// The company of the records that pass; none where the first company that has the key is the one.
  private var company = CompanyID.none

  private let held: [Package]
  private let fixes: Fixes?
  private let schemas: SchemaCatalogue
  private let comparisons: [PartitionedComparison]
  private var begun: Set<ObjectIdentifier> = []
  private var courses: [Course] = []
  private var writer = RowWriter()
  private var key = OutputBuffer(capacity: 256)
  private var row = OutputBuffer(capacity: 2048)
  private var scratch = OutputBuffer(capacity: 64)

  /// A comparison of what the tasks write, in import order, with the packages that hold it already; `fixes` writes what
  /// makes that side like the other.
  init(
    _ tasks: [ComparedTask], with held: [Package], schemas: SchemaCatalogue, order: CompanyOrder, memory: Int,
    output: ReconciliationOutput, fixes: Fixes?
  ) throws {
    self.held = held
    self.fixes = fixes
    self.schemas = schemas
    var groups: [(name: String, tasks: [ComparedTask])] = []
    for task in tasks {
      let name = ([task.task.destination.lowercased()] + task.keyColumns).joined(separator: "|")
      if let known = groups.firstIndex(where: { $0.name == name }) {
        groups[known].tasks.append(task)
      } else {
        groups.append((name, [task]))
      }
    }
    comparisons = try groups.map { group in
      let entity = group.tasks[0].task.destination
      guard let schema = try schemas.schema(named: entity) else { throw ConversionError.unknownEntity(entity) }
      var present: Set<String> = []
      for package in held {
        present.formUnion(package.columns(of: entity))
      }
      return PartitionedComparison(
        schema, tasks: group.tasks, present: present, order: order,
        // Headers and lines are held at the same time, so are products and price list items.
        memory: memory / (tasks.contains { $0.task.header != nil || $0.areItems } ? 2 : 1), output: output)
    }
  }

  // MARK: Templates

  func prepare(_ lookups: borrowing LookupContext, _ schemas: SchemaCatalogue) throws {
    try fixes?.prepare(lookups, schemas)
  }

  func packages(
    of template: Template, _ context: RunContext, _ lookups: inout LookupContext
  ) throws -> [PackageReport] {
    try fixes?.write(template, tasks(of: template), items: items(of: template), context, &lookups) ?? []
  }

  /// Begins a template, whose tasks are ready to run.
  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) throws {
    courses = []
    let documents = BuildDocuments()
    for state in states {
      guard
        let comparison = comparisons.first(where: { comparison in
          comparison.tasks.contains { $0.template.name == template.name && $0.task.name == state.task.name }
        }),
        let number = comparison.tasks.firstIndex(where: {
          $0.template.name == template.name && $0.task.name == state.task.name
        })
      else { preconditionFailure("a template begins that is not compared") }
      let task = comparison.tasks[number]
      let items = try itemCourse(state, of: template, lookups)
      comparison.itemsOfProducts = items?.references
      task.settle(state, comparison.columns, codes: try SalesCurrencies.codes(lookups, schemas))
      try comparison.adopt(number)
      if begun.insert(ObjectIdentifier(comparison)).inserted {
        try comparison.build(held, documents: documents, companies)
      }
      if let items, begun.insert(ObjectIdentifier(items.comparison)).inserted {
        try items.comparison.build(held, documents: documents, companies)
      }
      courses.append(
        Course(
          comparison, task, number: number, items: items,
          keyField: state.task.fields.firstIndex {
            $0.isKey && !$0.sources.isEmpty && $0.column.lowercased() == task.keyColumns.first
          }, isOfLines: state.task.header != nil))
    }
  }

  /// How the price list items are compared that a task of products makes; nil if it makes none, or Sales' export has none.
  private func itemCourse(
    _ state: TaskState, of template: Template, _ lookups: borrowing LookupContext
  ) throws -> ItemCourse? {
    guard state.task.generates == .priceListItems,
      let list = state.task.fields.firstIndex(where: { $0.rule == .priceList })
    else { return nil }
    for comparison in comparisons {
      guard
        let number = comparison.tasks.firstIndex(where: { $0.areItems && $0.template.name == template.name })
      else { continue }
      let references = comparison.items ?? ItemReferences(lookups)
      comparison.items = references
      comparison.tasks[number].settleItems(state, comparison.columns, comparison.schema)
      try comparison.adopt(number)
      return ItemCourse(
        comparison: comparison, task: comparison.tasks[number], number: number, references: references, list: list)
    }
    return nil
  }

  /// Ends a template; what nobody claimed of its entities is reported if no later template writes them.
  func end(_ template: Template, later: [Template]) throws {
    courses = []
    for comparison in comparisons where begun.contains(ObjectIdentifier(comparison)) {
      let names = Set(comparison.tasks.map(\.template.name))
      guard !later.contains(where: { names.contains($0.name) }) else { continue }
      begun.remove(ObjectIdentifier(comparison))
      try comparison.finish()
    }
  }

  /// The tasks of a template in its order.
  private func tasks(of template: Template) -> [ComparedTask] {
    template.tasks.compactMap { task in
      comparisons.flatMap(\.tasks).first { $0.template.name == template.name && $0.task.name == task.name }
    }
  }

  /// The price list items that products of a template make; nil if they are not compared.
  private func items(of template: Template) -> ComparedTask? {
    comparisons.flatMap(\.tasks).first { $0.areItems && $0.template.name == template.name }
  }

  // MARK: Records

  /// Goes on with the records of a company in a task. A record of Sales has one only if the project says it.
  func begin(_ part: TaskPart) {
    let (company, index) = (part.company, part.task)
    let isKnown = part.companies.units != nil || held.first?.kind.side == .sales
    self.company = isKnown ? company.id : .none
    guard let field = courses[index].keyField, let input = part.state.inputs.first else { return }
    let prefix = part.state.pass.plan(input, company: company.number).prefix(of: field)
    var key = OutputBuffer(capacity: 16)
    KeyText.appendFolded(prefix.span, to: &key)
    courses[index].prefix = key.take()
  }

  /// Rows of records without a document: the currency of a line is that of its header.
  func form(of index: Int) -> RecordForm? {
    courses[index].isOfLines ? nil : RecordForm(encoder: ProbeRowEncoder(courses[index].task.fields))
  }

  /// A record is written: its values are the mapper's outputs.
  func written(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    try pass(.goesOver, &record, lookups)
    if let items = courses[record.task].items { try pass(items, courses[record.task].task, &record, lookups) }
  }

  /// A record is refused, for its faults.
  func rejected(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    let index = record.task
    var fate = RecordFate.refused
    for issue in record.issues.all {
      switch issue.code {
      case .keyTwice: fate = .doubled
      case .keyContradicts: fate = .contradictory
      case .severalCandidates where issue.subject == .record: fate = .ambiguous
      // What could not be read, or has no document, was not mapped: there is nothing to compare.
      // What another company has the number of is not the record of that company.
      case .cannotBeDecoded, .fieldCountDiffers, .quoteNeverCloses, .keyIsEmpty, .numberOfAnotherCompany,
        .lineWithoutHeader:
        courses[index].task.counts.read += 1
        courses[index].task.counts.refused += 1
        return
      default: break
      }
    }
    try pass(fate, &record, lookups)
    // Of doubled records the first one has the item.
    if fate != .doubled { courses[index].items?.references.leave(product: record.issues.comparable) }
  }

  /// A record is filtered out by a filter.
  func filtered(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    let reason = record.reason
    if reason.isOfVersion { return }
    let course = courses[record.task]
    course.task.counts.read += 1
    course.task.counts.filtered += 1
    // Another company's record does not stand for one of this company.
    if reason == .company { return }
    if reason == .shared {
      course.items?.references.leave(product: record.issues.comparable)
      return
    }
    if record.issues.comparable.count == 0 { record.readKey(lookups) }
    guard record.issues.keyState == .whole else { return }
    course.items?.references.leave(product: record.issues.comparable)
    course.key.load(record.issues.comparable, behind: course.prefix, to: &key)
    ProbeRow.begin(
      &row, task: course.number, reason == .header ? .filteredWithHeader : .filtered, number: 0, of: company,
      sequence: course.comparison.nextSequence())
    writer.begin()
    for _ in 0..<ProbeRow.values + course.task.fields.count { writer.appendAbsent() }
    writer.append(to: &row)
    try course.comparison.probe(&key, row)
  }

  /// A record is merged with the same one of another package.
  func merged(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
    courses[record.task].task.counts.read += 1
    courses[record.task].task.counts.merged += 1
  }

  private func pass(_ fate: RecordFate, _ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    let course = courses[record.task]
    course.task.counts.read += 1
    guard record.issues.keyState == .whole else {
      course.task.counts.refused += 1
      return
    }
    course.key.load(record.issues.comparable, behind: course.prefix, to: &key)
    // Buffers are taken out while they are filled: local values need no check at every access.
    var (writer, row) = (RowWriter.none, OutputBuffer.none)
    swap(&writer, &self.writer)
    swap(&row, &self.row)
    // Each record of a task is reported once and in its order, so that the count is its number.
    ProbeRow.begin(
      &row, task: course.number, fate, number: course.task.counts.read - 1, of: company,
      sequence: course.comparison.nextSequence())
    if fate != .goesOver || !record.mapper.appendPrepared(to: &row) {
      writer.begin()
      writer.append(record.issues.shown.span)
      writer.append { record.mapper.appendRecordID(record.batch, record.index, to: &$0) }
      if fate == .goesOver { writer.append(record.currency.span) } else { writer.append { _ in } }
      ProbeRowEncoder.append(course.task.fields, fate, record.mapper, record.batch, lookups, to: &writer)
      writer.append(to: &row)
    }
    swap(&writer, &self.writer)
    swap(&row, &self.row)
    try course.comparison.probe(&key, self.row)
  }

  /// The price list item of a product that is written, as the conversion makes it; none without a list for its currency.
  /// It has the number of its product.
  private func pass(
    _ items: ItemCourse, _ products: ComparedTask, _ record: inout RecordView, _ lookups: borrowing LookupContext
  ) throws {
    guard case let list = record.mapper.output(items.list), list.origin == .destination else { return }
    items.task.counts.read += 1
    key.truncate(to: 0)
    key.append(record.issues.comparable, 0..<record.issues.comparable.count)
    key.append(0)
    scratch.truncate(to: 0)
    items.references.append(list: Int(list.end), to: &scratch)
    KeyText.append(scratch, to: &key)
    scratch.truncate(to: 0)
    scratch.append(record.issues.shown, 0..<record.issues.shown.count)
    scratch.append(UInt8(ascii: "|"))
    items.references.append(list: Int(list.end), to: &scratch)
    ProbeRow.begin(
      &row, task: items.number, .goesOver, number: products.counts.read - 1, of: company,
      sequence: items.comparison.nextSequence())
    var writer = RowWriter.none
    swap(&writer, &self.writer)
    writer.begin()
    writer.append(scratch.span)
    writer.appendAbsent()
    writer.append(record.currency.span)
    writer.appendAbsent()
    for field in items.task.fields {
      if field.place < 0 {
        // The pricing method of all items is an amount in the currency of the list.
        writer.append { if field.name == "pricingmethodcode" { $0.append(UInt8(ascii: "1")) } }
        continue
      }
      let slot = record.mapper.output(field.place)
      writer.append { output in
        if slot.origin == .destination {
          ProbeRowEncoder.appendLookup(field.place, slot, record.mapper, record.batch, lookups, to: &output)
        } else {
          record.mapper.append(slot, record.batch, to: &output)
        }
      }
    }
    writer.append(to: &row)
    swap(&writer, &self.writer)
    try items.comparison.probe(&key, row)
  }

  /// The line of a document's freight tax, which the conversion makes.
  func generated(_ line: borrowing GeneratedLine, _ lookups: borrowing LookupContext) throws {
    let course = courses[line.task]
    course.task.counts.read += 1
    if course.comparison.output.wantsFixes(for: .sales) {
      course.task.freights.append((course.task.counts.read - 1, line.freight))
    }
    scratch.truncate(to: 0)
    scratch.append(line.freight.number)
    key.truncate(to: 0)
    key.append(course.prefix)
    KeyText.append(scratch, to: &key)
    key.append(0)
    key.append(MatchKey.freightTax)
    scratch.append(UInt8(ascii: "|"))
    scratch.append(MatchKey.freightTax)
    ProbeRow.begin(
      &row, task: course.number, .goesOver, number: course.task.counts.read - 1, of: company,
      sequence: course.comparison.nextSequence())
    writer.begin()
    writer.append(scratch.span)
    for _ in ProbeRow.id..<ProbeRow.values { writer.appendAbsent() }
    for field in course.task.fields {
      switch line.values.cells[field.cell] {
      case .nothing: writer.appendAbsent()
      case .text(let start, let end): writer.append(line.values.text(start, end))
      case .record(let id, let start, let end):
        writer.append { output in
          id.append(to: &output)
          output.append(ValueComparison.lookupDivider)
          output.append(line.values.text(start, end))
          output.append(ValueComparison.lookupDivider)
          output.append(line.values.name(field.cell))
        }
      case .lookup(let table, let entry):
        writer.append { output in
          lookups.destinations[table].id(entry).append(to: &output)
          output.append(ValueComparison.lookupDivider)
          lookups.destinations[table].appendName(entry, to: &output)
          output.append(ValueComparison.lookupDivider)
          lookups.destinations[table].appendKey(entry, to: &output)
        }
      }
    }
    writer.append(to: &row)
    try course.comparison.probe(&key, row)
  }
}
