package import Archives
package import Findings
package import Mapping
package import Packages
import Records

/// What the templates of one run share.
package final class RunContext {
  let options: ConversionOptions
  package let inputs: Inputs
  package let schemas: SchemaCatalogue
  /// Where files go; nil if nothing is to be written.
  let output: OutputDirectory?
  package let findings: FindingSink
  package let progress: Progress
  /// What the run is for.
  let purpose: RunPurpose
  /// Who sees what becomes of records, in this order.
  let observers: [any RunObserver]
  /// Who else sees the records that are read.
  let readers: [any RecordObserver]
  /// Counts the columns that no template reads.
  let unmapped: UnmappedColumns
  /// What filters records out, by number.
  let clauses: FilterClauses
  let pool: DeflatePool
  /// Who works records out before they are decided.
  let workers: MappingWorkers
  /// The time of the run, which stands in outputs.
  package let time: RunTime
  /// The tables of a package that were indexed before; for `data.xml`.
  package let indexed: (Package) -> Set<Int>
  /// The companies whose records are converted, in their order.
  package private(set) var companies: RunCompanies
  /// Numbers in Sales that are one for all companies.
  let numbers = SharedNumbers()
  /// The company whose records are at hand.
  var company: String
  /// Which references go over in second packages.
  var waves = WavePlan()
  /// Whether the packages are written that bring assigned numbers back into Sales.
  var writesNumbers = true
  /// The packages that bring assigned numbers back into Sales.
  var numberPackages: [PackageReport] = []
  /// What must be found in them when they are read back.
  var numberTallies: [EntityTally] = []
  /// Whether packages are read back, so that they can be read while they are written.
  var isReadBack = false
  /// Reads packages back that were written.
  let readBack: ReadBack
  /// The digests of the packages of each template, which are taken beside the run.
  var digests: [OutputDigests] = []
  /// Whether a price list was asked for that has dates, while the time of the run is unknown.
  var hasUnjudgedLists = false
  private var toldUnjudgedLists = false
  private var derivations: Set<String> = []
  private var foreign: [String: [String: Int]] = [:]
  private var foreignUnits: [(entity: String, unit: String)] = []
  /// Which files of the inputs have been read, and how many records they have.
  let conservation = InputConservation()
  /// The rows of logs of changes that are no records.
  private(set) lazy var replaced = ReplacedRows { [output] in try output?.temporaryFile() ?? ScratchFile() }

  private var missingColumns: Set<String> = []

  package init(
    options: ConversionOptions, inputs: Inputs, schemas: SchemaCatalogue, output: OutputDirectory?,
    findings: FindingSink, progress: Progress, purpose: RunPurpose = .conversion,
    observers: [any RunObserver] = [], readers: [any RecordObserver] = [],
    unmapped: UnmappedColumns = UnmappedColumns(), clauses: FilterClauses = FilterClauses(), time: RunTime,
    indexed: @escaping (Package) -> Set<Int>
  ) {
    (self.purpose, self.observers, self.readers, self.clauses) = (purpose, observers, readers, clauses)
    self.options = options
    self.inputs = inputs
    self.schemas = schemas
    self.output = output
    self.findings = findings
    self.progress = progress
    self.unmapped = unmapped
    self.time = time
    self.indexed = indexed
    companies = RunCompanies(one: options.companyOrder.standard, options.companyOrder, units: nil)
    company = companies.running[0].name
    readBack = ReadBack(schemas: schemas)
    pool = DeflatePool(jobs: options.jobs)
    workers = MappingWorkers(options.jobs, stretch: options.stretch)
  }

  /// A file without a name, beside the output if there is one.
  func temporaryFile() throws -> ScratchFile { try output?.temporaryFile() ?? ScratchFile() }

  /// Finds out which companies the run has.
  func findCompanies(_ templates: [Template], _ inferred: InferredLayout, settled: SettledCompanies? = nil) throws {
    companies = try RunCompanies.find(
      inputs, templates, options.companyOrder, inferred, settled: settled, makeFile: { try self.temporaryFile() },
      scan: { input, body in
        try TaskPass.scan(input, self, counting: self.count) { batch in
          if let batch { try body(batch) }
        }
      })
    company = companies.running[0].name
  }

  /// Takes over the companies of another run of the same inputs, and where their records are.
  package func adoptCompanies(of other: RunContext) {
    companies = other.companies
    company = companies.running[0].name
  }

  /// Whose the records of the destination's references are.
  var referenceCompanies: ReferenceCompanies {
    ReferenceCompanies(
      companies.known, order: companies.order, units: inputs.destination == .sales ? companies.units : nil,
      isSeveral: companies.partition != nil)
  }

  /// Counts records of a business unit that belongs to no company.
  func noteForeign(_ unit: String, entity: String, _ count: Int) {
    if foreign[entity]?[unit] == nil { foreignUnits.append((entity, unit)) }
    foreign[entity, default: [:]][unit, default: 0] += count
  }

  /// Reports the business units that belong to no company, with the number of their records.
  func reportForeignUnits() throws {
    for (entity, unit) in foreignUnits {
      try findings.add(.foreignRecords(of: entity, unit: unit, count: foreign[entity]?[unit] ?? 0))
    }
  }

  /// Reports the owners that the project names and the references do not have.
  func reportMissingOwners(_ lookups: borrowing LookupContext) throws {
    for company in companies.running {
      guard let owner = company.about.owner, OwnerTable.slot(of: company, lookups).isEmpty else { continue }
      var place = FindingPlace()
      (place.key, place.company) = (owner.name, company.name)
      try findings.add(Finding(.ownerMissing, .error, at: place, detail: .name(owner.name)))
    }
  }

  /// Reports once that nobody knows the time of the run, and so whether a price list that was asked for is valid.
  func reportUnjudgedLists() throws {
    guard hasUnjudgedLists, !toldUnjudgedLists else { return }
    toldUnjudgedLists = true
    try findings.add(Finding(.timeOfTheRunUnknown, .info))
  }

  /// False if the derivation of the column has been reported already.
  func noteDerivation(of column: String, in table: String) -> Bool { derivations.insert("\(table).\(column)").inserted }

  /// False if it has been reported already that a file lacks a column of a filter, or nobody wants to know.
  func noteMissing(_ column: String, of input: TaskInput) -> Bool {
    purpose != .importCheck
      && missingColumns.insert("\(input.package.path)\0\(input.entity)\0\(column.lowercased())").inserted
  }

  /// Notes how many records a file has, now that it was read whole, and says what an import would stumble over.
  func count(_ input: TaskInput, _ scan: PackageScan, _ records: Int) throws {
    if conservation.records(in: input.entity, of: input.package) == nil {
      for remark in scan.remarks(of: input.entity) { try findings.add(remark.noted(in: input.package)) }
    }
    noteFound(scan, input.package)
    conservation.noteRead(records, in: input.entity, of: input.package)
  }

  private func noteFound(_ scan: PackageScan, _ package: Package) {
    for (entity, count) in scan.totals { conservation.noteFound(count, in: entity, of: package) }
  }

  /// How many records an entity of an input has; counts them now if nobody has read them.
  func records(of entity: Int, in package: Package) throws -> Int {
    if let known = conservation.records(in: entity, of: package) { return known }
    var scan = try PackageScan(package, entities: [entity])
    while try scan.next() != nil {}
    noteFound(scan, package)
    return conservation.records(in: entity, of: package) ?? 0
  }
}

extension Finding {
  /// That so many records of an entity are of a business unit that belongs to no company.
  package static func foreignRecords(of entity: String, unit: String, count: Int) -> Finding {
    var place = FindingPlace(entity: EntityName(entity))
    place.key = unit
    var finding = Finding(
      .businessUnitOfNoCompany, .warning, at: place, field: BusinessUnits.column, detail: .name(unit))
    finding.value = String(count)
    return finding
  }
}
