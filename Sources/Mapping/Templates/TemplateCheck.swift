import Findings

/// Whether every entity and column that a template names exists.
struct TemplateCheck {
  let template: Template
  let places: TemplatePlaces
  let schemas: SchemaCatalogue

  /// Fails at the first that does not.
  func run() throws(ProjectError) {
    for task in template.tasks {
      let source = try entity(task.source, of: template.destination.opposite, in: task)
      let destination = try entity(task.destination, of: template.destination, in: task)
      for field in task.fields {
        let place = places.field(field.destination, of: task.name)
        for path in field.sources { try check(path, in: source, at: place) }
        try check(SourcePath(field.destination), in: destination, at: place)
      }
      let place = places.task(task.name)
      if let header = task.header { try check(SourcePath(header), in: source, at: place) }
      try Self.check(task.filter, against: source, at: places.filters[task.name] ?? place)
      for (column, derivation) in task.derivations.sorted(by: { $0.key < $1.key }) {
        _ = try attribute(column, of: source, at: place)
        try check(derivation, in: source, of: task, at: place)
      }
    }
  }

  /// Fails if the filter asks for a field that the entity does not have.
  static func check(_ filter: FilterExpression, against schema: EntitySchema, at place: ProjectPlace)
    throws(ProjectError)
  {
    for field in filter.fields where schema.attribute(named: field) == nil {
      throw .unknownName(
        place, kind: .filterField, name: field, of: Message(verbatim: schema.name), known: schema.attributes.map(\.name)
      )
    }
  }

  private func entity(_ name: String, of side: Side, in task: TaskTemplate) throws(ProjectError) -> EntitySchema {
    let place = places.task(task.name)
    guard let schema = try schemas.schema(named: name), schema.side == side else {
      let known = schemas.entries.filter { $0.side == side }.map(\.name)
      throw .unknownName(place, kind: .entity, name: name, of: Message(verbatim: "\(side)"), known: known)
    }
    return schema
  }

  private func attribute(
    _ name: String, of schema: EntitySchema, at place: ProjectPlace
  ) throws(ProjectError) -> Attribute {
    guard let attribute = schema.attribute(named: name) else {
      throw .unknownName(
        place, kind: .field, name: name, of: Message(verbatim: schema.name), known: schema.attributes.map(\.name))
    }
    return attribute
  }

  private func table(_ name: String, at place: ProjectPlace) throws(ProjectError) -> EntitySchema {
    guard let schema = try schemas.schema(named: name) else {
      throw .unknownName(place, kind: .entity, name: name, of: "the tool", known: schemas.entries.map(\.name))
    }
    return schema
  }

  private func check(_ path: SourcePath, in schema: EntitySchema, at place: ProjectPlace) throws(ProjectError) {
    let column = try attribute(path.column, of: schema, at: place)
    guard path.isLookup else { return }
    guard column.type == .lookup, path.targets.count == 1 || path.targets.allSatisfy({ $0.table != nil }) else {
      throw .wrongValue(
        place, what: "the path", value: path.text, expected: "lookup.column or lookup.Table(column).Table(column)")
    }
    for target in path.targets {
      guard let name = target.table ?? column.targets.first else {
        throw .missing(place, what: "the table of the lookup", of: Message(verbatim: path.text))
      }
      _ = try attribute(target.column, of: try table(name, at: place), at: place)
    }
  }

  private func check(
    _ derivation: Derivation, in source: EntitySchema, of task: TaskTemplate, at place: ProjectPlace
  ) throws(ProjectError) {
    switch derivation {
    case .lookupTable(let lookup, let name):
      _ = try attribute(lookup, of: source, at: place)
      _ = try table(name, at: place)
    case .referredBy(let paths):
      for path in paths {
        let parts = path.split(separator: ".").map(String.init)
        guard parts.count == 2 else {
          throw .wrongValue(place, what: "the lookup", value: path, expected: Message(verbatim: "table.column"))
        }
        _ = try attribute(parts[1], of: try table(parts[0], at: place), at: place)
      }
    case .everyLine(let name, let link, let product, let flag):
      let lines = try table(name, at: place)
      _ = try attribute(link, of: lines, at: place)
      guard let products = try attribute(product, of: lines, at: place).targets.first else {
        throw .missing(place, what: "the table of the lookup", of: Message(verbatim: product))
      }
      _ = try attribute(flag, of: try table(products, at: place), at: place)
    case .header(let column):
      guard let header = task.header,
        let name = try attribute(SourcePath(header).column, of: source, at: place).targets.first
      else { throw .missing(place, what: Message(verbatim: "header: lookup.number"), of: "the task \(task.name)") }
      _ = try attribute(column, of: try table(name, at: place), at: place)
    }
  }
}
