import Conversion
import Findings
import Mapping
import Packages

/// Which templates exports can be compared by.
struct ReconciliationPlan {
  private var chosen: [Template] = []
  /// Templates that only one side has records for.
  private(set) var omissions: [Reconciliation.Omission] = []
  private let order: [String]

  /// The templates that were asked for, else all of whose entities both sides hold; a variant stands in for its standard
  /// template where only its entities are there. Throws `ProjectError`, and `Failure` if there is nothing to compare.
  init(_ options: ReconciliationOptions, _ exports: Exports, templates: TemplateCatalogue) throws {
    order = templates.names.sorted()
    let isAsked = !options.templates.isEmpty
    for name in isAsked ? templates.names.filter(options.templates.contains) : templates.defaultNames {
      guard let template = try templates.template(named: name) else { continue }
      if let lacking = ReconciliationPlan.lacking(template, exports) {
        if isAsked {
          throw Failure(
            message: """
              the template \(name) cannot be compared: no package of \(lacking.side == .finops ? "F&O" : "Sales") contains \
              \(lacking.entity)
              """, exitCode: 65)
        }
        if let variant = try ReconciliationPlan.variant(of: name, exports, templates) {
          chosen.append(variant)
        } else if exports.hold(template.tasks[0].source, on: template.destination.opposite) {
          omissions.append(lacking)
        }
        continue
      }
      chosen.append(template)
    }
    omitItems(exports)
    guard !chosen.isEmpty else {
      throw Failure(
        message:
          "\(FindingCode.kindNotRecognised): no template has its entities on both sides; see `p2c templates list`",
        exitCode: 65)
    }
  }

  /// Price list items that products make, where the export of Sales has none at all.
  private mutating func omitItems(_ exports: Exports) {
    for template in chosen where template.destination == .sales {
      guard let items = template.tasks.compactMap(\.priceListItems).first, !exports.hold(items.destination, on: .sales)
      else { continue }
      omissions.append(
        Reconciliation.Omission(template: template.name, task: items.name, entity: items.destination, side: .sales))
    }
  }

  private static func lacking(_ template: Template, _ exports: Exports) -> Reconciliation.Omission? {
    let (task, side) = (template.tasks[0], template.destination)
    if !exports.hold(task.source, on: side.opposite) {
      return Reconciliation.Omission(template: template.name, entity: task.source, side: side.opposite)
    }
    if !exports.hold(task.destination, on: side) {
      return Reconciliation.Omission(template: template.name, entity: task.destination, side: side)
    }
    return nil
  }

  private static func variant(
    of name: String, _ exports: Exports, _ templates: TemplateCatalogue
  ) throws -> Template? {
    for variant in templates.variants(of: name) {
      if let template = try templates.template(named: variant), lacking(template, exports) == nil { return template }
    }
    return nil
  }

  /// The names of the templates that write to a side.
  func names(to side: Side) -> [String] { chosen.filter { $0.destination == side }.map(\.name) }

  /// The place of a task in the order of names.
  func order(_ template: Template, _ task: TaskTemplate) -> (template: Int, task: Int) {
    let names = template.tasks.map(\.name) + template.tasks.compactMap(\.priceListItems?.name)
    return (order.firstIndex(of: template.name) ?? 0, names.sorted().firstIndex(of: task.name) ?? 0)
  }

  /// Whether another template brings what the task writes back to where it came from.
  func hasWayBack(_ task: TaskTemplate) -> Bool {
    chosen.flatMap(\.tasks).contains {
      $0.source.lowercased() == task.destination.lowercased() && $0.destination.lowercased() == task.source.lowercased()
    }
  }
}
