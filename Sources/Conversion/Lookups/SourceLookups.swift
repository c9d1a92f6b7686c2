import Mapping
import Packages
import Records

/// Finds out which Sales tables the lookups of templates point to, and reads what is needed of them.
struct SourceLookups {
  private let inputs: Inputs
  private let schemas: SchemaCatalogue
  private let inferred: InferredLayout
  /// Whose records are, if documents must have customers of their own company.
  private var owners: RecordOwners?
  /// For each table the columns that are kept of its records.
  private var needs: [(table: String, columns: [String])] = []
  /// Lookups that tell which rows of a table are referred to: the table's name and `table.column`.
  private var referrers: [(table: String, by: [String])] = []
  /// Derivations of documents from their lines: the documents' table, and how.
  private var lineRules: [(table: String, lines: String, link: String, product: String, flag: String)] = []

  /// What the templates need of the inputs and the references of the source side.
  init(
    _ templates: [Template], inputs: Inputs, schemas: SchemaCatalogue, inferred: InferredLayout
  ) throws {
    self.inputs = inputs
    self.schemas = schemas
    self.inferred = inferred
    guard inputs.destination == .finops else { return }
    for template in templates {
      for task in template.tasks where inputs.hold(task.source) { try gather(task) }
    }
  }

  /// The tables, in lower case, that lookups and derivations of templates to F&O read, whatever inputs have.
  static func tables(of templates: [Template], _ schemas: SchemaCatalogue) throws -> Set<String> {
    let nothing = Inputs(sources: [], sourceReferences: [], destinations: [], destination: .finops, all: [])
    var lookups = try SourceLookups([], inputs: nothing, schemas: schemas, inferred: InferredLayout())
    for task in templates.flatMap(\.tasks) { try lookups.gather(task) }
    return lookups.tables
  }

  private mutating func gather(_ task: TaskTemplate) throws {
    guard let schema = try schemas.schema(named: task.source) else { return }
    var paths = task.fields.flatMap(\.sources)
    paths.append(SourcePath("transactioncurrencyid.isocurrencycode"))
    if let precision = task.currencyPrecision { paths.append(precision) }
    if let header = task.header { paths.append(SourcePath(header)) }
    for path in paths where path.isLookup {
      guard let lookup = schema.attribute(named: path.column) else { continue }
      for target in path.targets {
        for table in target.table.map({ [$0] }) ?? lookup.targets { need(table, target.column) }
      }
    }
    let present = inputs.columns(of: task.source)
    for (column, derivation) in task.derivations.sorted(by: { $0.key < $1.key })
    where !present.contains(column.lowercased()) {
      try gather(derivation, task, schema)
    }
  }

  private mutating func gather(_ derivation: Derivation, _ task: TaskTemplate, _ schema: EntitySchema) throws {
    switch derivation {
    case .lookupTable(let lookup, _):
      for table in schema.attribute(named: lookup)?.targets ?? [] { need(table, nil) }
    case .referredBy(let lookups):
      need(task.source, nil)
      if !referrers.contains(where: { $0.table == task.source }) { referrers.append((task.source, lookups)) }
      for lookup in lookups {
        let path = SourcePath(lookup)
        guard let column = path.targets.first?.column, let other = try schemas.schema(named: path.column) else {
          continue
        }
        for table in other.attribute(named: column)?.targets ?? [] { need(table, nil) }
      }
    case .everyLine(let table, let link, let product, let flag):
      need(task.source, nil)
      if !lineRules.contains(where: { $0.table == task.source }) {
        lineRules.append((task.source, table, link, product, flag))
      }
      let productTable =
        try schemas.schema(named: table)?.attribute(named: product)?.targets.first ?? ProductCatalogue.products
      need(productTable, flag)
    case .header(let column):
      guard let header = task.header else { return }
      for table in schema.attribute(named: SourcePath(header).column)?.targets ?? [] {
        need(table, inputs.columns(of: table).contains(column.lowercased()) ? column : nil)
      }
    }
  }

