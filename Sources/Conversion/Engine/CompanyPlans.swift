import Mapping
import Packages
import Records

/// What a template's plans have of each company of a run: its defaults, its prefix and its owner.
struct CompanyPlans {
  private let template: Template
  private let context: RunContext
  private let owners: [ValueSlot]
  /// Where lookups find records by keys that companies put a prefix before.
  private let prefixedKeys: Set<String>

  init(_ template: Template, context: RunContext, _ lookups: borrowing LookupContext) throws {
    self.template = template
    self.context = context
    var owners: [ValueSlot] = []
    for company in context.companies.running {
      owners.append(template.destination == .sales ? OwnerTable.slot(of: company, lookups) : .none)
    }
    self.owners = owners
    let hasPrefixes = context.companies.running.contains { !$0.about.prefix.isEmpty }
    prefixedKeys = hasPrefixes && template.destination == .sales ? try CompanyPlans.prefixedKeys(context) : []
  }

  /// The natural keys of Sales that belong to a company, as `table.column`.
  private static func prefixedKeys(_ context: RunContext) throws -> Set<String> {
    var keys: Set<String> = []
    for entry in context.schemas.entries {
      guard let schema = try context.schemas.schema(named: entry.name), schema.side == .sales else { continue }
      for key in schema.alternateKeys where key.count == 1 && schema.isOfCompany(key) {
        keys.insert("\(schema.name.lowercased()).\(key[0].lowercased())")
      }
    }
    return keys
  }

  /// The task as it is for all companies: with an owner, if any company has one and the table takes one.
  func task(_ task: TaskTemplate, _ destination: EntitySchema) -> TaskTemplate {
    guard template.destination == .sales, task.header == nil, destination.attribute(named: OwnerTable.column) != nil,
      context.companies.running.contains(where: { $0.about.owner != nil }),
      !task.fields.contains(where: { $0.column.lowercased() == OwnerTable.column })
    else { return task }
    var task = task
    var field = FieldMapping(destination: OwnerTable.column)
    field.isOwner = true
    task.fields.append(field)
    return task
  }

  /// The compilers of a task, one for each company of the run.
  func compilers(
    _ task: TaskTemplate, source: EntitySchema?, destination: EntitySchema, _ lookups: borrowing LookupContext
  ) throws -> [PlanCompiler] {
    let outline = LookupSchema(lookups)
    var compilers: [PlanCompiler] = []
    for company in context.companies.running {
      var template = template
      for override in company.about.defaults where override.template == template.name { override.apply(to: &template) }
      for override in context.options.overrides where override.template == template.name {
        override.apply(to: &template)
      }
      let own = self.task(template.tasks.first { $0.name == task.name } ?? task, destination)
      var plan = CompanyPlan()
      plan.owner = owners[company.number]
      if template.destination == .sales, !company.about.prefix.isEmpty {
        plan.prefix = company.about.prefix
        let key = NaturalKey(task, destination)?.columns ?? []
        plan.naturalKey = destination.isOfCompany(key) ? key : []
        plan.prefixedKeys = prefixedKeys
      }
      compilers.append(
        PlanCompiler(
          own, of: template, source: source, destination: destination,
          inputColumns: context.inputs.columns(of: task.source), lookups: outline, company: plan,
          mostCharacters: context.options.fileFormat(to: template.destination)?.mostCharacters ?? Int.max))
    }
    return compilers
  }
}

/// The tables of Sales that records are owned by.
package enum OwnerTable {
  /// The column of a record that points to its owner.
  static let column = "ownerid"
  /// The key under which owners stand in the knowledge of a run: the place of the company.
  static let key = "owner"
  package static let tables = ["team", "systemuser"]

  /// The owner of a company's records; none if the project names none or the references do not have it.
  static func slot(of company: RunCompany, _ lookups: borrowing LookupContext) -> ValueSlot {
    guard let owner = company.about.owner else { return .none }
    let table = if case .team = owner { tables[0] } else { tables[1] }
    let key = Array(company.name.utf8)
    guard let number = lookups.destination(table, key: OwnerTable.key),
      let entry = lookups.destinations[number].find(key.span)
    else { return .none }
    return ValueSlot(origin: .destination, start: UInt32(number), end: UInt32(entry))
  }

  /// Finds the owners of the companies in the packages, and enters them into the knowledge.
  static func fill(_ companies: [RunCompany], _ packages: [Package], _ lookups: inout LookupContext) throws {
    for (table, name) in zip(tables, ["name", "fullname"]) {
      let wanted = companies.filter { company in
        switch company.about.owner {
        case .team: table == tables[0]
        case .user: table == tables[1]
        case nil: false
        }
      }
      if wanted.isEmpty { continue }
      let found = TargetKeyIndex(table: table, keyColumn: OwnerTable.key, isNamed: true)
      lookups.destinations.append(found)
      let columns = [table == tables[0] ? "name" : "domainname", "internalemailaddress", table + "id"]
      for package in packages {
        let entities = package.indices(of: table)
        if entities.isEmpty { continue }
        var scan = try PackageScan(package, entities: Set(entities))
        while let (entity, batch) = try scan.next() {
          let places = SourceColumns(scan.columns(of: entity)).values
          let keys = (table == tables[0] ? [columns[0], columns[2]] : columns).compactMap { places[$0] }
          guard let id = places[table + "id"] else { continue }
          for record in 0..<batch.count {
            guard let guid = GUID(batch.text(record, id)) else { continue }
            let texts = keys.map { KeyText.bytes(batch.text(record, $0)) }
            for company in wanted where texts.contains(KeyText.bytes(company.about.owner?.name ?? "")) {
              let key = Array(company.name.utf8)
              let shown = places[name].map { Array(batch.text(record, $0).utf8) } ?? []
              if found.find(key.span) == nil { found.addReference(key: key.span, id: guid, name: shown.span) }
            }
          }
        }
      }
    }
  }
}
