import Findings
import Records

/// Compiles tasks against the columns of the files that they read.
public struct PlanCompiler: Sendable {
  private let template: Template
  private let task: TaskTemplate
  private let source: EntitySchema?
  private let destination: EntitySchema
  private let lookups: LookupSchema
  private let inputColumns: Set<String>
  private let company: CompanyPlan
  private let mostCharacters: Int

  /// A compiler of a task. `inputColumns` are the names, in lower case, of the columns that any input of the source entity
  /// has; `company` is what a company's records need besides; `mostCharacters` is how many UTF-16 code units a value has at
  /// most in the files that are written, whatever the schema says.
  public init(
    _ task: TaskTemplate, of template: Template, source: EntitySchema?, destination: EntitySchema,
    inputColumns: Set<String>, lookups: LookupSchema, company: CompanyPlan = CompanyPlan(),
    mostCharacters: Int = Int.max
  ) {
    self.template = template
    self.task = task
    self.source = source
    self.destination = destination
    self.inputColumns = inputColumns
    self.lookups = lookups
    self.company = company
    self.mostCharacters = mostCharacters
  }

  /// The plan for a file of the given columns.
  public func plan(for columns: SourceColumns) -> TaskPlan {
    var builder = Builder(compiler: self, plan: TaskPlan(task: task, width: columns.width), columns: columns)
    builder.build()
    return builder.plan
  }

  /// Puts a plan together; values that occur several times get one number.
  private struct Builder: ~Copyable {
    let compiler: PlanCompiler
    var plan: TaskPlan
    let columns: SourceColumns
    var numbers: [String: Int32] = [:]
    var mapNumbers: [String: Int32] = [:]
    /// By bytes: equal texts may have different ones.
    var constantNumbers: [[UInt8]: Int32] = [:]

    var task: TaskTemplate { compiler.task }
    var toSales: Bool { compiler.template.destination == .sales }

    mutating func build() {
      plan.codes = compiler.template.codes
      for field in task.fields { plan.fields.append(self.field(field)) }
      if !toSales { plan.stateFields = TaskPlan.StateField.all(in: task) }
      plan.idColumn = compiler.source?.primaryID.flatMap { columns.values[$0] } ?? -1
      if !toSales, compiler.source?.attribute(named: PricingError.column) != nil {
        plan.pricingColumn = columns.values[PricingError.column] ?? -1
      }
      let keys = task.fields.filter(\.isKey).compactMap(\.sources.first)
      // Of lines the document's number comes first, whatever the template's order.
      let ordered =
        task.header == nil ? keys : keys.filter { $0.text == task.header } + keys.filter { $0.text != task.header }
      for path in ordered {
        let number = value([path])
        if !plan.keyValues.contains(number) { plan.keyValues.append(number) }
      }
      if let header = task.header {
        plan.headerValue = value([SourcePath(header)])
        if plan.values[Int(plan.headerValue)].source == .lookup {
          plan.headerLookup = Int(plan.values[Int(plan.headerValue)].a)
        }
      }
      let currency = toSales ? "CurrencyCode" : "transactioncurrencyid.isocurrencycode"
      plan.currencyValue = value([SourcePath(currency)])
      plan.quantityValue = value([SourcePath("quantity")])
      let amounts = compiler.source?.amounts?.names ?? [:]
      plan.amountValues = AmountFields.Role.allCases.map { role in amounts[role].map { value([SourcePath($0)]) } ?? -1 }
      if let precision = task.currencyPrecision { plan.precisionValue = value([precision]) }
      // The values that the filter asks for are numbered like all others.
      var values: [String: Int] = [:]
      for (place, name) in task.filter.fields.enumerated() {
        let number = value([SourcePath(name)])
        values[name] = Int(number)
        if isMissing(number), task.derivations[name.lowercased()] == nil {
          plan.missingFilterField = plan.missingFilterField ?? place
          plan.missingFilterFields.append(name)
        }
      }
      plan.filter = FilterPlan(task.filter) { values[$0] ?? -1 }
    }

