import Conversion
import Mapping

/// The entities whose records find their part when they are read, since their meeting texts are in themselves: no other record
/// ties them to others, and no later input brings their numbers. All others wait until all inputs were read.
struct DirectEntities {
  private var names: Set<String> = []

  /// None.
  init() {}

  /// Those of templates in a plan. Throws `ProjectError`.
  init(_ templates: [Template], _ job: ShardJob) throws {
    let (plan, options) = (job.plan, job.options)
    let tasks = templates.flatMap { template in template.tasks.map { (template: template, task: $0) } }
    if plan.parts == 1 {
      names = Set(tasks.map { $0.task.source.lowercased() })
      return
    }
    let hasPrefixes = options.project?.companies.contains { !$0.prefix.isEmpty } ?? false
    guard plan.placesWhenRead, !hasPrefixes else { return }
    // A record without a number may get that of another one of its id, which is known when all were read.
    let numbered = options.assignsNumbers ? try job.schemas.numberSequences().map { $0.table.lowercased() } : []
    var seen = Set(numbered)
    for (template, task) in tasks where seen.insert(task.source.lowercased()).inserted {
      if DirectEntities.isDirect(task, of: template) { names.insert(task.source.lowercased()) }
    }
  }

  /// Whether the text of a record is in itself.
  private static func isDirect(_ task: TaskTemplate, of template: Template) -> Bool {
    // In Sales headers of one id are tied, and lines have those of their headers.
    if template.destination == .finops, template.tasks.contains(where: { $0.header != nil }) { return false }
    guard let path = task.header.map({ SourcePath($0) }) ?? task.fields.first(where: \.isKey)?.sources.first else {
      return true
    }
    return !path.isLookup && task.derivations[path.column.lowercased()] == nil
  }

  func contains(_ entity: String) -> Bool { names.contains(entity.lowercased()) }
}
