public import Conversion
public import Findings
import Mapping
public import Archives
import Packages
public import Records

/// What a comparison of two exports of one side is asked to do.
public struct VersionOptions: Sendable {
  /// The packages as they were.
  public var old: [String]
  /// The packages as they are.
  public var new: [String]
  /// What archives may ask of the machine.
  public var limits = ReadLimits.standard
  /// The folder that appears when all is done; empty if nothing is to be written.
  public var output = ""
  /// The language of the page.
  public var language = Language.english
  /// Whether an existing output is replaced.
  public var replacesOutput = false
  /// Whether the list is written as a workbook, too.
  public var writesWorkbooks = false
  /// The company of records of F&O that nothing else says the company of.
  public var company = CompanyID.standard
  /// How many threads compare at the same time.
  public var jobs = 1
  /// How many bytes of what the old export holds may be in memory; the rest goes to files.
  public var memory = 2 << 30

  /// A comparison of two exports.
  public init(old: [String], new: [String]) {
    self.old = old
    self.new = new
  }
}

/// Compares two exports of one side: records and values that were added, changed or removed, and changes of structure.
public struct VersionComparison {
  private let options: VersionOptions
  private let schemas: SchemaCatalogue
  private let progress: Progress

  /// A comparison with the schemas that the tool knows. Throws `ProjectError`.
  public init(_ options: VersionOptions, progress: Progress = .silent) throws {
    self.options = options
    self.progress = progress
    schemas = try SchemaCatalogue.builtIn()
  }

  /// Compares everything. Throws `PackageError`, `ArchiveError`, `Failure`.
  package func run(reporting: Report) throws -> VersionSummary {
    let watch = InputWatch(meter: progress.meter)
    return try watch.guarding { try InferredLayout.tried { try attempt($0, watch, reporting) } }
  }

  /// Writes the reports into the output folder.
  package typealias Report = (_ summary: VersionSummary, _ output: OutputDirectory) throws -> Void

  private func attempt(
    _ inferred: InferredLayout, _ watch: InputWatch, _ reporting: Report
  ) throws -> VersionSummary {
    if !options.output.isEmpty { try InputGuard(options.old + options.new).check(output: options.output) }
    let opener = PackageOpener(schemas: schemas, inferred: inferred, limits: options.limits, watch: watch)
    let old = try options.old.flatMap(opener.open).layingOverReferences()
    let new = try options.new.flatMap(opener.open).layingOverReferences()
    guard Set((old + new).map(\.kind.side)).count == 1 else {
      throw Failure(message: "the exports are of both sides; compare those with `p2c reconcile`", exitCode: 64)
    }
    progress.meter?.expect(bytes: (old + new).reduce(0) { $0 + $1.plainBytes })
    let folder =
      options.output.isEmpty
      ? nil : try OutputFolder.create(at: options.output, replacing: options.replacesOutput)
    let digests = folder.map { _ in InputDigests(old + new) }
    let makeFile = { @Sendable () throws -> ScratchFile in try folder?.temporaryFile() ?? ScratchFile() }
    let workers = LaneWorkers(jobs: options.jobs)
    let rows = ChangeFile(makeFile: makeFile)
    var drift = try SchemaDrift(old, new)
    var entities: [EntityVersions] = []
    for name in common(old, new) {
      progress.report(.package(name))
      let entity = try versions(of: name, old + new, order: entities.count, rows, workers, makeFile)
      try entity.compare(old, new)
      guard entity.counts.isConserved else { throw ConversionError.notConserved(template: "diff", task: name) }
      drift.add(entity)
      entities.append(entity)
    }
    var pairs = PairVersions(makeFile: makeFile)
    try pairs.add(old, isOld: true)
    try pairs.add(new, isOld: false)
    let relationships = try pairs.report(from: entities.count, to: rows)
    let summary = VersionSummary(
      options: options, old: old, new: new, digests: try digests?.values() ?? [:], entities: entities,
      relationships: relationships, drift: drift.rows, changes: rows.counts)
    if let folder {
      progress.report(.writing)
      try rows.write(to: try folder.file("differences.csv"))
      try reporting(summary, folder)
      try folder.commit(exitCode: summary.result.exitCode, check: watch.check)
    } else {
      try watch.check()
    }
    return summary
  }

  /// The entities that both exports hold, by name.
  private func common(_ old: [Package], _ new: [Package]) -> [String] {
    let names = Set(old.flatMap(\.entities).map { $0.name.lowercased() })
    var seen: Set<String> = []
    return new.flatMap(\.entities).map(\.name).filter {
      names.contains($0.lowercased()) && seen.insert($0.lowercased()).inserted
    }.sorted()
  }

  private func versions(
    of name: String, _ packages: [Package], order: Int, _ rows: ChangeFile,
    _ workers: LaneWorkers, _ makeFile: @escaping @Sendable () throws -> ScratchFile
  ) throws -> EntityVersions {
    var columns: [String] = []
    for package in packages {
      for index in package.indices(of: name) {
        for column in package.entities[index].columns where column.part == .value {
          let name = column.name.lowercased()
          if StatedCompanies.isCompany(column, of: package.entities[index].schema) { continue }
          if !columns.contains(name), !SchemaMatch.added.contains(name) { columns.append(name) }
        }
      }
    }
    let schema = try schemas.schema(named: name)
    let own = packages.flatMap { package in
      package.indices(of: name).compactMap { package.entities[$0].table?.primaryID }
    }
    let id = own.first ?? (schema?.side == .sales ? schema?.primaryID : nil)
    let wanted = (id.map { [$0] } ?? schema?.keys ?? []).map { $0.lowercased() }
    let keys = wanted.compactMap(columns.firstIndex)
    // Of an entity without a key that is known a record is all of its values.
    let known = keys.count == wanted.count && !keys.isEmpty ? keys : Array(columns.indices)
    return EntityVersions(
      name, schema: schema, columns: columns, keys: known, areIDs: id != nil && known == keys, order: order,
      usual: options.company, rows: rows, memory: options.memory, workers: workers,
      makeFile: makeFile)
  }
}
