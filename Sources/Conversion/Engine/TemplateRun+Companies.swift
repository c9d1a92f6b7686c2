package import Mapping
import Packages
import Records

/// Which companies' records are at hand, and where they go.
extension TemplateRun {
  /// The companies whose records share packages.
  package var groups: [[RunCompany]] {
    template.destination == .sales ? [context.companies.running] : context.companies.running.map { [$0] }
  }

  /// Begins the packages of some companies.
  package mutating func begin(_ group: [RunCompany]) {
    if !sinks.isEmpty {
      sink = PackageSplitter(template, context: context, company: group[0])
    }
    sinks.append(sink)
    deferred = deferrals(group)
    units = 0
  }

  /// Goes on with the records of a company in a task.
  package mutating func select(_ company: RunCompany, task index: Int, _ lookups: inout LookupContext) {
    companyAtHand = company
    self.company = company.name
    context.company = company.name
    lookups.select(company: context.companies.number(of: company))
    identities = identitiesOfCompanies[company.number]
    lookups.growingTable = identities[index].growingTable
    lookups.growingRules = lookups.existenceRules.indices.filter {
      lookups.existenceRules[$0].isAbout(states[index].task.destination)
    }
    states[index].select(company: company.name)
    let part = TaskPart(
      task: index, state: states[index], company: company, companies: context.companies,
      identity: identities[index], deferred: deferred[index], waves: context.waves)
    for observer in observers { observer.begin(part) }
  }

  /// The prefixes that companies put before the numbers of a task's records, in their comparable form; none if all are empty.
  package func prefixes(_ index: Int) -> KeyPrefixes? {
    let prefixes = identitiesOfCompanies.map { $0[index].comparablePrefix }
    guard prefixes.contains(where: { !$0.isEmpty }), let owners = context.companies.owners else { return nil }
    return KeyPrefixes(prefixes: prefixes, owners: owners)
  }

  /// The number of the company at hand where records of several are in one table; 0 for everybody's.
  var rowNumber: Int { context.companies.partition == nil ? 0 : companyAtHand.number + 1 }

  /// The records of the company at hand.
  package var part: RecordPart { context.companies.parts[companyAtHand.number] }

  /// Filters the records of companies that do not run, and those that belong to none.
  mutating func filterOthers(_ index: Int, _ lookups: borrowing LookupContext) throws {
    for (number, (part, owner)) in context.companies.others.enumerated() {
      for observer in observers { observer.begin(other: number, task: index) }
      let clause: Int
      switch owner {
      case .company(let other):
        company = other.description
        clause = context.clauses.number(of: company)
      case .unit(let unit):
        company = ""
        clause = context.clauses.number(of: unit)
      }
      states[index].select(company: company)
      let pass = states[index].pass
      var count = 0
      try pass.forEachStretch(of: part, lookups) { record in
        states[index].note(record.batch, record.first, record.input)
        while record.next() {
          record.company = company
          states[index].counts.read += 1
          record.readKey(lookups)
          try filter(&record, .company, clause: clause, lookups)
        }
        count += record.records.count
      }
      if count > 0, case .unit(let unit) = owner, states[index].task.header == nil {
        context.noteForeign(unit, entity: states[index].task.source, count)
      }
    }
  }
}
