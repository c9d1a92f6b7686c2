import Findings

/// What a schema file says of the entity beside its columns, checked against them.
extension SchemaFile {
  /// A reference to a column of the entity.
  struct SchemaReference {
    var column: String
    var by: [String]
    var checked: [String]?
    var code: String?
  }

  /// Takes over what the file says; what it leaves out stays that of the schema that it extends.
  func addFacts(to schema: inout EntitySchema, of base: EntitySchema?, at place: ProjectPlace) throws(ProjectError) {
    schema.publicCollection = publicCollection ?? base?.publicCollection
    schema.isGlobal = global ?? base?.isGlobal ?? false
    schema.companyField = companyField ?? base?.companyField
    schema.alternateKeys = alternateKeys ?? base?.alternateKeys ?? []
    schema.references = try SchemaFile.references(referredBy, at: place) ?? base?.references ?? []
    schema.header = header ?? base?.header
    schema.neededTables = needs ?? base?.neededTables ?? []
    schema.uniqueFields = unique ?? base?.uniqueFields ?? []
    schema.amounts = try amountFields(at: place) ?? base?.amounts
    schema.states = states ?? base?.states
    schema.untransferable = notTransferred ?? base?.untransferable ?? []
    schema.madeByPlatform = madeByPlatform ?? base?.madeByPlatform
    schema.statusField = status ?? base?.statusField
    schema.fieldsPerCompany = perCompany.map { Set($0.map { $0.lowercased() }) } ?? base?.fieldsPerCompany ?? []
    schema.setUpOrder = setUp ?? base?.setUpOrder
    schema.namesRepeat = namesRepeat ?? base?.namesRepeat ?? false
    schema.isExtendedBySolution = solution ?? base?.isExtendedBySolution ?? false
  }

  private static func references(
    _ references: [SchemaReference]?, at place: ProjectPlace
  ) throws(ProjectError) -> [IncomingReference]? {
    guard let references else { return nil }
    var made: [IncomingReference] = []
    for reference in references {
      let code = try SchemaFile.code(reference.code, of: "a reference", at: place)
      made.append(
        IncomingReference(
          reference.column, by: reference.by, checked: reference.checked ?? [], code: code ?? .missingInTarget))
    }
    return made
  }

  /// The code that a text names; nil if there is none. Refuses what is no error.
  static func code(_ text: String?, of owner: String, at place: ProjectPlace) throws(ProjectError) -> FindingCode? {
    guard let text else { return nil }
    guard let code = FindingCode(rawValue: text), code.severity == .error else {
      throw .wrongValue(place, what: "the code of \(owner)", value: text, expected: "the code of an error")
    }
    return code
  }

  private func amountFields(at place: ProjectPlace) throws(ProjectError) -> AmountFields? {
    guard let amounts else { return nil }
    func role(_ name: String) throws(ProjectError) -> AmountFields.Role {
      guard let role = AmountFields.Role(named: name) else {
        throw .unknownName(
          place, kind: .member, name: name, of: "\"amounts\"", known: AmountFields.Role.allCases.map { "\($0)" })
      }
      return role
    }
    var names: [AmountFields.Role: String] = [:]
    for (name, column) in amounts.sorted(by: { $0.key < $1.key }) { names[try role(name)] = column }
    var unmapped: [AmountFields.Role] = []
    for name in unmappedAmounts ?? [] {
      guard case let role = try role(name), names[role] != nil else {
        throw .unknownName(
          place, kind: .member, name: name, of: "\"amounts\"", known: names.keys.map { "\($0)" }.sorted())
      }
      unmapped.append(role)
    }
    return AmountFields(names: names, unmapped: unmapped)
  }

  /// Refuses a schema that speaks of a column or state that it does not have.
  static func checkFacts(of schema: EntitySchema, at place: ProjectPlace) throws(ProjectError) {
    var columns = schema.keys + schema.references.map(\.column) + schema.uniqueFields
    // A key may have a field of a record that a lookup points to: `quoteid.quotenumber`.
    columns += schema.alternateKeys.joined().map { String($0.prefix { $0 != "." }) }
    columns += (schema.amounts?.names.values.sorted() ?? []) + schema.untransferable.map(\.column)
    columns += [schema.header?.by, schema.statusField].compactMap(\.self)
    columns += schema.madeByPlatform.map { [$0.flag, $0.unlessFilled] } ?? []
    for column in columns + schema.fieldsPerCompany.sorted() where schema.attribute(named: column) == nil {
      throw .unknownName(place, kind: .field, name: column, of: "the entity", known: schema.attributes.map(\.name))
    }
    let known = schema.attributes.first { $0.type == .state }?.options.map(\.value) ?? []
    for state in [schema.states?.first, schema.states?.lockedFrom].compactMap(\.self) where !known.contains(state) {
      throw .wrongValue(place, what: "the state", value: "\(state)", expected: "a state of the entity")
    }
  }
}
