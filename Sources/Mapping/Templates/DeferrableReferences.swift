/// The references of a template that may lead to records which come later in a run, so that a second package brings them: loose
/// ones into what the template itself or a later one writes.
public struct DeferrableReferences: Sendable, Equatable {
  /// The template that has them.
  public var template: String
  /// The number of the second package: above those of all templates that write what the loose references lead to.
  public var number: Int
  /// In the order of the template's tasks and fields.
  public var references: [TemplateReference]

  /// The name of the second package behind its number.
  public var name: String { "\(template)-references" }
}

extension Template {
  /// The template with its fields marked that a second package may bring.
  public func marking(_ deferrable: DeferrableReferences) -> Template {
    var template = self
    for (index, task) in tasks.enumerated() {
      let columns = Set(deferrable.references.filter { $0.task == task.name }.map { $0.field.lowercased() })
      for place in task.fields.indices where columns.contains(task.fields[place].column.lowercased()) {
        template.tasks[index].fields[place].isDeferrable = true
      }
    }
    return template
  }
}
