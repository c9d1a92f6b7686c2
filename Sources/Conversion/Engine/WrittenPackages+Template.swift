package import Archives

extension WrittenPackages {
  /// The packages of a template, with the control totals of its tasks as amounts that are meant. Nil without packages.
  package init?(_ report: TemplateReport, in output: OutputDirectory) {
    self.init(report.packages, report.tallies, in: output)
    tailing = report.tailing
    for task in report.tasks {
      guard let index = tallies.firstIndex(where: { $0.entity == task.destination }) else { continue }
      for total in task.totals {
        guard let column = tallies[index].amountColumns.firstIndex(of: total.field.lowercased()) else { continue }
        tallies[index].add(total.destination, to: column)
      }
    }
  }
}
