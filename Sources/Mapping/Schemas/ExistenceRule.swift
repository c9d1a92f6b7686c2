public import Findings

/// What a reference of F&O is searched for when a record goes there: the values of these fields must exist.
public struct ExistenceRule: Sendable {
  /// The code for a value that does not exist.
  public let code: FindingCode
  /// The destination fields whose values are looked for, in lower case.
  public let fields: Set<String>
  /// Where the values are: entity and column. They are looked for only if a reference has records of one of the entities.
  public fileprivate(set) var places: [(entity: String, column: String)]

  /// Whether the values are those of an entity.
  public func isAbout(_ entity: String) -> Bool { places.contains { $0.entity == entity } }

  /// The rules that schemas of F&O make, by their references with checked columns.
  static func rules(of schemas: [EntitySchema]) -> [ExistenceRule] {
    var rules: [ExistenceRule] = []
    for schema in schemas {
      for reference in schema.references where !reference.checked.isEmpty {
        let place = (schema.name, reference.column)
        if let known = rules.firstIndex(where: { $0.code == reference.code && $0.fields == reference.checked }) {
          rules[known].places.append(place)
        } else {
          rules.append(ExistenceRule(code: reference.code, fields: reference.checked, places: [place]))
        }
      }
    }
    return rules
  }
}

extension [ExistenceRule] {
  /// The number of the rule for a destination field; nil if its values are not looked for.
  func number(for field: String) -> Int? { firstIndex { $0.fields.contains(field.lowercased()) } }
}
