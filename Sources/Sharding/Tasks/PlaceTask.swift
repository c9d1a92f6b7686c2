import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Puts the records of an input that templates read into a file for each part, by the texts by which they meet.
struct PlaceTask {
  let job: ShardJob

  func run(_ task: ShardPlan.Task, _ output: OutputDirectory, _ receipt: inout Receipt) throws {
    guard let number = Int(task.id.dropFirst("place-".count)) else { return }
    let read = ReadFiles()
    if try job.outline(of: number, read).packages.contains(where: { $0.kept.contains(where: \.isUnplaced) }) {
      receipt.outputs = try place(number, output, read)
    }
    receipt.read = read.all
  }

  private func place(_ number: Int, _ output: OutputDirectory, _ read: ReadFiles) throws -> [Receipt.Output] {
    let parts = job.plan.parts
    let (inputs, inferred, outlines) = try job.opened(read)
    let chosen = try job.chosen(inputs)
    let settled = try job.settled(read)
    // The packages of this input among all, as they are laid over by later ones.
    let before = job.plan.inputs[..<number].indices.filter { !job.plan.inputs[$0].isReference }
      .reduce(0) { $0 + outlines[$1].packages.count }
    var writer = try PartWriter(output, parts: parts)
    func place(_ texts: [String: MeetingTexts], _ lookups: borrowing LookupContext) throws {
      for (place, opened) in outlines[number].packages.enumerated() {
        let package = inputs.all[before + place]
        for entity in package.entities.indices {
          guard opened.kept[entity].isUnplaced, !package.updates.contains(entity) else { continue }
          let own = texts[package.entities[entity].name.lowercased()]
          var file: FileParts?
          var raw = try PackageScan(opened.package, entities: [entity])
          var scan = try PackageScan(package, entities: [entity])
          while let (_, batch) = try raw.next() {
            let parts =
              file
              ?? FileParts(
                own?.file(package, entity, width: batch.width), ofInput: number, parts: parts, ties: settled.ties)
            file = parts
            // The same records with what later packages bring for them.
            try parts.find(batch, as: try scan.next()?.batch, lookups)
            try writer.add(batch, package: place, entity: entity, to: parts.numbers)
          }
        }
      }
    }
    let share = PrologueShare(settled.companies) { context, templates, lookups in
      try place(try MeetingTexts.all(templates, context, lookups), lookups)
    }
    let sink = FindingSink(catalogue: job.findings, mostPerCode: 0)
    var own = inputs
    // Only lookups of the source side read anything.
    own.destinations = []
    own.shares = inputs.sources.map { package in
      var package = package
      package.store = BlockStore.empty
      return package
    }
    let conversion = job.conversion { ($0.isDelta, $0.readsBack, $0.isDryRun) = (false, false, true) }
    _ = try conversion.run(share, chosen, own, inferred, sink, to: nil)
    return try writer.finish()
  }
}
