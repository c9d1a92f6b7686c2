package import Archives
package import Findings
package import Mapping
package import Packages

/// A share of a run: some of its records, one of its templates, or what comes before the templates. Several shares, each in a
/// process of its own, come to what one run does. What a share cannot see of the others, it is given.
package protocol RunShare: AnyObject {
  /// The companies of the whole run, where its records are of several.
  var companies: SettledCompanies? { get }
  /// Whether the package of assigned numbers is written.
  var writesNumbers: Bool { get }
  /// All that templates look up is known, and no template has begun.
  func prepare(_ context: RunContext, _ templates: [Template], _ lookups: borrowing LookupContext) throws
  /// Whether a template runs here. Of one that does not, what others have written is added to the lookups.
  func runs(_ template: Template, _ lookups: inout LookupContext) throws -> Bool
  /// A template has run.
  func end(_ template: Template, _ lookups: borrowing LookupContext) throws
}

extension RunShare {
  package var writesNumbers: Bool { false }
  package func prepare(_ context: RunContext, _ templates: [Template], _ lookups: borrowing LookupContext) throws {}
  package func runs(_ template: Template, _ lookups: inout LookupContext) throws -> Bool { false }
  package func end(_ template: Template, _ lookups: borrowing LookupContext) throws {}
}

/// What a share of a run came to.
package struct ShareResult {
  package var templates: [TemplateReport]
  /// The packages of assigned numbers.
  package var numbers: [PackageReport]
}

extension Conversion {
  /// Makes a share of a run, whose packages and lists go to a folder, or are nowhere if there is none. `options` are those of the
  /// whole run, whose references do not go over in second packages. Throws what `run` does, and `InferenceError`.
  package func run(
    _ share: any RunShare, _ chosen: [Template], _ inputs: Inputs, _ inferred: InferredLayout, _ sink: FindingSink,
    to output: OutputDirectory?, observers: [any RunObserver] = []
  ) throws -> ShareResult {
    let setup = RunSetup(output: output, observers: observers, defersReferences: false, share: share)
    let (context, reports) = try convert(chosen, inputs, inferred, sink, setup)
    for observer in context.observers { try observer.finish() }
    try sink.finish()
    let digests = try OutputDigests.values(context.digests)
    var result = ShareResult(templates: reports, numbers: context.numberPackages)
    for index in result.templates.indices { OutputDigests.fill(&result.templates[index].packages, digests) }
    try context.readBack.finish()
    return result
  }

  /// The templates of the names, as the project and the options change them, in the order of the names.
  package func templates(named names: [String]) throws -> [Template] {
    try names.compactMap { try template(named: $0) }
  }

  /// For each template the names of those that write what it looks up.
  package func lookedUp(_ chosen: [Template]) throws -> [String: [String]] {
    let order = try TemplateOrder(chosen, catalogue: templates, schemas: schemas)
    return Dictionary(uniqueKeysWithValues: chosen.map { ($0.name, order.lookedUp(by: $0.name)) })
  }

  /// The tables of the source side, in lower case, that others than templates may read in the inputs: lookups, owners, and with
  /// `numbers` those whose numbers are assigned, or come from later inputs.
  package func tablesLookedInto(_ chosen: [Template], to destination: Side, numbers: Bool) throws -> Set<String> {
    var tables = Set([BusinessUnits.table] + OwnerTable.tables)
    guard destination == .finops else { return tables }
    tables.formUnion(try SourceLookups.tables(of: chosen, schemas))
    if numbers { tables.formUnion(try schemas.numberSequences().map { $0.table.lowercased() }) }
    return tables
  }

  /// Whether what becomes of records of a template may depend on later records of the same template, or on later templates.
  package func dependsOnOrder(_ chosen: [Template], to destination: Side) throws -> Bool {
    try TemplateOrder(chosen, catalogue: templates, schemas: schemas, defersReferences: true)
      .deferrable(schemas).contains { !$0.references.isEmpty }
  }
}
