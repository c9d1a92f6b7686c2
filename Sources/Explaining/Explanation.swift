import Archives
public import Conversion
public import Findings
public import Mapping
import Packages
import Records

/// Explains what becomes of records, by running the conversion and watching it.
public struct Explanation: Sendable {
  private let options: ExplainOptions
  private let schemas: SchemaCatalogue
  private let templates: TemplateCatalogue
  private let findings: FindingCatalogue
  private let progress: Progress

  /// An explanation with what the tool knows of schemas, templates and findings.
  public init(
    _ options: ExplainOptions, schemas: SchemaCatalogue, templates: TemplateCatalogue, findings: FindingCatalogue,
    progress: Progress = .silent
  ) {
    var options = options
    options.conversion.isDryRun = true
    self.options = options
    self.schemas = schemas
    self.templates = templates
    self.findings = findings
    self.progress = progress
  }

  /// Runs it. Throws `PackageError`, `ArchiveError`, `ProjectError`, `ConversionError`.
  package func run() throws -> ExplainSummary {
    let watch = InputWatch(meter: progress.meter)
    return try watch.guarding {
      let summary = try InferredLayout.tried { try attempt($0, watch) }
      try watch.check()
      return summary
    }
  }

  /// Refuses packages that are not those of the run that is asked about.
  private func check(_ inputs: Inputs) throws {
    if options.expected.digests.isEmpty { return }
    let packages = inputs.all + inputs.references
    let digests = try InputDigests(packages).values()
    for package in packages {
      guard let expected = options.expected.digests[package.argument],
        let own = digests[package.container.path]?.sha256, own != expected
      else { continue }
      throw Failure(
        message: "\(package.path) is not the file that \(options.expected.report) names: its SHA-256 differs",
        exitCode: 65)
    }
  }

  private func attempt(_ inferred: InferredLayout, _ watch: InputWatch) throws -> ExplainSummary {
    let asked = options.conversion
    let opener = PackageOpener(
      schemas: schemas, inferred: inferred, limits: asked.readLimits, watch: watch,
      culture: asked.project?.sourceCulture)
    let opened = try Inputs.open(asked, opener)
    try check(opened)
    let inputs = try opened.layingOverNumbers(schemas)
    let conversion = Conversion(
      asked, schemas: schemas, templates: templates, findings: findings, progress: progress)
    let chosen = try conversion.choose(inputs)
    let query = ExplainQuery(options)
    let finder = RecordFinder(query, limit: options.limit)
    finder.nearest = options.key.map(NearestKeys.init)
    let words = FindingSink(catalogue: findings, mostPerCode: 0)
    func pass() throws {
      if chosen.isEmpty { return }
      progress.meter?.expect(bytes: (inputs.sources + inputs.references).reduce(0) { $0 + $1.plainBytes })
      let sink = FindingSink(catalogue: findings, mostPerCode: 0)
      sink.review = { finding in
        finder.note(finding)
        return finding
      }
      finder.beginPass()
      try conversion.watch(chosen, inputs, inferred, sink, by: finder)
    }
    try pass()
    if finder.needsAnotherPass {
      finder.restart()
      try pass()
    }
    let read = Set(chosen.flatMap(\.tasks).map { $0.source.lowercased() })
    let others = UnreadRecords(query: query, read: read)
    let unread = try others.find(in: inputs.sources) { finder.nearest?.add($0, entity: $1) }
    let nearest = finder.found.isEmpty && unread.isEmpty ? finder.nearest?.keys ?? [] : []
    var matches = Matches(finder, words).matches
    for one in unread {
      matches.append(
        ExplainSummary.Match(
          entity: one.name, key: one.key, id: one.id, role: "record", place: one.place, values: one.values,
          outcomes: []))
    }
    var order: [String: Int] = [:]
    for (place, package) in inputs.sources.enumerated() where order[package.path] == nil { order[package.path] = place }
    matches = Matches.inOrder(matches, packages: order)
    let more = max(0, matches.count - options.limit) + finder.surplus
    matches = Array(matches.prefix(options.limit))
    let explained = matches.flatMap { match in match.outcomes.map { $0.explanation } }
    let lookups = try LookupPlaces(explained, inputs)
    return ExplainSummary(
      options: options, destination: inputs.destination, matches: matches, more: more, nearest: nearest,
      lookups: lookups)
  }
}
