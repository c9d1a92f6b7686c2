import Mapping
import Reconciliation

/// The labels of the statuses by which totals are grouped: a number says nothing to people.
struct StatusLabels {
  private let schemas: SchemaCatalogue

  /// Labels of the entities that a reconciliation compares.
  init(_ summary: ReconciliationSummary) throws(ProjectError) {
    if let own = summary.options.project?.schemas { schemas = own } else { schemas = try .builtIn() }
  }

  /// The label of a status in a task's totals; the status itself if it has none.
  func text(_ status: String, of task: ComparedTask) throws(ProjectError) -> String {
    guard let number = Int(status), let schema = try schemas.schema(named: task.task.destination) else { return status }
    let fields = Set(task.fields.map { $0.name.lowercased() })
    let columns = [schema.statusField, StateColumns.state, StateColumns.status].compactMap { $0 }
    guard let column = columns.first(where: { fields.contains($0.lowercased()) }),
      let option = schema.attribute(named: column)?.options.first(where: { $0.value == number })
    else { return status }
    return "\(option.label) (\(status))"
  }
}
