import Archives
import Mapping
import Packages
import Records

/// What the templates of one run share.
final class RunContext {
  let options: ConversionOptions
  let inputs: Inputs
  let schemas: SchemaCatalogue
  /// Where files go; nil if nothing is to be written.
  let output: OutputDirectory?
  let findings: FindingSink
  let progress: Progress
  let crosswalk: Crosswalk
  /// The list of the records that are filtered out.
  let filtered: FilteredList
  /// Counts the columns that no template reads; nil for a comparison.
  let unmapped: UnmappedColumns?
  /// Whether columns of filters that files lack are reported: not where packages are judged for an import.
  var reportsMissingColumns = true
  let pool: DeflatePool
  /// Seconds since 1970 that stand in outputs.
  let time: Int64
  /// The tables of a package that were indexed before; for `data.xml`.
  let indexed: (Package) -> Set<Int>
  /// Compares records with what the destination holds instead of writing them; nil for a conversion.
  var comparer: RecordComparer?
  /// Who else wants to see the records.
  var tap: (any RecordTap)?
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
  private var derivations: Set<String> = []
  private var missingColumns: Set<String> = []
  private(set) var recordCounts: [String: Int] = [:]

  init(
    options: ConversionOptions, inputs: Inputs, schemas: SchemaCatalogue, output: OutputDirectory?,
    findings: FindingSink, progress: Progress, crosswalk: Crosswalk, filtered: FilteredList,
    unmapped: UnmappedColumns?, time: Int64,
    indexed: @escaping (Package) -> Set<Int>
  ) {
    self.options = options
    self.inputs = inputs
    self.schemas = schemas
    self.output = output
    self.findings = findings
    self.progress = progress
    self.crosswalk = crosswalk
    self.filtered = filtered
    self.unmapped = unmapped
    self.time = time
    self.indexed = indexed
    readBack = ReadBack(schemas: schemas)
    pool = DeflatePool(jobs: options.jobs)
  }

  /// A file without a name, beside the output if there is one.
  func temporaryFile() throws -> ScratchFile { try output?.temporaryFile() ?? ScratchFile() }

  /// The legal entity.
  var company: String { options.company }

  /// Whether records go into XML, which cannot carry all characters.
  var writesXML: Bool {
    inputs.destination == .sales
      ? !options.writesSalesCSV : options.fileFormat == .xmlElement || options.fileFormat == .xmlAttribute
  }

  /// The rules whose values records of the destination entity are.
  func existenceRules(for entity: String) -> [Int] {
    ExistenceRule.all.indices.filter { ExistenceRule.all[$0].places.contains { $0.entity == entity } }
  }

  /// False if the derivation of the column has been told already.
  func noteDerivation(of column: String, in table: String) -> Bool { derivations.insert("\(table).\(column)").inserted }

  /// False if it has been reported already that a file lacks a column of a filter, or nobody wants to know.
  func noteMissing(_ column: String, of input: TaskInput) -> Bool {
    reportsMissingColumns
      && missingColumns.insert("\(input.package.path)\0\(input.entity)\0\(column.lowercased())").inserted
  }

  /// Notes how many records a file has, now that it was read whole, and tells what an import would stumble over.
  func count(_ input: TaskInput, _ scan: PackageScan, _ records: Int) throws {
    if recordCounts["\(input.package.path)\0\(input.entity)"] == nil {
      for remark in scan.remarks(of: input.entity) { try findings.add(Finding(remark, of: input.package)) }
    }
    for entity in input.package.entities.indices {
      if let count = scan.count(of: entity) { note(count, input.package, entity) }
    }
    note(records, input.package, input.entity)
  }

  private func note(_ count: Int, _ package: Package, _ entity: Int) {
    recordCounts["\(package.path)\0\(entity)"] = count
  }

  /// How many records an entity of an input has; counts them now if nobody has read them.
  func records(of entity: Int, in package: Package) throws -> Int {
    if let known = recordCounts["\(package.path)\0\(entity)"] { return known }
    var scan = try PackageScan(package, entities: [entity])
    var records = 0
    while let (_, batch) = try scan.next() { records += batch.count }
    for other in package.entities.indices {
      if let count = scan.count(of: other) { note(count, package, other) }
    }
    note(records, package, entity)
    return records
  }
}
