import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Reads an input, once: what is known of its packages, the records that lookups may need, and those that only templates read, by
/// part where they say it themselves.
struct SplitTask {
  let job: ShardJob

  func run(_ task: ShardPlan.Task, _ output: OutputDirectory, _ receipt: inout Receipt) throws {
    let number = task.inputs[0]
    let input = job.plan.inputs[number]
    let path = job.path(of: number)
    let (bytes, mark) = try Digests.mark(of: path.path)
    guard bytes == input.bytes, mark == input.mark else { throw ShardError.input(input.path) }
    let watch = InputWatch()
    let result = try watch.guarding {
      try InferredLayout.tried { inferred in
        for name in try output.files() { try output.remove(name) }
        return try split(number, path, inferred, watch, output)
      }
    }
    try watch.check()
    try output.write(WorkFiles.outline, result.outline.bytes)
    receipt.inputs = [(number, result.digest)]
    receipt.outputs = result.outputs
    for (place, opened) in result.outline.packages.enumerated() {
      for (entity, records) in zip(opened.package.entities, opened.records) {
        receipt.counts.entities.append((place, entity.name, records))
      }
    }
  }

  /// What was found out of the input, its digest, and the files that have its records.
  private func split(
    _ number: Int, _ path: PackagePath, _ inferred: InferredLayout, _ watch: InputWatch, _ output: OutputDirectory
  ) throws -> (outline: Outline, digest: String, outputs: [Receipt.Output]) {
    let options = job.options
    let opener = PackageOpener(
      schemas: job.schemas, inferred: inferred, limits: options.readLimits, watch: watch,
      culture: options.project?.sourceCulture)
    let packages = try opener.open(path)
    let digests = InputDigests(packages)
    let chosen = try job.conversion().templates(named: job.plan.stages.compactMap(\.template))
    let reading = try InputReading(job, number, packages, chosen, inferred, output)
    if reading.places, job.plan.parts > 1 {
      try DirectTexts(job, packages, chosen, inferred).whileKnown { texts, lookups in
        try reading.run(packages, texts, lookups)
      }
    } else {
      try reading.run(packages, [:], LookupContext())
    }
    var (outline, outputs) = try reading.finish()
    let values = try digests.values()
    for index in outline.packages.indices {
      let container = outline.packages[index].package.container.path
      outline.packages[index].digest = values[container] ?? FileDigest(sha256: "", bytes: 0)
    }
    let own = try values[path.name] ?? FileDigest(input: Container.open(path.path, limits: options.readLimits))
    return (outline, own.sha256, outputs)
  }
}

/// The meeting texts of the records of one input, for entities whose records have them in themselves.
private struct DirectTexts {
  let job: ShardJob
  let packages: [Package]
  let chosen: [Template]
  let inferred: InferredLayout

  init(_ job: ShardJob, _ packages: [Package], _ chosen: [Template], _ inferred: InferredLayout) {
    (self.job, self.packages, self.chosen, self.inferred) = (job, packages, chosen, inferred)
  }

  func whileKnown(
    _ body: @escaping ([String: MeetingTexts], borrowing LookupContext) throws -> Void
  ) throws {
    let empty = packages.map { package in
      var package = package
      package.store = BlockStore.empty
      return package
    }
    let inputs = try Inputs(empty, references: [], to: job.options.destination)
    let share = PrologueShare { context, templates, lookups in
      try body(try MeetingTexts.all(templates, context, lookups), lookups)
    }
    let sink = FindingSink(catalogue: job.findings, mostPerCode: 0)
    let conversion = job.conversion {
      ($0.isDelta, $0.readsBack, $0.isDryRun, $0.assignsNumbers) = (false, false, true, false)
    }
    _ = try conversion.run(share, chosen, inputs, inferred, sink, to: nil)
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
