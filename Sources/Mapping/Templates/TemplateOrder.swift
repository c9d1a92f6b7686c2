/// In which order templates run: each after those that its `after:` names and after those that write what it looks up, for
/// the rest by their numbers and names.
public struct TemplateOrder {
  private let templates: [Template]
  /// For each template the places of those that must run before it.
  private var needs: [[Int]]

  /// The order of templates among themselves. Templates of different sides do not wait for each other.
  public init(
    _ templates: [Template], catalogue: TemplateCatalogue, schemas: SchemaCatalogue
  ) throws(ProjectError) {
    self.templates = templates.sorted { ($0.order, $0.name) < ($1.order, $1.name) }
    needs = Array(repeating: [], count: templates.count)
    for index in self.templates.indices {
      let template = self.templates[index]
      let named = try Set(TemplateOrder.names(template, catalogue))
      let lookedUp = try TemplateOrder.lookedUp(template, schemas)
      needs[index] = self.templates.indices.filter { other in
        guard other != index, self.templates[other].destination == template.destination else { return false }
        return named.contains(self.templates[other].name)
          || self.templates[other].tasks.contains { lookedUp.contains($0.destination.lowercased()) }
      }
    }
  }

  /// The templates in their order. Those that wait for each other are left in the order of their numbers.
  public var sorted: [Template] {
    var sorted: [Template] = []
    var waiting = Array(templates.indices)
    while !waiting.isEmpty {
      let next = waiting.firstIndex { index in needs[index].allSatisfy { !waiting.contains($0) } } ?? 0
      sorted.append(templates[waiting.remove(at: next)])
    }
    return sorted
  }

  /// Fails if templates wait for each other, or if their numbers do not sort in the order that they need.
  public func check(_ catalogue: TemplateCatalogue) throws(ProjectError) {
    for index in templates.indices {
      if let circle = circle(from: index) { throw .waiting(place(circle, catalogue), templates: circle) }
    }
    for (index, template) in templates.enumerated() {
      for other in needs[index] where templates[other].order > template.order {
        let (before, after) = (templates[other], template)
        throw .wrongOrder(
          place([after.name, before.name], catalogue), before: before.name, number: before.order, after: after.name,
          least: after.order)
      }
    }
  }

  /// The names of templates that wait for each other, the first one again at the end; nil if the template does not wait for
  /// itself.
  private func circle(from start: Int) -> [String]? {
    var trails = [[start]]
    var seen: Set<Int> = []
    while let trail = trails.popLast() {
      for next in needs[trail[trail.count - 1]] {
        if next == start { return (trail + [start]).map { templates[$0].name } }
        if seen.insert(next).inserted { trails.append(trail + [next]) }
      }
    }
    return nil
  }

  /// Where a mistake stands: in the first of the templates that is a project's own.
  private func place(_ names: [String], _ catalogue: TemplateCatalogue) -> ProjectPlace {
    let places = names.map(catalogue.place)
    return places.first { $0.kind != .builtIn } ?? ProjectPlace(file: places[0].file, kind: .template)
  }

  // MARK: Who waits for whom

  /// The names of the templates that `after:` names, by name or title. Fails if there is no such template.
  private static func names(_ template: Template, _ catalogue: TemplateCatalogue) throws(ProjectError) -> [String] {
    var names: [String] = []
    for text in template.dependsOn {
      guard let name = try catalogue.name(of: text) else {
        throw .unknownName(
          catalogue.place(of: template.name), kind: .template, name: text, of: "after", known: catalogue.names)
      }
      names.append(name)
    }
    return names
  }

  /// The entities, in lower case, in which a template looks something up and which it does not write itself.
  private static func lookedUp(_ template: Template, _ schemas: SchemaCatalogue) throws(ProjectError) -> Set<String> {
    var entities: Set<String> = []
    let rules = template.destination == .finops ? try schemas.existenceRules() : []
    for task in template.tasks {
      let schema = try schemas.schema(named: task.destination)
      for field in task.fields {
        if template.destination == .finops {
          guard let number = rules.number(for: field.column) else { continue }
          entities.formUnion(rules[number].places.map { $0.entity.lowercased() })
        } else if let attribute = schema?.attribute(named: field.column), attribute.type == .lookup {
          // A line's own document is written by the same template.
          if let header = task.header, field.sources == [SourcePath(header)] { continue }
          entities.formUnion(field.destinationTargets(attribute).map { $0.table.lowercased() })
        }
      }
    }
    return entities.subtracting(template.tasks.map { $0.destination.lowercased() })
  }
}