  private mutating func need(_ table: String, _ column: String?) {
    let name = table.lowercased()
    let place: Int
    if let known = needs.firstIndex(where: { $0.table == name }) {
      place = known
    } else {
      needs.append((name, []))
      place = needs.count - 1
    }
    if let column = column?.lowercased(), !needs[place].columns.contains(column) { needs[place].columns.append(column) }
  }

  /// The indexes, filled from the inputs and then from the references. With `owners` it is noted whose records are.
  mutating func fill(_ lookups: inout LookupContext, owners: RecordOwners?) throws {
    self.owners = owners
    for need in needs { lookups.tables.append(SourceLookupIndex(table: need.table, columns: need.columns)) }
    guard !needs.isEmpty else { return }
    for package in inputs.sources + inputs.sourceReferences { try read(package, into: &lookups) }
    for referrer in referrers { try findReferred(referrer.table, by: referrer.by, &lookups) }
    for rule in lineRules { try checkLines(rule, &lookups) }
  }

  /// The tables, in lower case, that lookups and derivations read.
  var tables: Set<String> {
    let referring = referrers.flatMap(\.by).map { SourcePath($0).column.lowercased() }
    return Set(needs.map(\.table) + referring + lineRules.map { $0.lines.lowercased() })
  }

  /// The tables of a package that are indexed, by their places in it.
  func indexedEntities(of package: Package) -> Set<Int> { Set(needs.flatMap { package.indices(of: $0.table) }) }

  private func read(_ package: Package, into lookups: inout LookupContext) throws {
    let wanted = indexedEntities(of: package)
    guard !wanted.isEmpty else { return }
    var scan = try PackageScan(
      package, entities: wanted, stopsBehindWanted: inferred.hasTablesInOrder(package: package.path))
    var columns: [Int: IndexColumns] = [:]
    var files: [Int: RecordCompanies.OwnedFile] = [:]
    while let (entity, batch) = try scan.next() {
      if columns[entity]?.width != batch.width {
        let number = lookups.table(named: package.entities[entity].name) ?? 0
        columns[entity] = IndexColumns(
          SourceColumns(scan.columns(of: entity)), number, lookups.tables[number], package.entities[entity].schema)
        files[entity] = owners?.companies.file(
          package, package.entities[entity], SourceColumns(scan.columns(of: entity)))
      }
      guard let places = columns[entity] else { continue }
      places.add(batch, to: lookups.tables[places.table]) { [owners] record in
        files[entity].flatMap { owners?.number(of: $0.owner(batch, record).code) }
      }
    }
  }

  /// Where the columns stand that an index keeps.
  private struct IndexColumns {
    let table: Int
    let width: Int
    private let id: Int
    private let name: Int
    private let fields: [Int]

    init(_ columns: SourceColumns, _ table: Int, _ index: SourceLookupIndex, _ schema: EntitySchema?) {
      self.table = table
      width = columns.width
      id = columns.values[schema?.primaryID ?? index.table + "id"] ?? -1
      name = schema?.primaryName.flatMap { columns.values[$0] } ?? -1
      fields = index.columns.map { columns.values[$0] ?? -1 }
    }

    func add(_ batch: RecordBatch, to index: SourceLookupIndex, owner: (Int) -> Int?) {
      let bytes = batch.bytes.span
      var ranges: [FieldRange] = []
      for record in 0..<batch.count {
        func range(_ column: Int) -> FieldRange { column < 0 ? .empty : batch.range(record, column) }
        ranges.removeAll(keepingCapacity: true)
        for field in fields { ranges.append(range(field)) }
        index.add(
          id: bytes.extracting(range(id).bounds), name: bytes.extracting(range(name).bounds), bytes: bytes,
          fields: ranges, company: owner(record))
      }
    }
  }

  // MARK: Derivations

