import Archives
package import Conversion
import Findings
package import Mapping
import Packages
import Records

/// A plan with all that its tasks share: the options of the run and what the tool knows.
package struct ShardJob {
  let plan: ShardPlan
  let folders: TaskFolders
  let options: ConversionOptions
  let schemas: SchemaCatalogue
  let templates: TemplateCatalogue
  let findings: FindingCatalogue

  /// Reads the plan of a folder. `base` stands in place of the plan's own; `project` reads the project of a file, and `known` gives
  /// what the tool knows. Throws `Failure`, `ProjectError`.
  package init(
    folder: String, expecting digest: String?, base: String?, jobs: Int,
    project: (String) throws -> ProjectFile, known: (ConversionOptions) throws -> ShardCatalogues
  ) throws {
    plan = try ShardPlan(folder: folder, expecting: digest)
    folders = TaskFolders(plan, in: folder)
    try folders.check()
    let root = base ?? plan.base
    var options = plan.options.conversion
    let resolve = { (path: String) in path.hasPrefix("/") ? path : "\(root)/\(path)" }
    options.inputs = plan.inputs.filter { !$0.isReference }.map { PackagePath($0.path, resolve: resolve) }
    options.references = plan.inputs.filter(\.isReference).map { PackagePath($0.path, resolve: resolve) }
    if let own = plan.project {
      let file = "\(folder)/\(ShardPlanner.projectFile)"
      guard WholeFile.isFile(file),
        let bytes = try ifReadable({ try WholeFile.read(file, limit: ShardPlanner.largestProject) }),
        Digests.sha256(bytes) == own.sha256
      else {
        throw ShardError.plan(reason: "\(ShardPlanner.projectFile): is missing or is not the one that was planned")
      }
      options.project = try project(file)
    }
    options.jobs = jobs
    options.epoch = plan.time.map { Int64($0) }
    self.options = options
    let known = try known(options)
    (schemas, templates, findings) = (known.schemas, known.templates, known.findings)
  }

  func conversion(_ change: (inout ConversionOptions) -> Void = { _ in }) -> Conversion {
    var options = options
    change(&options)
    return Conversion(options, schemas: schemas, templates: templates, findings: findings)
  }

  /// Does a task. Throws what tasks throw.
  package func run(_ name: String, again: Bool) throws {
    guard let (stage, task) = plan.tasks.first(where: { $0.task.id == name }) else {
      throw Failure(message: "there is no task \(name); see `p2c shard status`", exitCode: 64)
    }
    try folders.requireTurn(of: stage)
    try Attempt(folders: folders, task: task).run(again: again) { output, receipt in
      switch stage.name {
      case "split" where stage.template == nil: try SplitTask(job: self).run(task, output, &receipt)
      case "index" where stage.template == nil: try IndexTask(job: self).run(output, &receipt)
      case "place" where stage.template == nil: try PlaceTask(job: self).run(task, output, &receipt)
      default: try TemplateTask(job: self).run(stage, task, output, &receipt)
      }
    }
  }

  /// The name of the task of a stage's index. Throws `Failure`.
  package func task(_ stage: String, _ index: Int) throws -> String {
    guard let found = plan.stages.first(where: { $0.name == stage }) else {
      throw Failure(message: "there is no stage \(stage); see `p2c shard status`", exitCode: 64)
    }
    guard found.tasks.indices.contains(index) else {
      throw Failure(
        message: "the stage \(stage) has no task of the index \(index); give 0 to \(found.tasks.count - 1)",
        exitCode: 64)
    }
    return found.tasks[index].id
  }

  // MARK: Inputs

  /// What the splits have found, with the records of the whole, which are read when they are asked for.
  func opened(
    _ read: ReadFiles
  ) throws -> (inputs: Inputs, inferred: InferredLayout, outlines: [Outline]) {
    var outlines: [Outline] = []
    var packages: [(package: Package, isReference: Bool)] = []
    for (number, input) in plan.inputs.enumerated() {
      let outline = try outline(of: number, read)
      packages += outline.packages.map { ($0.package, input.isReference) }
      outlines.append(outline)
    }
    let inputs = try Inputs(
      packages.filter { !$0.isReference }.map(\.package), references: packages.filter(\.isReference).map(\.package),
      to: options.destination)
    var inferred = InferredLayout()
    let companies = zip(plan.inputs, outlines).filter { !$0.0.isReference }.map(\.1)
    let named = Set(companies.flatMap(\.companies))
    let given = Set(inputs.sources.map { $0.company ?? options.companyOrder.standard })
    if companies.contains(where: \.hasInvalidCompany) || named.count > 1 {
      inferred.drop(.oneCompany)
    } else if let only = named.first, given != [only] {
      inferred.drop(.company(only))
    }
    return (try inputs.layingOverNumbers(schemas), inferred, outlines)
  }

  /// What the split of an input has found, with its records.
  func outline(of number: Int, _ read: ReadFiles) throws -> Outline {
    let task = "split-\(number)"
    let bytes = try folders.read(WorkFiles.outline, of: task, read)
    var outline = try damaged(WorkFiles.outline, of: task) {
      try Outline(bytes, schemas, options.project?.sourceCulture)
    }
    let parts = (0..<plan.parts).map { TaskBlocks(WorkFiles.part($0), of: task, folders, read) }
    for place in outline.packages.indices {
      let files = outline.packages[place].kept.enumerated().map { entity, kept in
        kept.file(place, entity).map { [TaskBlocks($0, of: task, folders, read)] }
          ?? (kept.contains(.parts) ? parts : [])
      }
      outline.packages[place].package.store = BlockStore(package: place) { files[$0] }
    }
    return outline
  }

  /// What the index task has found out.
  func settled(_ read: ReadFiles) throws -> Settled {
    let bytes = try folders.read(WorkFiles.settled, of: ShardPlan.index, read)
    return try damaged(WorkFiles.settled, of: ShardPlan.index) { try Settled(bytes) }
  }

  /// The templates of the plan, which the inputs must feed.
  func chosen(_ inputs: Inputs) throws -> [Template] {
    let chosen = try conversion().choose(inputs)
    guard chosen.map(\.name) == plan.stages.compactMap(\.template) else {
      throw ShardError.plan(
        reason: """
          plan.json: the inputs feed other templates than the plan has, which their beginnings did not show; choose the \
          templates by --template, and plan again
          """)
    }
    return chosen
  }

  /// What is read of a file of a task, which is damaged if it cannot be.
  func damaged<Result>(_ name: String, of task: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch is PackedError {
      throw ShardError.damaged(name, of: task)
    }
  }
}
