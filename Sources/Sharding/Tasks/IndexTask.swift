import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Finds out what all parts must know, makes the package of assigned numbers, and reports what concerns no template.
struct IndexTask {
  let job: ShardJob

  func run(_ output: OutputDirectory, _ receipt: inout Receipt) throws {
    let read = ReadFiles()
    let (inputs, inferred, _) = try job.opened(read)
    let chosen = try job.chosen(inputs)
    var settled = Settled()
    let isParted = job.plan.parts > 1
    let share = PrologueShare(writesNumbers: true) { context, templates, lookups in
      settled.running = context.companies.runningNames
      settled.others = context.companies.othersCount
      settled.companies = context.companies.settled
      if isParted { settled.ties = try IndexTask.ties(templates, context, lookups) }
    }
    var said: UInt32 = 0
    let sink = FindingSink(catalogue: job.findings, mostPerCode: 0)
    let list = PlacedFindings(
      try output.file(PlacedFindings.fileName), in: FindingWords(job.findings), mostPerCode: job.options.maxFindings
    ) { _ in
      said += 1
      return RowPlace(stretch: Stretches.before, input: said, record: 0)
    }
    let conversion = job.conversion { $0.isDelta = false }
    sink.review = { finding in
      // It is reported at the end of the whole.
      if finding.code != .businessUnitOfNoCompany { try list.add(finding) }
      return nil
    }
    try conversion.report(inputs, chosen, sink)
    let result = try conversion.run(share, chosen, inputs, inferred, sink, to: output)
    try list.finish()
    for name in [ListNames.crosswalk, ListNames.filtered] { try output.remove(name) }
    try output.write(WorkFiles.settled, settled.bytes)
    var summary = PartSummary()
    summary.packages = result.numbers
    summary.unlisted = UnlistedFindings(list)
    try output.write(PartSummary.fileName, summary.bytes)
    receipt.read = read.all
  }

  /// The texts of records that meet though their texts differ: headers of one id, and numbers that are one in Sales once the
  /// companies' prefixes are before them.
  private static func ties(
    _ templates: [Template], _ context: RunContext, _ lookups: borrowing LookupContext
  ) throws -> [[UInt8]: [UInt8]] {
    var ties = TiedTexts()
    let texts = try MeetingTexts.all(templates, context, lookups)
    for (name, entity) in texts.sorted(by: { $0.key < $1.key }) {
      let prefixes = entity.prefixes
      guard !entity.isOfLines, entity.isOfHeaders && context.inputs.destination == .finops || prefixes != nil else {
        continue
      }
      var ids: [GUID: [UInt8]] = [:]
      var numbers: [[UInt8]: [UInt8]] = [:]
      for package in context.inputs.sources {
        for index in package.indices(of: name) {
          let file = prefixes?.file(package, index)
          var scan = try PackageScan(package, entities: [index])
          guard var texts = entity.file(package, index, width: package.entities[index].columns.count) else { continue }
          while let (_, batch) = try scan.next() {
            try texts.forEach(batch, batch, lookups) { record, span, number, id in
              if span.isEmpty { return }
              let text = span.copy
              if let id {
                if let other = ids[id] { ties.tie(other, text) } else { ids[id] = text }
              }
              if let prefix = file?.prefix(batch, record) {
                let number = prefix + number.copy
                if let other = numbers[number] { ties.tie(other, text) } else { numbers[number] = text }
              }
            }
          }
        }
      }
    }
    return ties.firsts
  }
}
