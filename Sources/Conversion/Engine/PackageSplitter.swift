import Archives
package import Mapping
package import Packages
package import Records

/// Takes the records of a template that are written and puts them into its package, or into numbered ones within the limits
/// that were asked for.
///
/// Single records fill one package after the other. Of documents the headers come before all lines, so the packages of a
/// round are open at a time, and lines may come in any order; those for which there is no room now wait for another pass.
/// How much deflate makes of plain bytes is only known afterwards: packages that came out too large are planned anew.
package final class PackageSplitter {
  /// One package while it is written.
  private final class Part {
    enum Stage { case fresh, open, ended, finished }
    let sink: PackageSink
    let planned: Int
    var stage = Stage.fresh

    init(_ sink: PackageSink, planned: Int) {
      self.sink = sink
      self.planned = planned
    }
  }

  /// Packages whose files are open at a time.
  private static let roundSize = 256
  /// Packages whose entity is under way at a time; each holds up to a few MiB.
  private static let mostOpen = 32

  /// The template's name as bytes.
  let templateName: [UInt8]
  /// Whether there may be several packages.
  let isSplit: Bool
  /// The records that a package may hold at most.
  private let mostRecords: Int?
  private let template: Template
  private let context: RunContext
  private let company: RunCompany
  private let isOfDocuments: Bool
  private let names: SplitNames
  private var plan = SplitPlan.whole
  private var planned: [Int: Int] = [:]
  private var sizes = UnitSizes()
  private var measures: Bool
  private var entity: WrittenEntity?
  private var parts: [Int: Part] = [:]
  private var current: Part?
  private var currentNumber = -1
  private var openCount = 0
  private var waiting: Set<Int> = []
  private var round = 0..<PackageSplitter.roundSize
  private var files = 0
  private var reports: [Int: [PackageReport]] = [:]
  /// What must be found when the packages are read back.
  private(set) var tallies: [EntityTally] = []
  /// What reads the package while it is written, if it is the only one.
  private(set) var tailing: TailingPackages?

  /// A series of a template's records; for F&O those of one company.
  init(_ template: Template, context: RunContext, company: RunCompany) {
    self.template = template
    self.company = company
    self.context = context
    let hasFolder = template.destination == .finops && context.companies.isSeveral
    names = SplitNames(template, folder: hasFolder ? "\(company.folder)/" : "")
    templateName = Array(template.name.utf8)
    let options = context.options
    mostRecords = options.mostRecords(to: template.destination)
    isSplit = !options.isDryRun && context.output != nil && (mostRecords != nil || options.maxPackageSize != nil)
    isOfDocuments = template.tasks.contains { $0.header != nil }
    measures = isSplit && options.maxPackageSize != nil
    if isSplit, !isOfDocuments, let most = mostRecords {
      plan = .every(most / (template.tasks.contains { $0.generates == .priceListItems } ? 2 : 1))
    }
  }

  /// Plans the packages by the number of records of each document.
  func plan(_ records: UnitSizes) {
    guard let most = mostRecords else { return }
    plan = SplitPlan(records: records.records, bytes: [], mostRecords: most, mostBytes: nil)
    planned = records.sums(plan).mapValues(\.records)
  }

  /// Whether each record makes a price list item besides.
  private(set) var generatesItems = false

  // MARK: Records

  /// Begins the entity of a task.
  package func begin(_ entity: WrittenEntity) throws {
    self.entity = entity
    generatesItems = entity.generatesItems
    waiting = []
    if isOfDocuments {
      for part in parts.values where part.stage == .ended { part.stage = .fresh }
      current = nil
    } else {
      try current?.sink.begin(entity)
    }
  }

  /// What encodes the records of the entity under way before they come; nil if they are not written, or not in such a form.
  var encoder: (any RecordEncoder)? {
    guard let entity, !context.options.isDryRun, context.output != nil else { return nil }
    switch template.destination {
    case .finops:
      return FinopsPackageWriter.encoder(entity.schema, fields: entity.fields, context.options.fileFormat)
    case .sales: return context.options.salesFormat.makeEncoder(entity.schema, entity.fields)
    }
  }

  /// What makes the price list items of the entity under way before its records come; nil if it makes none, or not in such a form.
  func companions(_ lookups: borrowing LookupContext) throws -> (any CompanionEncoder)? {
    guard let entity, generatesItems, !context.options.isDryRun, context.output != nil else { return nil }
    guard let schema = try context.schemas.schema(named: ProductCatalogue.items) else { return nil }
    return PriceListItems.encoder(entity.task, schema, context, lookups)
  }

  /// Whether the package of a unit takes records now.
  func takes(_ unit: Int) -> Bool {
    guard isSplit, isOfDocuments else { return true }
    let number = plan.part(of: unit)
    guard round.contains(number), !waiting.contains(number) else { return false }
    return parts[number].map { $0.stage == .fresh || $0.stage == .open } ?? true
  }

  /// Writes a record, which has its id if it goes to Sales.
  package func write(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    guard let part = try part(of: record.unit) else { return }
    let before = measures ? part.sink.plainBytes : 0
    try part.sink.write(&record, lookups)
    try note(part, record.unit, before)
  }

  /// Writes a generated record of a unit.
  package func write(
    generated record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext, unit: Int
  ) throws {
    guard let part = try part(of: unit) else { return }
    let before = measures ? part.sink.plainBytes : 0
    try part.sink.write(generated: record, id: id, lookups)
    try note(part, unit, before)
  }

  /// Writes the price list item of a record that another company's record stands for.
  func writeItem(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    guard let part = try part(of: record.unit) else { return }
    let before = measures ? part.sink.plainBytes : 0
    try part.sink.writeItem(&record, lookups)
    try note(part, record.unit, before)
  }

  /// Takes the price list item of a product for the record at hand; false if another one has brought it, or there is none.
  func claimItem(_ record: inout RecordView, product: GUID, _ lookups: borrowing LookupContext) -> Bool {
    guard let entity, let field = entity.task.fields.firstIndex(where: { $0.rule == .priceList }),
      case let list = record.mapper.output(field), list.origin == .destination
    else { return false }
    return context.numbers.claimItem(
      list: lookups.destinations[Int(list.start)].id(Int(list.end)), product: product)
  }

  private func part(of unit: Int) throws -> Part? {
    if !isSplit, let current { return current }
    let number = isSplit ? plan.part(of: unit) : 0
    if number == currentNumber, let current { return current }
    return isOfDocuments ? try documentPart(number) : try nextPart(number)
  }

  private func nextPart(_ number: Int) throws -> Part? {
    if let current {
      try current.sink.end()
      try finish(current, number: currentNumber)
    }
    let part = make(number)
    if let entity { try part.sink.begin(entity) }
    (current, currentNumber) = (part, number)
    return part
  }

  private func documentPart(_ number: Int) throws -> Part? {
    guard round.contains(number), !waiting.contains(number), let entity else { return nil }
    let part = parts[number] ?? make(number)
    parts[number] = part
    switch part.stage {
    case .ended, .finished: return nil
    case .open: break
    case .fresh:
      if entity.task.header == nil, let current {
        // Headers come in the order of the parts: the one before has all of them.
        try end(current)
      } else if openCount >= PackageSplitter.mostOpen {
        waiting.insert(number)
        return nil
      }
      try part.sink.begin(entity)
      part.stage = .open
      openCount += 1
    }
    (current, currentNumber) = (part, number)
    return part
  }

  private func make(_ number: Int) -> Part {
    let sink = PackageSink(
      template, context: context, isOneOfMany: plan.count ?? 2 > 1,
      isTailed: context.isReadBack && !isSplit
        && context.options.fileFormat(to: template.destination)?.canBeTailed ?? true
        && (template.destination == .sales || context.companies.running.count == 1)
    ) { [unowned self] in
      files += 1
      return names.provisional(files)
    }
    tailing = sink.tailing
    return Part(sink, planned: planned[number] ?? Int.max)
  }

  private func note(_ part: Part, _ unit: Int, _ before: UInt64) throws {
    if measures {
      sizes.add(Int(part.sink.plainBytes - before), to: unit, records: generatesItems ? 2 : 1)
    }
    if part.sink.records == part.planned {
      try end(part)
      try finish(part, number: currentNumber)
      current = nil
    }
  }

  // MARK: Ends

  private func end(_ part: Part) throws {
    try part.sink.end()
    part.stage = .ended
    openCount -= 1
  }

  private func finish(_ part: Part, number: Int) throws {
    let written = try part.sink.finish().map { package in
      var package = package
      package.company = company.name
      return package
    }
    part.stage = .finished
    if !written.isEmpty { reports[number] = written }
    for tally in part.sink.tallies { tallies.add(tally) }
  }

  /// Ends the entity. True if packages wait for their records, which then must be written again.
  package func end() throws -> Bool {
    guard isOfDocuments else {
      try current?.sink.end()
      return false
    }
    for part in parts.values where part.stage == .open { try end(part) }
    current = nil
    defer { waiting = [] }
    return !waiting.isEmpty
  }

  /// Ends the packages. True if there are more, or if some came out too large: then all records must be written again.
  package func advance() throws -> Bool {
    for (number, part) in parts.sorted(by: { $0.key < $1.key }) where part.stage != .finished {
      try finish(part, number: number)
    }
    if !isOfDocuments, let current { try finish(current, number: currentNumber) }
    (parts, current, currentNumber) = ([:], nil, -1)
    if isOfDocuments, let count = plan.count, count > round.upperBound {
      round = round.upperBound..<round.upperBound + PackageSplitter.roundSize
      return true
    }
    if try plansAnew() { return true }
    try nameParts()
    return false
  }

  /// Gives the packages their names, now that it is known how many there are.
  private func nameParts() throws {
    guard let output = context.output else { return }
    let paths = packages.map(\.path)
    let names = names.names(paths.count)
    if paths == names { return }
    // Whoever still reads a package finds it by the name that it has had until now.
    _ = try tailing?.finish()
    if let relocation = relocation(in: output) { return try relocate(by: relocation, to: names) }
    for (path, name) in zip(paths, names) {
      try output.move(path, to: name)
      tailing?.move(output.temporaryPath(of: path), to: output.temporaryPath(of: name))
    }
    var next = names.makeIterator()
    for number in reports.keys.sorted() {
      for index in reports[number, default: []].indices {
        reports[number]?[index].path = next.next() ?? ""
      }
    }
  }

  /// What moves packages that say themselves where they will be; nil if they do not.
  private func relocation(in output: OutputDirectory) -> FolderRelocation? {
    let options = context.options
    let isDescribed =
      options.fileFormat(to: template.destination)?.isDescribed ?? (options.salesFormat == .commonDataModel)
    guard isDescribed, let location = options.folderLocation else { return nil }
    return FolderRelocation(context: context, output: output, location: location)
  }

  private func relocate(by relocation: FolderRelocation, to names: [String]) throws {
    var next = names.makeIterator()
    for number in reports.keys.sorted() {
      for index in reports[number, default: []].indices {
        guard let old = reports[number]?[index].path, let name = next.next(), name != old else { continue }
        reports[number]?[index].bytes = try relocation.move(old, to: name)
        reports[number]?[index].path = name
      }
    }
  }

  /// The packages that were written, in the order of their parts.
  var packages: [PackageReport] { reports.sorted { $0.key < $1.key }.flatMap(\.value) }

  private func plansAnew() throws -> Bool {
    guard isSplit, let limit = context.options.maxPackageSize else { return false }
    measures = false
    let sums = sizes.sums(plan)
    var ratio = 0.0
    for (number, files) in reports {
      guard let sum = sums[number], sum.units > 1, sum.bytes > 0, files.contains(where: { $0.bytes > limit }) else {
        continue
      }
      ratio = max(ratio, Double(files.reduce(0) { $0 + $1.bytes }) / Double(sum.bytes))
    }
    guard ratio > 0 else { return false }
    // Parts of this many plain bytes stay a little below the limit, if they deflate as the worst one did.
    plan = SplitPlan(
      records: sizes.records, bytes: sizes.bytes, mostRecords: mostRecords,
      mostBytes: Int(Double(limit) / ratio * 0.97))
    if isOfDocuments { planned = sizes.sums(plan).mapValues(\.records) }
    for file in reports.values.flatMap({ $0 }) { try context.output?.remove(file.path) }
    (reports, files, round) = ([:], 0, 0..<PackageSplitter.roundSize)
    tallies = []
    return true
  }
}
