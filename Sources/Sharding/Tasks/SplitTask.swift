import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Reads an input, once: what is known of its packages, the records that lookups may need, and those that only templates read.
struct SplitTask {
  let job: ShardJob

  func run(_ task: ShardPlan.Task, _ output: OutputDirectory, _ receipt: inout Receipt) throws {
    let number = task.inputs[0]
    let input = job.plan.inputs[number]
    let path = job.path(of: number)
    let (bytes, mark) = try Digests.mark(of: path.path)
    guard bytes == input.bytes, mark == input.mark else { throw ShardError.input(input.path) }
    let watch = InputWatch()
    let (outline, digest) = try watch.guarding {
      try InferredLayout.tried { inferred in
        for name in [WorkFiles.lookups, WorkFiles.records] { try output.remove(name) }
        return try split(path, input.isReference, inferred, watch, output)
      }
    }
    try watch.check()
    try output.write(WorkFiles.outline, outline.bytes)
    receipt.inputs = [(number, digest)]
    for (place, opened) in outline.packages.enumerated() {
      for (entity, records) in zip(opened.package.entities, opened.records) {
        receipt.counts.entities.append((place, entity.name, records))
      }
    }
  }

  /// What was found out of the input, and its digest.
  private func split(
    _ path: PackagePath, _ isReference: Bool, _ inferred: InferredLayout, _ watch: InputWatch, _ output: OutputDirectory
  ) throws -> (outline: Outline, digest: String) {
    let options = job.options
    let opener = PackageOpener(schemas: job.schemas, inferred: inferred, limits: options.readLimits, watch: watch)
    let packages = try opener.open(path)
    let digests = InputDigests(packages)
    let lookups = try BlockWriter(output.file(WorkFiles.lookups))
    let records = try BlockWriter(output.file(WorkFiles.records))
    var outline = Outline()
    let chosen = try job.conversion().templates(named: job.plan.stages.compactMap(\.template))
    let destination = options.destination ?? .finops
    let looked = try job.conversion().tablesLookedInto(chosen, to: destination)
    let unmapped = try UnmappedColumns(chosen, schemas: job.schemas, companies: options.companyOrder)
    let read = Set(chosen.flatMap(\.tasks).map { $0.source.lowercased() })
    for (place, package) in packages.enumerated() {
      var opened = Outline.Opened(package: package)
      let isSource = !isReference && package.kind.side != destination
      let names = package.entities.map { $0.name.lowercased() }
      var passes = package.entities.indices.map { entity in
        let isRead = isSource && read.contains(names[entity])
        let input = TaskInput(package: package, entity: entity, number: 0, origin: 0)
        return EntityPass(
          package, entity, isRead ? unmapped.counter(of: input) : nil, usual: options.companyOrder.standard)
      }
      var scan = try PackageScan(package, entities: Set(package.entities.indices))
      while let (entity, batch) = try scan.next() {
        guard batch.width == package.entities[entity].columns.count else {
          throw InferenceError.columnsKnown(package: package.path)
        }
        passes[entity].take(batch)
        // What nobody reads is only counted.
        let isLookedInto = !isSource || looked.contains(names[entity]) || passes[entity].isUpdate
        let writer = isLookedInto ? lookups : read.contains(names[entity]) ? records : nil
        try writer?.add(batch, package: place, entity: entity)
      }
      for (entity, pass) in passes.enumerated() {
        opened.package.entities[entity].remarks = scan.remarks(of: entity)
        opened.records.append(pass.records)
        opened.unmapped.append(pass.unmapped)
        guard isSource, read.contains(names[entity]) else { continue }
        outline.companies.formUnion(pass.companies)
        outline.hasInvalidCompany = outline.hasInvalidCompany || pass.hasInvalidCompany
      }
      outline.packages.append(opened)
    }
    try lookups.finish()
    try records.finish()
    let values = try digests.values()
    for index in outline.packages.indices {
      let container = outline.packages[index].package.container.path
      outline.packages[index].digest = values[container] ?? FileDigest(sha256: "", bytes: 0)
    }
    let own = try values[path.name] ?? FileDigest(input: Container.open(path.path, limits: options.readLimits))
    return (outline, own.sha256)
  }
}

/// What is found out of the records of an entity in one pass.
private struct EntityPass {
  var records = 0
  var unmapped: UnmappedColumns.Counter?
  var companies: Set<CompanyID> = []
  var hasInvalidCompany = false
  /// Whether it may only bring values for the records of an earlier input.
  let isUpdate: Bool
  private let stated: RecordCompanyColumns
  private let fallback: CompanyID

  init(
    _ package: Package, _ entity: Int, _ unmapped: UnmappedColumns.Counter?, usual: CompanyID
  ) {
    self.unmapped = unmapped
    isUpdate = package.mayUpdate(entity)
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

extension ShardJob {
  /// Where an input of the plan is.
  func path(of number: Int) -> PackagePath {
    let isReference = plan.inputs[number].isReference
    let place = plan.inputs[..<number].count { $0.isReference == isReference }
    return isReference ? options.references[place] : options.inputs[place]
  }
}
