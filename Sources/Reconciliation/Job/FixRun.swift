// Hot path (`put`): no allocation per record.

import Conversion
import Mapping
import Packages
import Records

/// Writes the package of the records of a template that one side lacks, or of those that differ there.
struct FixRun: ~Copyable {
  /// What the package is of.
  enum Kind: String, CaseIterable {
    /// Records that the side lacks, with all that a conversion gives them.
    case new
    /// Records that differ. To Sales each goes with its id and its own differing fields, since an import leaves alone what
    /// a record does not name. A file of F&O has the same columns for all of its records: the key, and what differs in any.
    case changed
  }

  let kind: Kind
  /// The price list items of the template's products, if they were compared, and the name of the task that makes them.
  let items: ComparedTask?
  let makerOfItems: String?
  private let tasks: [ComparedTask]
  var run: TemplateRun
  /// Values that stand in for those of the record at hand.
  private var values: [ValueSlot] = []
  var amount = OutputBuffer(capacity: 64)

  /// A package of what was found out about the tasks of a template; nil if nothing belongs into it. `context` is one that
  /// writes.
  init?(
    _ kind: Kind, _ template: Template, _ tasks: [ComparedTask], items: ComparedTask?, _ context: RunContext,
    _ lookups: borrowing LookupContext
  ) throws {
    let all = tasks + (items.map { [$0] } ?? [])
    guard all.contains(where: { kind == .new ? !$0.missing.isEmpty : !$0.changed.isEmpty }) else { return nil }
    self.kind = kind
    self.tasks = tasks
    self.items = items
    makerOfItems = template.tasks.first { $0.generates == .priceListItems }?.name
    var template = template
    template.name += "-\(kind.rawValue)"
    // What a record makes besides itself is reported for itself, unless it is not compared.
    for index in template.tasks.indices {
      let isKept = kind == .new && (items == nil || template.tasks[index].generates == .freightTaxLines)
      if !isKept { template.tasks[index].generates = nil }
    }
    run = try TemplateRun(template, context: context, lookups: lookups)
    guard kind == .changed else { return }
    for (index, task) in tasks.enumerated() {
      if template.destination == .sales {
        run.states[index].written = task.changed.fields.map { (task.fields[$0].name, task.fields[$0].place) }
      } else {
        let places = task.changed.fields.map { task.fields[$0].place }
        let keys = Set(run.states[index].destination.keys.map { $0.lowercased() } + task.keyColumns)
        run.states[index].written.removeAll { !places.contains($0.field) && !keys.contains($0.name.lowercased()) }
      }
    }
  }

  /// Writes the package; what is in it.
  mutating func write(_ lookups: inout LookupContext) throws -> TemplateReport {
    for group in run.groups {
      run.begin(group)
      for index in tasks.indices {
        try run.sink.begin(WrittenEntity(run.states[index], level: index + 1))
        for company in group {
          run.select(company, task: index, &lookups)
          try writeRecords(index, lookups)
          try writeFreights(index, company, lookups)
        }
        _ = try run.sink.end()
      }
      try writeItems(group, &lookups)
      // There is one package only, whatever its size.
      _ = try run.sink.advance()
    }
    for index in run.states.indices { run.states[index].select(company: nil) }
    return run.report(lookups)
  }

  // MARK: Records

  private mutating func writeRecords(_ index: Int, _ lookups: borrowing LookupContext) throws {
    let task = tasks[index]
    if kind == .new ? task.missing.isEmpty : task.changed.isEmpty { return }
    try forEachRecord(of: task, run.states[index].pass, lookups) { fixes, record, place in
      try fixes.put(&record, place, lookups)
    }
  }

  /// Hands out the records that the package is of, mapped, each with its place among those that differ.
  mutating func forEachRecord(
    of task: ComparedTask, _ pass: TaskPass, _ lookups: borrowing LookupContext,
    _ body: (inout FixRun, inout RecordView, _ place: Int?) throws -> Void
  ) throws {
    try pass.forEachStretch(of: run.part, lookups) { record in
      while record.next() {
        guard let place = place(of: record.number, in: task) else { continue }
        record.readKey(lookups)
        record.map(lookups, parents: true)
        try body(&self, &record, place)
      }
    }
  }

  /// The place of a record among those that differ, none if it is missing altogether; nil if the package is not of it.
  private func place(of number: Int, in task: ComparedTask) -> Int?? {
    switch kind {
    case .new: task.missing.contains(number) ? .some(nil) : nil
    case .changed: task.changed.find(number).map { .some($0) }
    }
  }

  /// Leaves of a generated record only what differs. The columns are the fields in which any record differs, in their order.
  func keepChanges(of task: ComparedTask, at place: Int, in record: inout GeneratedRecord) {
    for (cell, field) in task.changed.fields.enumerated() where !task.changed.has(field, at: place) {
      record.clear(cell)
    }
  }

  /// Puts the mapped record into the package; `place` is that among those that differ.
  private mutating func put(_ record: inout RecordView, _ place: Int?, _ lookups: borrowing LookupContext) throws {
    let index = record.task
    guard run.template.destination == .sales, let place else {
      run.identify(&record, lookups)
      return try write(&record, lookups)
    }
    let changed = tasks[index].changed
    run.identify(&record, lookups)
    if let held = changed.id(at: place) { record.id = held }
    values.removeAll(keepingCapacity: true)
    for _ in 0..<record.mapper.fieldCount { values.append(.none) }
    for field in changed.fields where changed.has(field, at: place) {
      let place = tasks[index].fields[field].place
      if place >= 0 { values[place] = record.mapper.output(place) }
    }
    record.mapper.exchangeOutputs(&values)
    try write(&record, lookups)
    record.mapper.exchangeOutputs(&values)
  }

  /// Writes the record, and adds its amounts to those that must be found again.
  private mutating func write(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    try run.sink.write(&record, lookups)
    for witness in run.witnesses { try witness.written(&record, lookups) }
  }

  // MARK: Freight tax

  /// Writes the lines of freight taxes that the side lacks or that differ there.
  private mutating func writeFreights(
    _ index: Int, _ company: RunCompany, _ lookups: borrowing LookupContext
  ) throws {
    let task = tasks[index]
    if task.freights.isEmpty { return }
    let maker = FreightTaxLines(run.states[index], lookups)
    var record = GeneratedRecord()
    for (number, freight) in task.freights where freight.company == company.number {
      guard let place = place(of: number, in: task) else { continue }
      var id = maker.line(freight, lookups, &run.ids, company: company, &record)
      if let place {
        if let held = task.changed.id(at: place) { id = held }
        keepChanges(of: task, at: place, in: &record)
      }
      try run.sink.write(generated: record, id: id, lookups, unit: 0)
    }
  }
}
