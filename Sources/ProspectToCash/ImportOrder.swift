import Conversion
import Findings
public import Mapping

/// The packages that templates make, in the order in which they are imported.
public struct ImportOrder: Sendable {
  /// The packages; those for F&O first.
  public let steps: [ImportStep]

  /// The order of the templates of the names, or of those that run by themselves, upon a project if one is given; of one
  /// side if it is. Throws `ProjectError`, `Failure`.
  public init(templates names: [String], project: String?, to side: Side?) throws {
    let project = try project.map { try JobCatalogues.project($0) }
    let known = try JobCatalogues(project, templates: names, overrides: [], language: .english)
    let own = project?.only ?? []
    var templates: [Template] = []
    for name in names.isEmpty ? (own.isEmpty ? known.templates.defaultNames : own) : names {
      guard let template = try known.templates.template(named: name), !templates.contains(where: { $0.name == name })
      else { continue }
      templates.append(project?.adjust(template) ?? template)
    }
    let defersReferences = project?.waves ?? true
    var steps: [ImportStep] = []
    for destination in Side.allCases where side == nil || side == destination {
      let order = try TemplateOrder(
        templates.filter { $0.destination == destination }, catalogue: known.templates, schemas: known.schemas,
        defersReferences: defersReferences)
      try order.check(known.templates)
      steps += try order.steps(known.schemas, defersReferences: defersReferences)
    }
    self.steps = steps
  }
}
