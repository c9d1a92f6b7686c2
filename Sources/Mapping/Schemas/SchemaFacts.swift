/// What all schemas together say, worked out when it is first asked for.
struct SchemaFacts: Sendable {
  /// What must exist in F&O.
  var existenceRules: [ExistenceRule]?
  /// The numbers that Sales gives by itself.
  var numberSequences: [NumberSequence]?
  /// The entities, in lower case, to which lines of some schema belong, each with the column that ties the lines to them.
  var documents: [String: String]?
  /// The tables of Sales, by what exports in other languages call them.
  var localizedTables: [String: String]?
}

extension SchemaCatalogue {
  /// The rules of all schemas of F&O. What the same run writes counts as existing. Throws `ProjectError` for a schema that
  /// cannot be read.
  public func existenceRules() throws(ProjectError) -> [ExistenceRule] {
    try fact(\.existenceRules) { () throws(ProjectError) in
      ExistenceRule.rules(of: try schemas(of: .finops, with: "checked"))
    }
  }

  /// The sequences of all tables of Sales. Throws `ProjectError` for a schema that cannot be read.
  public func numberSequences() throws(ProjectError) -> [NumberSequence] {
    try fact(\.numberSequences) { () throws(ProjectError) in
      NumberSequence.sequences(of: try schemas(of: .sales, with: "sequence"))
    }
  }

  /// The column of documents by which their lines name them: their id in Sales, their number in F&O. Nil if no lines belong
  /// to the entity. Throws `ProjectError` for a schema that cannot be read.
  public func documentColumn(of entity: String) throws(ProjectError) -> String? {
    let documents = try fact(\.documents) { () throws(ProjectError) in
      var documents: [String: String] = [:]
      for side in Side.allCases {
        for header in try schemas(of: side, with: "header").compactMap(\.header) {
          documents[header.entity.lowercased()] = header.by
        }
      }
      return documents
    }
    return documents[entity.lowercased()]
  }
}
