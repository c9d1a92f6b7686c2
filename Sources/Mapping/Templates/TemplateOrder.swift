import Findings

/// In which order templates run: each after those that its `after:` names and after those that write what it looks up, for
/// the rest by their numbers and names.
public struct TemplateOrder {
  /// Why a template comes after another one.
  struct Need {
    /// The place of the other one.
    var other: Int
    var reason: ImportStep.Reason
  }

  let templates: [Template]
  /// For each template those that must run before it.
  private(set) var needs: [[Need]]

  /// The order of templates among themselves. Templates of different sides do not wait for each other. With
  /// `defersReferences`, loose references do not count: a second package brings them where they lead to later records.
  public init(
    _ templates: [Template], catalogue: TemplateCatalogue, schemas: SchemaCatalogue, defersReferences: Bool = false
  ) throws(ProjectError) {
    self.templates = templates.sorted { ($0.order, $0.name) < ($1.order, $1.name) }
    needs = Array(repeating: [], count: templates.count)
    for index in self.templates.indices {
      let template = self.templates[index]
      let named = try Set(TemplateOrder.names(template, catalogue))
      let lookups = try TemplateOrder.lookups(template, schemas, defersReferences: defersReferences)
      for (place, other) in self.templates.enumerated() {
        guard place != index, other.destination == template.destination else { continue }
        if named.contains(other.name) {
          needs[index].append(Need(other: place, reason: .init(template: other.name, because: .after)))
        }
        let written = other.writtenEntities
        for lookup in lookups where !written.isDisjoint(with: lookup.entities) {
          let reason = ImportStep.Reason(template: other.name, because: .lookup, field: lookup.field)
          if needs[index].contains(where: { $0.reason == reason }) { continue }
          needs[index].append(Need(other: place, reason: reason))
        }
      }
    }
  }

  /// The templates in their order. Those that wait for each other are left in the order of their numbers.
  public var sorted: [Template] { places.map { templates[$0] } }

  /// The places of the templates in their order (Kahn): of those that wait for nobody the first one is always next.
  var places: [Int] {
    var sorted: [Int] = []
    var waiting = Array(templates.indices)
    while !waiting.isEmpty {
      let next = waiting.firstIndex { index in needs[index].allSatisfy { !waiting.contains($0.other) } } ?? 0
      sorted.append(waiting.remove(at: next))
    }
    return sorted
  }

  /// The names of the templates that write what a template looks up.
  public func lookedUp(by name: String) -> [String] {
    guard let place = templates.firstIndex(where: { $0.name == name }) else { return [] }
    let others = Set(needs[place].filter { $0.reason.because == .lookup }.map(\.other))
    return others.sorted().map { templates[$0].name }
  }

  /// Fails if templates wait for each other, or if their numbers do not sort in the order that they need.
  public func check(_ catalogue: TemplateCatalogue) throws(ProjectError) {
    if let component = circles.first {
      let circle = circle(in: component)
      let names = circle.map { templates[$0.from].name }
      throw .waiting(place(names, catalogue), templates: circle.map(label) + [names[0]])
    }
    for (index, template) in templates.enumerated() {
      for need in needs[index] where templates[need.other].order > template.order {
        let before = templates[need.other]
        throw .wrongOrder(
          place([template.name, before.name], catalogue), before: before.name, number: before.order,
          after: template.name, least: template.order, reason: label(index, need))
      }
    }
  }

  // MARK: Circles

  /// The sets of templates that wait for each other, each in order: strongly connected components (Tarjan), the one with the
  /// first template first.
  private var circles: [[Int]] {
    var search = Components(needs: needs)
    for index in templates.indices where search.numbers[index] == nil { search.visit(index) }
    return search.found.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// A shortest way from the first template of a component back to itself, as the needs on it.
  private func circle(in component: [Int]) -> [(from: Int, need: Need)] {
    var trails: [[(from: Int, need: Need)]] = [[]]
    var seen: Set<Int> = []
    while !trails.isEmpty {
      let trail = trails.removeFirst()
      let last = trail.last?.need.other ?? component[0]
      for need in needs[last] where component.contains(need.other) {
        if need.other == component[0] { return trail + [(last, need)] }
        if seen.insert(need.other).inserted { trails.append(trail + [(last, need)]) }
      }
    }
    preconditionFailure("templates of one component lead to each other")
  }

  /// A template with why it waits: `a (after)` or `b.new_ownerid`.
  private func label(_ from: Int, _ need: Need) -> String {
    need.reason.field.map { "\(templates[from].name).\($0)" } ?? "\(templates[from].name) (after)"
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
          catalogue.place(of: template.name), kind: .template, name: text, of: Message(verbatim: "after"),
          known: catalogue.names)
      }
      names.append(name)
    }
    return names
  }

  /// The fields that look something up, each with the entities, in lower case, that have it. What the template writes itself
  /// it does not wait for.
  private static func lookups(
    _ template: Template, _ schemas: SchemaCatalogue, defersReferences: Bool
  ) throws(ProjectError) -> [(field: String, entities: Set<String>)] {
    var lookups: [(field: String, entities: Set<String>)] = []
    for reference in try template.references(schemas) where reference.isFixed || !defersReferences {
      lookups.append((reference.field, Set(reference.entities)))
    }
    let rules = template.destination == .finops ? try schemas.existenceRules() : []
    for field in template.tasks.flatMap(\.fields) {
      guard let number = rules.number(for: field.column) else { continue }
      lookups.append((field.column, Set(rules[number].places.map { $0.entity.lowercased() })))
    }
    let own = template.writtenEntities
    return lookups.map { ($0.field, $0.entities.subtracting(own)) }
  }
}

/// Tarjan's search for the strongly connected components of a graph.
private struct Components {
  let needs: [[TemplateOrder.Need]]
  /// The components in the order in which they were completed.
  private(set) var found: [[Int]] = []
  /// In which order templates were reached; nil for those that were not.
  private(set) var numbers: [Int?]
  private var lowest: [Int]
  private var stack: [Int] = []

  init(needs: [[TemplateOrder.Need]]) {
    self.needs = needs
    numbers = needs.map { _ in nil }
    lowest = needs.map { _ in 0 }
  }

  /// Goes on to a template and to all that it waits for.
  mutating func visit(_ index: Int) {
    let number = numbers.count { $0 != nil }
    (numbers[index], lowest[index]) = (number, number)
    stack.append(index)
    for other in needs[index].map(\.other) {
      if numbers[other] == nil {
        visit(other)
        lowest[index] = min(lowest[index], lowest[other])
      } else if stack.contains(other), let reached = numbers[other] {
        lowest[index] = min(lowest[index], reached)
      }
    }
    guard lowest[index] == number, let place = stack.firstIndex(of: index) else { return }
    found.append(Array(stack[place...]))
    stack.removeSubrange(place...)
  }
}
