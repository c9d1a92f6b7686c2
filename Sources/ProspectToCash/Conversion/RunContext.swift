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
  let pool: DeflatePool
  /// The time of the run, which stands in outputs.
  let time: RunTime
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
  /// Which files of the inputs have been read, and how many records they have.
  let conservation = InputConservation()

  init(
    options: ConversionOptions, inputs: Inputs, schemas: SchemaCatalogue, output: OutputDirectory?,
    findings: FindingSink, progress: Progress, crosswalk: Crosswalk, time: RunTime,
    indexed: @escaping (Package) -> Set<Int>
  ) {
    self.options = options
    self.inputs = inputs
    self.schemas = schemas
    self.output = output
    self.findings = findings
    self.progress = progress
    self.crosswalk = crosswalk
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

  /// Notes how many records a file has, now that it was read whole, and tells what an import would stumble over.
  func count(_ input: TaskInput, _ scan: PackageScan, _ records: Int) throws {
    if conservation.records(in: input.entity, of: input.package) == nil {
      for remark in scan.remarks(of: input.entity) { try findings.add(Finding(remark, of: input.package)) }
    }
    noteFound(scan, input.package)
    conservation.noteRead(records, in: input.entity, of: input.package)
  }

  private func noteFound(_ scan: PackageScan, _ package: Package) {
    for entity in package.entities.indices {
      if let count = scan.total(of: entity) { conservation.noteFound(count, in: entity, of: package) }
    }
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
