import Findings

/// Reads one test of a template, and checks every name in it:
///
///     name: a country by name becomes its code
///     given: {account: [{accountnumber: A-1, address1_country: Denmark}]}
///     references: {…}                 # records of either side that are only looked into
///     options: {…}                    # as under templates.NAME of a project; company besides
///     expect: {customers: [{verdict: written, codes: [P2C2402], fields: {CustomerAccount: A-1}}]}
struct TemplateTestReader {
  static let members = ["name", "given", "references", "options", "expect"]

  let file: ProjectPlace
  /// The template as it is without the project's changes.
  let template: Template
  let project: ProjectFile

  /// The test of the node.
  func test(_ node: LocatedNode) throws(ProjectError) -> TemplateTest {
    let members = try node.members(of: Self.members)
    try TemplateReader.require(["name"], among: members, at: node.place, of: "a test")
    var test = TemplateTest(name: "", given: [], references: [], expected: [], project: project)
    for member in members {
      let value = member.value
      switch member.name {
      case "name": test.name = try ProjectReader.name(value)
      case "given": test.given = try records(value, of: template.destination.opposite)
      case "references": test.references = try records(value, of: nil)
      case "options": try readOptions(value, into: &test.project)
      default: test.expected = try expectation(value)
      }
    }
    return test
  }

  // MARK: Records

  private func records(_ node: LocatedNode, of side: Side?) throws(ProjectError) -> [GivenRecords] {
    var given: [GivenRecords] = []
    for member in try node.members() {
      guard let schema = try project.schemas.schema(named: member.name), side == nil || schema.side == side else {
        let known = project.schemas.entries.filter { side == nil || $0.side == side }.map(\.name)
        throw .unknownName(
          member.place, kind: .entity, name: member.name, of: side.map { Message(verbatim: "\($0)") } ?? "the tool",
          known: known)
      }
      guard !given.contains(where: { $0.entity == schema.name }) else {
        throw .wrongValue(member.place, what: node.what, value: member.name, expected: "each entity once")
      }
      given.append(try records(member.value, schema))
    }
    return given
  }

  private func records(_ node: LocatedNode, _ schema: EntitySchema) throws(ProjectError) -> GivenRecords {
    var given = GivenRecords(entity: schema.name, columns: [], rows: [])
    var places: [String: Int] = [:]
    var records: [[(column: Int, text: String)]] = []
    for item in try node.items() {
      var record: [(column: Int, text: String)] = []
      for member in try item.members() {
        try check(member, of: schema)
        let place = places[member.name.lowercased()] ?? given.columns.count
        if place == given.columns.count {
          places[member.name.lowercased()] = place
          given.columns.append(member.name)
        }
        record.append((place, try member.value.text()))
      }
      records.append(record)
    }
    for record in records {
      var row = Array(repeating: "", count: given.columns.count)
      for (column, text) in record { row[column] = text }
      given.rows.append(row)
    }
    return given
  }

  /// Fails if no file of the entity has the column.
  private func check(_ member: LocatedNode.Member, of schema: EntitySchema) throws(ProjectError) {
    let parts = member.name.lowercased().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let column = parts.first.map(String.init) ?? ""
    if let attribute = schema.attribute(named: column), parts.count == 1 || attribute.type == .lookup { return }
    if parts.count == 1 {
      if schema.side == .finops, column == "dataareaid" || column == schema.companyField?.lowercased() { return }
      if schema.side == .sales, column == schema.primaryID?.lowercased() { return }
      if schema.side == .sales, try project.schemas.platformCatalogue().columns[column] != nil { return }
    }
    throw .unknownName(
      member.place, kind: .field, name: member.name, of: Message(verbatim: schema.name),
      known: schema.attributes.map(\.name))
  }

  // MARK: Options

  private func readOptions(_ node: LocatedNode, into project: inout ProjectFile) throws(ProjectError) {
    var own = project
    own.file = file.file
    let reader = TemplateChangesReader(template: template, project: own)
    let changes = try reader.changes(node, besides: ["company"])
    project.changes[template.name] = (project.changes[template.name] ?? TemplateChanges()).merging(changes)
    for member in try node.members() where member.name == "company" {
      project.selectedCompanies = try CompaniesReader.names(member.value)
    }
  }

  // MARK: Expectations

  /// What is expected of tasks.
  func expectation(_ node: LocatedNode) throws(ProjectError) -> [ExpectedTask] {
    var expected: [ExpectedTask] = []
    for member in try node.members() {
      guard let task = template.task(named: member.name) else {
        throw .unknownName(
          member.place, kind: .task, name: member.name, of: "the template \(template.name)",
          known: template.tasks.map(\.name))
      }
      var rows: [ExpectedRow] = []
      for item in try member.value.items() { rows.append(try row(item, of: task)) }
      expected.append(ExpectedTask(name: task.name, rows: rows))
    }
    return expected
  }

  private func row(_ node: LocatedNode, of task: TaskTemplate) throws(ProjectError) -> ExpectedRow {
    var row = ExpectedRow(nil)
    for member in try node.members(of: ["verdict", "codes", "fields"]) {
      switch member.name {
      case "verdict": row.statedVerdict = try FieldReader.choice(member.value, among: RecordVerdict.allCases)
      case "codes": row.codes = try codes(member.value)
      default:
        for field in try member.value.members() {
          try check(field, of: task)
          row.fields.append(ExpectedRow.Field(name: field.name, value: try field.value.text()))
        }
      }
    }
    return row
  }

  private func codes(_ node: LocatedNode) throws(ProjectError) -> [String] {
    var codes: Set<FindingCode> = []
    for item in try node.items() {
      let text = try item.text()
      guard let code = FindingCode(rawValue: text) else {
        throw .wrongValue(item.place, what: node.what, value: text, expected: "codes such as P2C2104")
      }
      codes.insert(code)
    }
    return codes.sorted().map(\.rawValue)
  }

  /// Fails if neither the task nor the entity that it writes or generates has the field.
  private func check(_ field: LocatedNode.Member, of task: TaskTemplate) throws(ProjectError) {
    if task.fields.contains(where: { $0.isNamed(field.name) }) { return }
    let generated = task.generates == .priceListItems ? [ProductCatalogue.items] : []
    for entity in [task.destination] + generated {
      if try project.schemas.schema(named: entity)?.attribute(named: field.name) != nil { return }
    }
    throw .unknownName(
      field.place, kind: .field, name: field.name, of: Message(verbatim: task.destination),
      known: task.fields.map(\.column))
  }
}
