import Mapping

/// What became of a template.
package struct TemplateReport: Sendable {
  package var name: String
  package var title: String
  var order: Int
  package var tasks: [TaskReport]
  package var packages: [PackageReport]
  /// What must be found when the packages are read back, but for the control totals.
  var tallies: [EntityTally] = []
  /// What reads the packages while they are written.
  var tailing: TailingPackages?
  /// The fields with values that no value map has an entry for.
  package var unmapped: [UnmappedField] = []
  /// What the destination must have besides: records that those written point to.
  package var required: [RequiredRecords.Entry] = []

  /// What became of a template, its packages and tasks.
  package init(name: String, title: String, order: Int, tasks: [TaskReport] = [], packages: [PackageReport] = []) {
    (self.name, self.title, self.order, self.tasks, self.packages) = (name, title, order, tasks, packages)
  }
}

/// What became of a task.
package struct TaskReport: Sendable {
  package var name: String
  package var source: String
  package var destination: String
  package var counts: TaskCounts
  package var totals: [ControlTotals.Entry] = []
  /// The amounts that no field takes over.
  package var unmapped: [UnmappedAmount] = []
  /// The values that go over in second packages, by column.
  package var deferred: [String: Int] = [:]
  /// What became of the records of each company.
  package var companies: [(name: String, counts: TaskCounts)] = []

  /// A task whose records are counted elsewhere.
  package init(name: String, source: String, destination: String) {
    (self.name, self.source, self.destination) = (name, source, destination)
    counts = TaskCounts()
  }

  /// What became of a task, all of whose companies have passed.
  init(_ state: TaskState) {
    name = state.task.name
    source = state.task.source
    destination = state.task.destination
    counts = TaskCounts()
    for tally in state.companies {
      counts.add(tally.counts)
      companies.append((tally.company, tally.counts))
    }
  }
}

extension [TemplateReport] {
  /// What the tasks say that they have read.
  var readings: [InputConservation.Reading] {
    flatMap { report in
      report.tasks.map { .init(template: report.name, task: $0.name, source: $0.source, records: $0.counts.read) }
    }
  }
}

extension RejectLimit {
  /// Whether too many of the records that templates have read were rejected.
  package func isPassed(by reports: [TemplateReport]) -> Bool {
    let counts = reports.flatMap(\.tasks).map(\.counts)
    return isPassed(rejected: counts.reduce(0) { $0 + $1.rejected }, read: counts.reduce(0) { $0 + $1.read })
  }
}
