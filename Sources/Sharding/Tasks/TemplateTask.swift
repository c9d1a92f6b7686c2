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
    var read: [String: String] = [:]
    var (inputs, inferred, outlines) = try job.opened(into: &read)
    let chosen = try job.chosen(inputs)
    let settled = try job.settled(into: &read)
    inputs.shares = try share(part, of: inputs.sources, to: inputs.destination, outlines, into: &read)
    var known: [String: [[UInt8]]] = [:]
    for other in job.plan.stages where other.template != nil && stage.after.contains(other.name) {
      known[other.name] = try other.tasks.map {
        try job.folders.read(WorkFiles.known, of: $0.id, into: &read)
      }
    }
    let share = TemplateShare(stage.name, settled.companies) { known[$0] ?? [] }
    let places = RowPlaces(output, companies: (settled.running.count, settled.others))
    let list = PlacedFindings(
      try output.file(PlacedFindings.fileName), mostPerCode: job.options.maxFindings, places.place)
    let sink = FindingSink(catalogue: job.findings, mostPerCode: 0)
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
    receipt.read = read
    receipt.counts.tasks = summary.tasks.map {
      ShardCounts.Task(name: $0.name, counts: $0.counts, totals: $0.totals)
    }
  }

  /// The sources with their records of the part.
  private func share(
    _ part: Int, of sources: [Package], to destination: Side, _ outlines: [Outline], into read: inout [String: String]
  ) throws -> [Package] {
    var stores: [BlockStore] = []
    for (number, outline) in outlines.enumerated() where !job.plan.inputs[number].isReference {
      let file = try job.folders.blocks("part-\(part)", of: "place-\(number)", into: &read)
      for (place, opened) in outline.packages.enumerated() where opened.package.kind.side != destination {
        stores.append(BlockStore(package: place, [file]))
      }
    }
    return zip(sources, stores).map { source, store in
      var source = source
      source.store = store
      return source
    }
  }
}