    /// Whether the file has no column that a source value could stand in.
    private func isMissing(_ number: Int32) -> Bool {
      let value = plan.values[Int(number)]
      switch value.source {
      case .nothing: return true
      case .lookup: return plan.lookups[Int(value.a)].id < 0 && plan.lookups[Int(value.a)].dotted < 0
      case .column, .firstOf, .derived: return false
      }
    }

    // MARK: Source values

    /// The number of the value at the paths, of which the first that is not empty counts.
    mutating func value(_ paths: [SourcePath]) -> Int32 {
      let text = paths.map(\.text).joined(separator: "|").lowercased()
      if let known = numbers[text] { return known }
      let value: TaskPlan.Value
      if paths.count == 1, let path = paths.first {
        value = single(path)
      } else {
        let parts = paths.map { self.value([$0]) }
        value = TaskPlan.Value(
          source: .firstOf, a: Int32(plan.alternatives.count), b: Int32(plan.alternatives.count + parts.count))
        plan.alternatives += parts
      }
      plan.values.append(value)
      numbers[text] = Int32(plan.values.count - 1)
      return Int32(plan.values.count - 1)
    }

    private mutating func single(_ path: SourcePath) -> TaskPlan.Value {
      if path.isLookup {
        plan.lookups.append(lookup(path.column, path.targets, dotted: path.text))
        return TaskPlan.Value(source: .lookup, a: Int32(plan.lookups.count - 1))
      }
      let name = path.column.lowercased()
      if let numbers = compiler.lookups.numbers(of: task.source, column: name) {
        let id = compiler.source?.primaryID.flatMap { columns.values[$0] } ?? -1
        plan.derivations.append(.number(column: columns.values[name] ?? -1, id: id, numbers: numbers))
        return TaskPlan.Value(source: .derived, a: Int32(plan.derivations.count - 1))
      }
      if let column = columns.values[name] { return TaskPlan.Value(source: .column, a: Int32(column)) }
      if !compiler.inputColumns.contains(name),
        let derivation = task.derivations[name] ?? task.derivations[path.column],
        let derived = derived(derivation)
      {
        plan.derivations.append(derived)
        if !plan.derivedColumns.contains(name) { plan.derivedColumns.append(name) }
        return TaskPlan.Value(source: .derived, a: Int32(plan.derivations.count - 1))
      }
      return TaskPlan.Value(source: .nothing)
    }

    private func lookup(_ column: String, _ targets: [(table: String?, column: String)], dotted: String)
      -> TaskPlan.Lookup
    {
      let head = column.lowercased()
      var lookup = TaskPlan.Lookup()
      lookup.dotted = columns.values[dotted.lowercased()] ?? -1
      lookup.id = columns.values[head] ?? -1
      lookup.table = columns.tables[head] ?? -1
      lookup.name = columns.names[head] ?? -1
      lookup.isCustomer = head == "customerid"
      let allowed = compiler.source?.attribute(named: head)?.targets ?? []
      for target in targets {
        for table in target.table.map({ [$0] }) ?? allowed {
          guard let number = compiler.lookups.table(named: table) else { continue }
          if lookup.dotted < 0 { lookup.dotted = columns.values["\(head).\(target.column.lowercased())"] ?? -1 }
          let kept = compiler.lookups.column(named: target.column, of: number) ?? -1
          lookup.targets.append((Array(table.lowercased().utf8), number, kept))
          if target.column.lowercased() == "isocurrencycode" { lookup.isCurrency = true }
        }
      }
      return lookup
    }

