/// A field that a task writes and that leads to other records of its side: in F&O an attribute with `refersTo`, in Sales a
/// lookup.
public struct TemplateReference: Sendable, Equatable {
  /// The task that writes the field.
  public var task: String
  /// The destination column.
  public var field: String
  /// The entities of the records that it may lead to, in lower case.
  public var entities: [String]
  /// Whether a record cannot be imported without it: it is part of a key, it is required, or it ties a line to its header.
  /// Else it is loose: a second package may bring it.
  public var isFixed: Bool
}

extension Template {
  /// The references of all tasks, in the order of their fields. Throws `ProjectError` for a schema that cannot be read.
  public func references(_ schemas: SchemaCatalogue) throws(ProjectError) -> [TemplateReference] {
    var references: [TemplateReference] = []
    for task in tasks {
      guard let schema = try schemas.schema(named: task.destination) else { continue }
      for field in task.fields where !field.isCountedOnly {
        guard let attribute = schema.attribute(named: field.column) else { continue }
        let entities = field.referredEntities(attribute, of: schema)
        if entities.isEmpty { continue }
        references.append(
          TemplateReference(
            task: task.name, field: attribute.name, entities: entities,
            isFixed: field.isRequired || field.isKey || attribute.isRequired || attribute.isKey
              || task.ties(field, attribute, schema)))
      }
    }
    return references
  }

  /// The entities that its tasks write, in lower case.
  var writtenEntities: Set<String> { Set(tasks.map { $0.destination.lowercased() }) }
}

extension TaskTemplate {
  /// Whether a field ties lines to their header.
  fileprivate func ties(_ field: FieldMapping, _ attribute: Attribute, _ schema: EntitySchema) -> Bool {
    guard let header else { return false }
    return field.sources == [SourcePath(header)]
      || schema.header?.by.lowercased() == attribute.name.lowercased()
  }
}

extension FieldMapping {
  /// The entities, in lower case, of the records that the field leads to; none if it leads to none.
  fileprivate func referredEntities(_ attribute: Attribute, of schema: EntitySchema) -> [String] {
    if schema.side == .finops {
      if attribute.refersToSelf { return [schema.name.lowercased()] }
      return attribute.referredEntity.map { [$0.lowercased()] } ?? []
    }
    guard attribute.type == .lookup else { return [] }
    let named = destinationTargets(attribute).map { $0.table.lowercased() }
    return named.isEmpty ? attribute.targets.map { $0.lowercased() } : named
  }
}