  /// Every record of the given table in inputs and references, with a resolver of its lookups.
  private func forEach(
    _ table: String, _ fields: [(String, [(table: String?, column: String)])],
    _ outline: LookupSchema,
    _ body: (inout RecordMapper, RecordBatch, Int) throws -> Void
  ) throws {
    guard let schema = try schemas.schema(named: table) else { return }
    var task = TaskTemplate(name: "", source: table, destination: "", order: 0, fields: [])
    for (column, targets) in fields {
      let text =
        column + targets.map { ".\($0.table.map { "\($0)(" } ?? "")\($0.column)\($0.table == nil ? "" : ")")" }.joined()
      task.fields.append(FieldMapping(destination: column, sources: [SourcePath(text)]))
    }
    let template = Template(name: "", title: "", order: 0, destination: .finops, tasks: [task])
    let empty = EntitySchema(side: .finops, name: "", label: "", keys: [], attributes: [])
    for package in inputs.sources + inputs.sourceReferences {
      for entity in package.indices(of: table) {
        var scan = try PackageScan(package, entities: [entity])
        let compiler = PlanCompiler(
          task, of: template, source: schema, destination: empty, inputColumns: inputs.columns(of: table),
          lookups: outline)
        var mapper = RecordMapper(compiler.plan(for: SourceColumns(scan.columns(of: entity))))
        while let (_, batch) = try scan.next() {
          if mapper.plan.width != batch.width {
            mapper = RecordMapper(compiler.plan(for: SourceColumns(scan.columns(of: entity))))
          }
          for record in 0..<batch.count {
            mapper.begin()
            try body(&mapper, batch, record)
          }
        }
      }
    }
  }

  private func findReferred(_ table: String, by paths: [String], _ lookups: inout LookupContext) throws {
    guard let number = lookups.table(named: table) else { return }
    var referred = Array(repeating: false, count: lookups.tables[number].count)
    for lookup in paths {
      let path = SourcePath(lookup)
      guard let column = path.targets.first?.column, let schema = try schemas.schema(named: path.column) else {
        continue
      }
      let targets = (schema.attribute(named: column)?.targets ?? []).map { (table: Optional($0), column: "") }
      try forEach(path.column, [(column, targets)], LookupSchema(lookups)) { mapper, batch, record in
        if let found = mapper.target(ofField: 0, batch, record, lookups), found.table == number {
          referred[found.row] = true
        }
      }
    }
    lookups.referred[number] = referred
  }

  private func checkLines(
    _ rule: (table: String, lines: String, link: String, product: String, flag: String), _ lookups: inout LookupContext
  ) throws {
    guard let number = lookups.table(named: rule.table) else { return }
    let productTable =
      try schemas.schema(named: rule.lines)?.attribute(named: rule.product)?.targets.first ?? ProductCatalogue.products
    let fields = [
      (rule.link, [(table: Optional(rule.table), column: "")]),
      (rule.product, [(table: Optional(productTable), column: rule.flag)]),
    ]
    var hasLines = Array(repeating: false, count: lookups.tables[number].count)
    var allTrue = Array(repeating: true, count: lookups.tables[number].count)
    let outline = LookupSchema(lookups)
    let flag = outline.table(named: productTable).flatMap { outline.column(named: rule.flag, of: $0) }
    try forEach(rule.lines, fields, outline) { mapper, batch, record in
      guard let header = mapper.target(ofField: 0, batch, record, lookups), header.table == number else { return }
      hasLines[header.row] = true
      var isTrue = false
      if let product = mapper.target(ofField: 1, batch, record, lookups), let flag {
        var text = OutputBuffer(capacity: 64)
        lookups.tables[product.table].append(product.row, flag, to: &text)
        isTrue = String(decoding: text.take(), as: UTF8.self).lowercased() == "true"
      }
      if !isTrue { allTrue[header.row] = false }
    }
    lookups.everyLine[number] = zip(hasLines, allTrue).map { $0 && $1 }
  }
}