    private mutating func derived(_ derivation: Derivation) -> TaskPlan.Derived? {
      let id = compiler.source?.primaryID.flatMap { columns.values[$0] } ?? -1
      switch derivation {
      case .lookupTable(let column, let table):
        let targets = (compiler.source?.attribute(named: column)?.targets ?? []).map {
          (table: Optional($0), column: "")
        }
        plan.lookups.append(lookup(column, targets, dotted: column + "."))
        return .lookupTable(lookup: plan.lookups.count - 1, table: Array(table.utf8))
      case .referredBy:
        return compiler.lookups.table(named: task.source).map { .referred(table: $0, id: id) }
      case .everyLine:
        return compiler.lookups.table(named: task.source).map { .everyLine(table: $0, id: id) }
      case .header(let column):
        guard let header = task.header else { return nil }
        let path = SourcePath(header)
        let table = compiler.source?.attribute(named: path.column)?.targets.first ?? ""
        plan.lookups.append(lookup(path.column, [(table, column)], dotted: header))
        let number = compiler.lookups.table(named: table)
        let flags = number.flatMap { compiler.lookups.knowsLines(of: $0) ? $0 : nil }
        return .header(lookup: plan.lookups.count - 1, flags: isKept(column, number) ? nil : flags)
      }
    }

    private func isKept(_ column: String, _ table: Int?) -> Bool {
      guard let table else { return false }
      return compiler.lookups.column(named: column, of: table) != nil
    }

    // MARK: Destination fields

    private mutating func constant(_ text: String) -> Int32 {
      let bytes = Array(text.utf8)
      if let known = constantNumbers[bytes] { return known }
      let number = Int32(plan.constants.count)
      plan.constants.append(bytes)
      constantNumbers[bytes] = number
      return number
    }

    private mutating func field(_ mapping: FieldMapping) -> TaskPlan.Field {
      var field = TaskPlan.Field()
      let attribute = compiler.destination.attribute(named: mapping.column)
      if let text = mapping.constant {
        field.constant = constant(text)
      } else {
        field.value = value(mapping.sources)
      }
      if let text = mapping.fallback { field.fallback = constant(text) }
      if let text = mapping.blank { field.blank = constant(text) }
      if let name = mapping.valueMap, mapping.rule != .priceList { field.map = map(name) }
      field.emptyWarning = mapping.emptyWarning.flatMap(FindingCode.init)
      field.type = attribute?.type ?? .string
      field.maxLength = Int32(attribute?.maxLength ?? 0)
      if let most = Int32(exactly: compiler.mostCharacters) {
        field.longestInFile = most
        if field.maxLength == 0 || field.maxLength > most { field.maxLength = most }
      }
      if let symbols = attribute?.symbols, !symbols.isEmpty { field.symbols = symbolSet(symbols) }
      if let range = NumberRange(attribute) {
        field.range = Int32(plan.ranges.count)
        plan.ranges.append(range)
      }
      let rules = compiler.lookups.existenceRules
      if !toSales, let rule = rules.number(for: mapping.column) {
        (field.existence, field.missing) = (Int32(rule), rules[rule].code)
      }
      if compiler.company.hasPrefix(mapping, of: task, attribute) { field.prefix = constant(compiler.company.prefix) }
      if mapping.isOwner { field.owner = compiler.company.owner }
      field.flags = flags(mapping, attribute)
      if field.type == .lookup, mapping.rule != .priceList, !mapping.isOwner {
        field.lookup = destinationLookup(mapping, attribute)
      }
      if isMissing(mapping, field) { field.flags.insert(.isMissing) }
      return field
    }

