import Archives
import Mapping
import Packages
import Records

/// The companies of a run, and where the records of each are.
package struct RunCompanies {
  /// How companies are chosen and ordered.
  let order: CompanyOrder
  /// The companies whose records are converted, in their order; at least one.
  let running: [RunCompany]
  /// All companies that the run knows.
  let known: KnownCompanies
  /// Whether packages for F&O are kept apart by company.
  let isSeveral: Bool
  /// The records of each company, in the order of `running`.
  let parts: [RecordPart]
  /// The records of others, which are filtered, in the order of the companies; those of no company come last.
  let others: [(part: RecordPart, owner: RecordOwner)]
  /// The records by company; nil if all are of one.
  let partition: CompanyPartition?
  /// Whose source records are, where that is asked by lookups; nil if all are of one company.
  let owners: RecordOwners?
  /// The business units of Sales, if the project has companies.
  package let units: BusinessUnits?

  /// One company, whose records all are.
  init(one company: CompanyID, _ order: CompanyOrder, units: BusinessUnits?) {
    self.order = order
    self.units = units
    running = [RunCompany(company, number: 0, about: order.about(company))]
    known = KnownCompanies(running: [company], others: order.stated.map(\.id))
    isSeveral = order.selected.count > 1
    parts = [.all]
    others = []
    partition = nil
    owners = nil
  }

  /// The companies of records that were parted.
  init(_ partition: CompanyPartition, _ companies: RecordCompanies, _ order: CompanyOrder, units: BusinessUnits?) {
    self.order = order
    self.units = units
    self.partition = partition
    var codes: [CompanyID: Int] = [:]
    var unstated: [(code: Int, owner: RecordOwner)] = []
    for code in partition.found.sorted() {
      switch companies.owners[code] {
      case .company(let company): codes[company] = code
      case .unit: unstated.append((code, companies.owners[code]))
      }
    }
    var running = order.sorted(codes.keys.filter(order.runs))
    if running.isEmpty { running = [order.standard] }
    known = KnownCompanies(running: running, others: Set(codes.keys).union(order.stated.map(\.id)))
    isSeveral = (order.selected.isEmpty ? codes.count : order.selected.count) > 1
    self.running = running.enumerated().map {
      RunCompany($0.element, number: $0.offset, about: order.about($0.element))
    }
    // A company without records has a code that no record has.
    parts = running.enumerated().map { RecordPart(code: codes[$0.element] ?? -1, company: $0.offset) }
    others =
      order.sorted(codes.keys.filter { !order.runs($0) }).map {
        (RecordPart(code: codes[$0] ?? -1, company: 0), .company($0))
      } + unstated.map { (RecordPart(code: $0.code, company: 0), $0.owner) }
    owners = RecordOwners(companies: companies, known: known)
  }

  /// How tables of a run keep the records of a company apart; 0 where all are of one.
  func number(of company: RunCompany) -> Int { isPartitioned ? company.number + 1 : 0 }

  /// Whether what is known of other records is kept apart by company.
  var isPartitioned: Bool { partition != nil || known.all.count > 1 }
}

extension RunCompanies {
  /// Finds out which companies a run has. Records are parted only if they must be. Throws `InferenceError` and what
  /// reading throws. `settled` are the companies of all records, where the inputs have only a share of them.
  static func find(
    _ inputs: Inputs, _ templates: [Template], _ order: CompanyOrder, _ inferred: InferredLayout,
    settled: SettledCompanies? = nil, makeFile: @escaping () throws -> ScratchFile,
    scan: (TaskInput, (RecordBatch) throws -> Void) throws -> Void
  ) throws -> RunCompanies {
    let toFinops = inputs.destination == .finops
    let salesSide = toFinops ? inputs.sources + inputs.sourceReferences : inputs.destinations
    let units = order.stated.isEmpty ? nil : try BusinessUnits(order.stated, packages: salesSide)
    let packages = Set(inputs.sources.map { $0.company ?? order.standard })
    let one = inferred.company ?? (packages.count == 1 ? packages.first : nil) ?? order.standard
    if settled == nil, inferred.hasOneCompany, packages.count <= 1 || inferred.company != nil, order.runs(one),
      !toFinops || units == nil
    {
      return RunCompanies(one: one, order, units: units)
    }
    let companies = RecordCompanies(order, templates: templates, units: toFinops ? units : nil)
    for owner in settled?.owners ?? [] { _ = companies.code(of: owner.own) }
    let partition = CompanyPartition(companies, makeFile: makeFile)
    partition.settled = settled?.found
    for entity in templates.flatMap(\.tasks).map(\.source) where partition.entity(entity) == nil {
      try partition.read(entity, inputs.files(of: entity), scan)
    }
    return RunCompanies(partition, companies, order, units: units)
  }
}
