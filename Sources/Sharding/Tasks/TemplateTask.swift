import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Converts the records of a part by one template.
struct TemplateTask {
  let job: ShardJob

  func run(
    _ stage: ShardPlan.Stage, _ task: ShardPlan.Task, _ output: OutputDirectory, _ receipt: inout Receipt
  ) throws {
    guard let part = task.part else { return }
    let read = ReadFiles()
    var (inputs, inferred, outlines) = try job.opened(read)
    let chosen = try job.chosen(inputs)
    let settled = try job.settled(read)
    inputs.shares = try share(part, of: inputs.sources, to: inputs.destination, outlines, read)
    var known: [String: [[UInt8]]] = [:]
    for other in job.plan.stages where other.template != nil && stage.after.contains(other.name) {
      known[other.name] = try other.tasks.map {
        try job.folders.read(WorkFiles.known, of: $0.id, read)
      }
    }
    let share = TemplateShare(stage.name, settled.companies) { known[$0] ?? [] }
    let places = RowPlaces(output, companies: (settled.running.count, settled.others))
    let sink = FindingSink(catalogue: job.findings, mostPerCode: 0)
    let list = PlacedFindings(
      try output.file(PlacedFindings.fileName), in: FindingWords(job.findings), mostPerCode: job.options.maxFindings,
      places.place)
    var summary = PartSummary()
    sink.review = { finding in
      guard share.isRunning else {
        if finding.code == .businessUnitOfNoCompany { summary.foreign.append(ForeignRecords(finding)) }
        return nil
      }
      // It is a sum over all parts.
      if finding.code != .amountsNotConverted { try list.add(finding) }
      return nil
    }
    let result = try job.damaged(WorkFiles.known, of: stage.after.last ?? "") {
      try job.conversion().run(share, chosen, inputs, inferred, sink, to: output, observers: [places])
    }
    try list.finish()
    for report in result.templates {
      (summary.tasks, summary.packages, summary.required) = (report.tasks, report.packages, report.required)
      summary.values = report.unmapped
    }
    summary.unlisted = UnlistedFindings(list)
    try output.write(WorkFiles.known, share.known)
    try output.write(PartSummary.fileName, summary.bytes)
    receipt.read = read.all
    receipt.outputs = summary.packages.map { .init(path: $0.path, bytes: Int($0.bytes), sha256: $0.sha256) }
    receipt.counts.tasks = summary.tasks.map {
      ShardCounts.Task(name: $0.name, counts: $0.counts, totals: $0.totals)
    }
  }

  /// The sources with their records of the part.
  private func share(
    _ part: Int, of sources: [Package], to destination: Side, _ outlines: [Outline], _ read: ReadFiles
  ) throws -> [Package] {
    var stores: [BlockStore] = []
    for (number, outline) in outlines.enumerated() where !job.plan.inputs[number].isReference {
      let kept = outline.packages.flatMap(\.kept)
      var files: [TaskBlocks] = []
      if kept.contains(where: { $0.contains(.parts) }) { files.append(blocks(part, of: "split-\(number)", read)) }
      if kept.contains(where: \.isUnplaced) { files.append(blocks(part, of: "place-\(number)", read)) }
      // What is damaged ends the task before it has begun.
      for file in files { _ = try file.open() }
      for (place, opened) in outline.packages.enumerated() where opened.package.kind.side != destination {
        stores.append(BlockStore(package: place) { [files] _ in files })
      }
    }
    return zip(sources, stores).map { source, store in
      var source = source
      source.store = store
      return source
    }
  }

  private func blocks(_ part: Int, of task: String, _ read: ReadFiles) -> TaskBlocks {
    TaskBlocks(WorkFiles.part(part), of: task, job.folders, read)
  }
}