    private func flags(_ mapping: FieldMapping, _ attribute: Attribute?) -> TaskPlan.Flags {
      var flags: TaskPlan.Flags = []
      if mapping.isRequired || mapping.isKey { flags.insert(.required) }
      let keys = task.fields.filter(\.isKey).map(\.sources)
      if mapping.constant == nil, keys.contains(mapping.sources) { flags.insert(.copiesKey) }
      if attribute?.lengthIsAssumed == true { flags.insert(.lengthIsAssumed) }
      if mapping.truncates { flags.insert(.truncates) }
      if attribute?.type == .string || attribute == nil { flags.insert(.isText) }
      if toSales { flags.insert(.toSales) }
      if columns.hasUnclearDates { flags.insert(.hasUnclearDates) }
      if mapping.rule == .priceList { flags.insert(.isPriceList) }
      if mapping.rule == .discountPerUnit { flags.insert(.isDiscountPerUnit) }
      if mapping.rule == .discountRemainder { flags.insert(.isDiscountRemainder) }
      if toSales, attribute?.type == .lookup, let header = task.header, mapping.sources == [SourcePath(header)] {
        flags.insert(.isParent)
      }
      return flags
    }

    /// Whether no input has a source for the field, nor is there anything that stands in for one.
    private func isMissing(_ mapping: FieldMapping, _ field: TaskPlan.Field) -> Bool {
      if field.constant >= 0 || field.fallback >= 0 || field.blank >= 0 || mapping.isOwner { return false }
      if field.map >= 0, plan.maps[Int(field.map)].blank >= 0 { return false }
      return mapping.sources.allSatisfy { path in
        let name = path.column.lowercased()
        if compiler.inputColumns.contains(name) || task.derivations[name] != nil { return false }
        if compiler.lookups.numbers(of: task.source, column: name) != nil { return false }
        return !compiler.inputColumns.contains { $0.hasPrefix(name + ".") }
      }
    }

    private mutating func map(_ name: String) -> Int32 {
      if let known = mapNumbers[name] { return known }
      var map = TaskPlan.Map()
      guard let source = compiler.template.valueMaps[name] else { return -1 }
      for (key, result) in source.entries {
        let number = constant(result)
        if key.isEmpty {
          map.blank = number
          continue
        }
        let bytes = Array(key.utf8)
        _ = map.entries.insert(bytes.span, value: UInt32(number))
      }
      map.mapsCountries = source.mapsCountries
      if source.mapsCountries {
        // Of entries that name the same the one counts that is written in the form of names, or comes first.
        for key in source.entries.keys.sorted() where !key.isEmpty {
          let form = NameForm.bytes(key)
          let (entry, isNew) = map.forms.insert(form.span, value: UInt32(constant(source.entries[key] ?? "")))
          if !isNew, form == Array(key.utf8) { map.forms[entry] = UInt32(constant(source.entries[key] ?? "")) }
        }
      }
      switch source.otherwise {
      case .keep: map.keeps = true
      case .reject: break
      case .value(let text): map.otherwise = constant(text)
      }
      plan.maps.append(map)
      mapNumbers[name] = Int32(plan.maps.count - 1)
      return Int32(plan.maps.count - 1)
    }

    private mutating func symbolSet(_ symbols: [String]) -> Int32 {
      var set = KeyIndex()
      for symbol in symbols {
        let bytes = Array(symbol.utf8)
        _ = set.insert(bytes.span, value: 0)
      }
      plan.symbolSets.append(set)
      return Int32(plan.symbolSets.count - 1)
    }

    private mutating func destinationLookup(_ mapping: FieldMapping, _ attribute: Attribute?) -> Int32 {
      let tables = mapping.destinationTargets(attribute).compactMap {
        compiler.lookups.destination($0.table, key: $0.column)
      }
      let code = mapping.isDeferrable ? .deferredReferenceNotFound : attribute?.missingCode ?? .lookupNotResolved
      plan.destinationLookups.append(TaskPlan.DestinationLookup(tables: tables, code: code))
      return Int32(plan.destinationLookups.count - 1)
    }
  }
}

extension FieldMapping {
  /// For a lookup field: the tables in which its value is looked up, and the column that holds it there, in order.
  public func destinationTargets(_ attribute: Attribute?) -> [(table: String, column: String)] {
    SourcePath(destination).targets.compactMap { target in
      (target.table ?? attribute?.targets.first).map { ($0, target.column) }
    }
  }
}
