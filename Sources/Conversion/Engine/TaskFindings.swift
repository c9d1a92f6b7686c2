import Findings
import Mapping
import Packages

/// Makes the findings about records of a task. Other than a task's state it does not lead to the run, so that an observer may
/// keep it.
final class TaskFindings {
  private let task: TaskTemplate
  private let destination: EntitySchema
  /// The source entity.
  let entity: EntityName
  /// How many characters a value of the package may have, whatever its column takes.
  private let mostCharacters: Int
  /// What fields are called in files, by the number of the file; made when a finding first needs them.
  private var names: [[String]] = []

  init(_ task: TaskTemplate, to destination: EntitySchema, _ options: ConversionOptions) {
    (self.task, self.destination) = (task, destination)
    entity = EntityName(task.source)
    mostCharacters = options.fileFormat(to: destination.side)?.mostCharacters ?? Int.max
  }

  /// The finding of an issue of a record.
  func finding(_ issue: Issue, of record: borrowing RecordView) -> Finding {
    let input = record.input
    var place = FindingPlace(package: input.package.path, file: input.file, entity: entity)
    (place.record, place.line, place.key, place.company) = (
      record.ownNumber, Int(record.line), record.issues.key, record.company
    )
    var finding = Finding(issue, issue.code.severity == .error ? .error : .warning, at: place)
    if issue.code == .pricingError { finding.field = PricingError.column }
    if let column = issue.column { finding.field = input.columns[column].heading }
    if let field = issue.field {
      finding.field = name(of: field, in: input)
      if issue.code == .stateIsAName { finding.detail = .stateName }
      if issue.code == .tooLong || issue.code == .tooLongForAssumedLimit {
        let attribute = destination.attribute(named: task.fields[field].column)
        let isAssumed = attribute?.lengthIsAssumed ?? false
        // A value beyond an assumed limit is refused only if it does not fit into files either.
        let own = issue.code == .tooLong && isAssumed ? Int.max : attribute?.maxLength ?? Int.max
        finding.detail = .limit(min(own, mostCharacters))
      }
    }
    return finding
  }

  private func name(of field: Int, in input: TaskInput) -> String {
    while names.count <= input.number { names.append([]) }
    if names[input.number].isEmpty {
      let entity = input.package.entities[input.entity]
      names[input.number] = task.fields.map { $0.column(in: entity) }
    }
    return names[input.number][field]
  }
}
