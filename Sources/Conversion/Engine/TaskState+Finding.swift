import Findings
import Mapping
import Packages

extension TaskState {
  /// What findings about records of the task are made of.
  var findings: TaskFindings { TaskFindings(task: task, destination: destination) }

  /// The finding of an issue of a record.
  func finding(_ issue: Issue, of record: borrowing RecordView, _ options: ConversionOptions) -> Finding {
    findings.finding(issue, of: record, options)
  }
}

/// What findings about records of a task are made of. Other than a task's state it does not lead to the run, so that an observer
/// may keep it.
struct TaskFindings {
  let task: TaskTemplate
  let destination: EntitySchema

  /// The finding of an issue of a record.
  func finding(_ issue: Issue, of record: borrowing RecordView, _ options: ConversionOptions) -> Finding {
    let input = record.input
    var place = FindingPlace(package: input.package.path, file: input.file, entity: EntityName(task.source))
    (place.record, place.line, place.key, place.company) = (
      record.ownNumber, Int(record.line), record.issues.key, record.company
    )
    var finding = Finding(issue, issue.code.severity == .error ? .error : .warning, at: place)
    if issue.code == .pricingError { finding.field = PricingError.column }
    if let column = issue.column { finding.field = input.columns[column].heading }
    if let field = issue.field {
      finding.field = task.fields[field].column(in: input.package.entities[input.entity])
      if issue.code == .stateIsAName { finding.detail = .stateName }
      if issue.code == .tooLong || issue.code == .tooLongForAssumedLimit {
        let attribute = destination.attribute(named: task.fields[field].column)
        let isAssumed = attribute?.lengthIsAssumed ?? false
        // A value beyond an assumed limit is refused only if it does not fit into files either.
        let own = issue.code == .tooLong && isAssumed ? Int.max : attribute?.maxLength ?? Int.max
        finding.detail = .limit(min(own, options.fileFormat(to: destination.side)?.mostCharacters ?? Int.max))
      }
    }
    return finding
  }
}
