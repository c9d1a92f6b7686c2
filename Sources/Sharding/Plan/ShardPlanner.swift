import Archives
package import Conversion
import Findings
package import Mapping
import Packages
import Records

/// Makes a plan: opens the inputs, chooses the templates, and says what is to be done.
package struct ShardPlanner {
  /// The copy of the project in the folder of the plan.
  static let projectFile = "project.yaml"
  private static let mostFiles = 1_000_000
  static let largestProject = 64 << 20

  private let options: ConversionOptions
  private let parts: Int
  private let base: String
  private let rejectLimit: String?
  private let known: ShardCatalogues
  private let readProject: (String) throws -> ProjectFile

  /// A plan of a conversion in so many parts. `options` resolve paths as the process does, `base` is its folder; `readProject`
  /// reads the project of a file.
  package init(
    _ options: ConversionOptions, parts: Int, base: String, rejectLimit: String?, known: ShardCatalogues,
    readProject: @escaping (String) throws -> ProjectFile
  ) {
    (self.options, self.parts, self.base) = (options, parts, base)
    (self.rejectLimit, self.known, self.readProject) = (rejectLimit, known, readProject)
  }

  /// Plans into a folder, which appears at the end or not at all; the text of `plan.json`. Throws what opening throws.
  package func run(to path: String, replacing: Bool) throws -> String {
    try InputGuard(options.read).check(output: path)
    let output = try OutputDirectory.create(at: path, replacing: replacing, ifReplaceable: Self.isPlan)
    try output.makePrivate()
    let watch = InputWatch()
    let document = try watch.guarding { try InferredLayout.tried { try plan($0, watch) } }.document
    if let project = options.project {
      try output.write(Self.projectFile, try WholeFile.read(project.file, limit: Self.largestProject))
      try requireAlone(project, output.temporaryPath(of: Self.projectFile))
    }
    try output.write(ShardPlan.fileName, document)
    try output.commit(check: watch.check)
    return String(decoding: document, as: UTF8.self)
  }

  private func plan(_ inferred: InferredLayout, _ watch: InputWatch) throws -> ShardPlan {
    let opener = PackageOpener(
      schemas: known.schemas, inferred: inferred, limits: options.readLimits, watch: watch,
      culture: options.project?.sourceCulture)
    let inputs = try Inputs.open(options, opener)
    let conversion = Conversion(
      options, schemas: known.schemas, templates: known.templates, findings: known.findings)
    let chosen = try conversion.choose(inputs)
    if chosen.isEmpty {
      throw Failure(
        message: "no template fits the inputs; see `p2c inspect` for what they hold, and `p2c templates list`",
        exitCode: 65)
    }
    if options.assignsNumbers, inputs.destination != .finops { throw ConversionError.numbersToSales }
    try refuseWhatCannotBeCut(conversion, chosen, inputs)
    let files = options.inputs.count + options.references.count
    guard files * parts <= Self.mostFiles, (chosen.count + 1) * parts + files < ShardPlan.mostTasks else {
      throw Failure(
        message: "\(files) inputs in \(parts) parts are too many files; give fewer of either", exitCode: 64)
    }
    var planned: [ShardPlan.Input] = []
    for (package, isReference) in options.inputs.map({ ($0, false) }) + options.references.map({ ($0, true) }) {
      let (bytes, mark) = try Digests.mark(of: package.path)
      planned.append(.init(path: package.argument, isReference: isReference, bytes: bytes, mark: mark))
    }
    let waits = try conversion.lookedUp(chosen)
    let time = options.epoch ?? inputs.all.compactMap(\.stamp).max()
    var project: (path: String, sha256: String)?
    if let own = options.project { project = (own.file, try own.sha256()) }
    let templates = chosen.map { template in
      (name: template.name, after: chosen.map(\.name).filter { waits[template.name, default: []].contains($0) })
    }
    return ShardPlan(
      parts: parts, direction: inputs.destination.direction,
      time: time.map { Int($0) }, base: base, project: project,
      options: ShardOptions(options, to: inputs.destination, rejectLimit: rejectLimit), inputs: planned,
      stages: ShardPlan.stages(
        parts: parts, inputs: planned, templates: templates, placesWhenRead: try placesWhenRead(inputs, chosen)))
  }

  /// Whether readers of inputs may put records into parts: unless an input may bring values for the records of another one.
  private func placesWhenRead(_ inputs: Inputs, _ chosen: [Template]) throws -> Bool {
    if parts == 1 { return true }
    let sequences = try known.schemas.numberSequences().map { $0.table.lowercased() }
    for entity in Set(chosen.flatMap(\.tasks).map { $0.source.lowercased() }) {
      let holders = inputs.sources.filter { $0.index(of: entity) != nil || !$0.updates.isEmpty }
      if holders.count < 2 { continue }
      if inputs.destination == .finops, sequences.contains(entity) { return false }
      for package in holders where package.entities.indices.contains(where: package.mayUpdate) { return false }
    }
    return true
  }

  /// Throws for what depends on the order of the whole, or is not cut yet.
  private func refuseWhatCannotBeCut(_ conversion: Conversion, _ chosen: [Template], _ inputs: Inputs) throws {
    if try conversion.dependsOnOrder(chosen, to: inputs.destination) {
      throw ShardError(
        code: .templateCannotBeCut,
        reason: """
          records of a template refer to others of the same template or to later ones; use `p2c convert`, or give the \
          references in a run of their own
          """, exitCode: 78)
    }
    let packages = inputs.all + inputs.references
    if let log = packages.first(where: { $0.entities.contains(where: \.isLog) }) {
      throw Failure(
        message: "\(log.path): has a log of changes, whose versions are not divided among parts; use `p2c convert`",
        exitCode: 78)
    }
  }

  /// Throws unless a project is complete by itself in the copy that tasks read.
  private func requireAlone(_ project: ProjectFile, _ copy: String) throws {
    let words: Message = "is in more files than one, of which a plan takes only the project; use `p2c convert`"
    if let folder = project.foldersBesideIt.first {
      throw Failure(message: "\(project.file): with the folder \(folder) beside it, the project \(words)", exitCode: 78)
    }
    guard (try? readProject(copy)) != nil else {
      throw Failure(message: "\(project.file): with the value maps that it names, the project \(words)", exitCode: 78)
    }
  }

  /// Whether a folder holds a plan.
  private static func isPlan(_ folder: String) -> Bool {
    let path = "\(folder)/\(ShardPlan.fileName)"
    guard WholeFile.isFile(path), let bytes = try? WholeFile.read(path, limit: ShardPlan.largest),
      let json = try? JSONTree(bytes)
    else { return false }
    return json["kind"]?.string == ShardPlan.kind
  }
}
