// Hot path: no allocation per record.

import Archives
import Mapping
import Packages
import Records

/// Second packages: the references that the first ones leave out, once all their records are written.
extension TemplateRun {
  /// Which columns of each task the packages of some companies leave out.
  func deferrals(_ group: [RunCompany]) -> [[WavePlan.Deferral]] {
    let company = template.destination == .sales ? 0 : group[0].number
    return states.indices.map { context.waves.deferrals(of: template.name, task: $0, company: company) }
  }

  /// What a task writes into the first packages of the companies at hand.
  func firstEntity(_ index: Int, level: Int) -> WrittenEntity {
    let left = deferred[index].map(\.field)
    let entity = WrittenEntity(states[index], level: level)
    return left.isEmpty ? entity : entity.keeping { !left.contains($0.field) }
  }

  /// What a task writes into the second packages: the key, then the deferred columns by name.
  private func secondEntity(_ index: Int) -> WrittenEntity {
    let entity = WrittenEntity(states[index], level: index + 1)
    let schema = states[index].destination
    var fields: [(name: String, field: Int)] = []
    if schema.side == .finops {
      let keys = Set(schema.keys.map { $0.lowercased() })
      fields = entity.fields.filter { keys.contains($0.name.lowercased()) }
    }
    return entity.writing(fields + deferred[index].map { ($0.column, $0.field) })
  }

  /// Writes the second packages of the template, if it has any. The destination's tables are complete. Throws what writing
  /// throws, and `ConversionError.notConserved` if they do not have each value once.
  mutating func writeReferences(_ lookups: inout LookupContext) throws -> ReferencePackages? {
    guard let second = context.waves.deferrable[template.name], context.waves.defers(template.name) else { return nil }
    var packages = ReferencePackages(number: second.number)
    for group in groups {
      deferred = deferrals(group)
      if deferred.allSatisfy(\.isEmpty) { continue }
      let splitter = PackageSplitter(self.template.second(second), context: context, company: group[0])
      repeat { try writeReferences(of: group, to: splitter, &lookups) } while try splitter.advance()
      packages.add(splitter, columns: Set(deferred.joined().map(\.column)).sorted())
    }
    return packages
  }

  private mutating func writeReferences(
    of group: [RunCompany], to splitter: PackageSplitter, _ lookups: inout LookupContext
  ) throws {
    units = 0
    for index in states.indices where !deferred[index].isEmpty {
      try splitter.begin(secondEntity(index))
      var values = deferred[index].map { _ in 0 }
      for company in group {
        select(company, task: index, &lookups)
        try writeReferences(index, to: splitter, lookups, &values)
      }
      _ = try splitter.end()
      if values != deferred[index].map(\.values) {
        throw ConversionError.notConserved(template: template.name, task: states[index].task.name)
      }
    }
  }

  private mutating func writeReferences(
    _ index: Int, to splitter: PackageSplitter, _ lookups: borrowing LookupContext, _ values: inout [Int]
  ) throws {
    let deferred = deferred[index]
    let owner = WavePlan.Owner(
      template: template.name, task: index, company: template.destination == .sales ? 0 : companyAtHand.number)
    var key = OutputBuffer(capacity: 64)
    let pass = states[index].pass
    try pass.forEachStretch(of: part, lookups) { record in
      while record.next() {
        if !kept[index].contains(record.number) { continue }
        record.readKey(lookups)
        record.map(lookups, parents: true)
        if context.companies.isPartitioned, template.destination == .sales,
          case .shared = identities[index].holder(of: &record, lookups)
        {
          continue
        }
        var hasValue = false
        for (place, deferral) in deferred.enumerated() {
          var isFilled = !record.mapper.output(deferral.field).isEmpty
          if isFilled, template.destination == .finops {
            var isMissing = false
            record.mapper.forText(of: deferral.field, record.batch) { value in
              isFilled = !KeyText.trimmed(value).isEmpty
              isMissing = context.waves.isMissing(value, field: deferral.field, of: owner, &key)
            }
            if isMissing { record.mapper.clear(deferral.field) }
            isFilled = isFilled && !isMissing
          }
          if isFilled { values[place] += 1 }
          hasValue = hasValue || isFilled
        }
        guard hasValue else { continue }
        identify(&record, lookups)
        record.unit = units
        try splitter.write(&record, lookups)
        units += 1
      }
    }
  }
}

/// The second packages of a template.
struct ReferencePackages {
  /// Their number.
  let number: Int
  private(set) var packages: [PackageReport] = []
  private(set) var tallies: [EntityTally] = []
  private(set) var tailing: TailingPackages?

  init(number: Int) { self.number = number }

  fileprivate mutating func add(_ splitter: PackageSplitter, columns: [String]) {
    tailing = packages.isEmpty ? splitter.tailing : nil
    packages += splitter.packages.map { package in
      var package = package
      (package.wave, package.number, package.columns) = (2, number, columns)
      return package
    }
    for tally in splitter.tallies { tallies.add(tally) }
  }

  /// What is meant to be in them; nil without packages.
  func written(in output: OutputDirectory) -> WrittenPackages? {
    var written = WrittenPackages(packages, tallies, in: output)
    written?.tailing = tailing
    return written
  }
}

extension Template {
  /// The template as that of its second packages: single records of the same entities, under their own name and number.
  fileprivate func second(_ references: DeferrableReferences) -> Template {
    var second = self
    (second.name, second.order) = (references.name, references.number)
    for index in tasks.indices { (second.tasks[index].header, second.tasks[index].generates) = (nil, nil) }
    return second
  }
}
