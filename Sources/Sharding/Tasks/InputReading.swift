import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Reads all records of an input: counts them, and puts them where lookups and parts find them.
final class InputReading {
  private let job: ShardJob
  private let number: Int
  private let output: OutputDirectory
  private var opened: [Outline.Opened] = []
  private var passes: [[EntityPass]] = []
  private var writers: [String: BlockWriter] = [:]
  private var parts: PartWriter?
  private let assumesOneCompany: Bool

  /// Whether records find their part while they are read.
  var places: Bool { parts != nil }

  init(
    _ job: ShardJob, _ number: Int, _ packages: [Package], _ chosen: [Template], _ inferred: InferredLayout,
    _ output: OutputDirectory
  ) throws {
    (self.job, self.number, self.output) = (job, number, output)
    let options = job.options
    let destination = options.destination ?? .finops
    let isReference = job.plan.inputs[number].isReference
    let looked = try job.conversion().tablesLookedInto(
      chosen, to: destination, numbers: options.assignsNumbers || !job.plan.placesWhenRead || job.plan.parts == 1)
    let unmapped = try UnmappedColumns(chosen, schemas: job.schemas, companies: options.companyOrder)
    let read = Set(chosen.flatMap(\.tasks).map { $0.source.lowercased() })
    // Records of several companies are told apart by those in front of them in their file.
    let isOfOne = inferred.hasOneCompany && (destination == .sales || options.project?.companies.isEmpty ?? true)
    let direct = isOfOne || job.plan.parts == 1 ? try DirectEntities(chosen, job) : DirectEntities()
    assumesOneCompany = job.plan.parts > 1
    for package in packages {
      let isSource = !isReference && package.kind.side != destination
      var one = Outline.Opened(package: package)
      var own: [EntityPass] = []
      for (entity, about) in package.entities.enumerated() {
        let isRead = isSource && read.contains(about.name.lowercased())
        let mayUpdate = package.mayUpdate(entity)
        // What nobody reads is only counted.
        var kept: KeptRecords = []
        if !isSource || looked.contains(about.name.lowercased()) || mayUpdate { kept.insert(.lookup) }
        if isRead { kept.insert(direct.contains(about.name) ? .parts : .unplaced) }
        one.kept.append(kept)
        let input = TaskInput(package: package, entity: entity, number: 0, origin: 0)
        own.append(
          EntityPass(
            package, entity, isRead ? unmapped.counter(of: input) : nil, usual: options.companyOrder.standard,
            isRead: isRead))
      }
      opened.append(one)
      passes.append(own)
    }
    if opened.contains(where: { $0.kept.contains { $0.contains(.parts) } }) {
      parts = try PartWriter(output, parts: job.plan.parts)
    }
  }

  /// Reads the packages. Throws `InferenceError` and what reading throws.
  func run(_ packages: [Package], _ texts: [String: MeetingTexts], _ lookups: borrowing LookupContext) throws {
    for (place, package) in packages.enumerated() {
      var files: [Int: FileParts] = [:]
      var scan = try PackageScan(package, entities: Set(package.entities.indices))
      while let (entity, batch) = try scan.next() {
        guard batch.width == package.entities[entity].columns.count else {
          throw InferenceError.columnsKnown(package: package.path)
        }
        passes[place][entity].take(batch)
        let kept = opened[place].kept[entity]
        if let name = kept.file(place, entity) {
          let writer = try writers[name] ?? BlockWriter(name, in: output)
          writers[name] = writer
          try writer.add(batch, package: place, entity: entity)
        }
        if kept.contains(.parts) {
          if assumesOneCompany { try requireOneCompany() }
          let own = texts[package.entities[entity].name.lowercased()]
          let file =
            files[entity]
            ?? FileParts(own?.file(package, entity, width: batch.width), ofInput: number, parts: job.plan.parts)
          files[entity] = file
          try file.find(batch, as: batch, lookups)
          try parts?.add(batch, package: place, entity: entity, to: file.numbers)
        }
      }
      for entity in package.entities.indices {
        opened[place].package.entities[entity].remarks = scan.remarks(of: entity)
      }
    }
  }

  private func requireOneCompany() throws(InferenceError) {
    var companies: Set<CompanyID> = []
    for pass in passes.joined() where pass.isRead {
      if pass.hasInvalidCompany { throw .oneCompany }
      companies.formUnion(pass.companies)
    }
    if companies.count > 1 { throw .oneCompany }
  }

  /// Ends the files; what was found, and what the files are.
  func finish() throws -> (outline: Outline, outputs: [Receipt.Output]) {
    var outline = Outline()
    for (place, own) in passes.enumerated() {
      for (entity, pass) in own.enumerated() {
        opened[place].records.append(pass.records)
        opened[place].unmapped.append(pass.unmapped)
        // No file is there for what has no records.
        if let name = opened[place].kept[entity].file(place, entity), writers[name] == nil {
          writers[name] = try BlockWriter(name, in: output)
        }
        guard pass.isRead else { continue }
        outline.companies.formUnion(pass.companies)
        outline.hasInvalidCompany = outline.hasInvalidCompany || pass.hasInvalidCompany
      }
    }
    outline.packages = opened
    var outputs = try writers.sorted { $0.key < $1.key }.map { try $0.value.finish() }
    outputs += try parts?.finish() ?? []
    return (outline, outputs)
  }
}

/// What is found out of the records of an entity in one pass.
private struct EntityPass {
  var records = 0
  var unmapped: UnmappedColumns.Counter?
  var companies: Set<CompanyID> = []
  var hasInvalidCompany = false
  /// Whether templates read it.
  let isRead: Bool
  private let stated: RecordCompanyColumns
  private let fallback: CompanyID

  init(
    _ package: Package, _ entity: Int, _ unmapped: UnmappedColumns.Counter?, usual: CompanyID, isRead: Bool
  ) {
    (self.unmapped, self.isRead) = (unmapped, isRead)
    let columns = SourceColumns(package.entities[entity].columns)
    stated = RecordCompanyColumns(columns, package.entities[entity].schema)
    fallback = package.company ?? usual
  }

  mutating func take(_ batch: RecordBatch) {
    records += batch.count
    unmapped?.count(batch)
    var next = 0
    for record in 0..<batch.count where batch.issue(of: record, &next) == nil {
      switch stated.read(batch, record) {
      case .company(let company): if !companies.contains(company) { companies.insert(company) }
      case .blank: if !companies.contains(fallback) { companies.insert(fallback) }
      case .invalid: hasInvalidCompany = true
      }
    }
  }
}
