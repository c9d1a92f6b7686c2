import Mapping
import Records

extension ConfigurationMigrationReader {
  /// A table as it is being read.
  struct Table {
    var columns: [SourceColumn]
    /// The columns' names as bytes, empty for those that no `field` names.
    var names: [[UInt8]] = []
    var numbers = KeyIndex()
    /// For each column the one that holds its lookup's table, whose name follows; -1 if it is no lookup.
    var parts: [Int] = []
    var idColumn: Int
    var isWanted: Bool
    var next = 1
    let schema: EntitySchema?

    /// The `entity` element, counted from 1, that records came in last, and how many had any.
    var element = 0
    var pieces = 0
    private let steps: [TablePieces.Step]
    private var nextStep = 0

    init(_ entity: PackageEntity, isWanted: Bool, steps: [TablePieces.Step]) {
      self.isWanted = isWanted
      self.steps = steps
      columns = entity.columns
      schema = entity.schema
      let id = entity.recordID
      idColumn = columns.firstIndex { $0.name == id && $0.part == .value } ?? 0
      for (index, column) in columns.enumerated() { note(column, at: index) }
    }

    /// How many records are parts of others.
    var leftOut: Int { steps.count { $0.added == nil } }

    private mutating func note(_ column: SourceColumn, at index: Int) {
      let isNamed = column.part == .value
      let name = Array(column.heading.utf8)
      names.append(isNamed ? name : [])
      if isNamed { _ = numbers.insert(name.span, value: UInt32(index)) }
      let isLookup = isNamed && index + 2 < columns.count && columns[index + 1].part == .lookupTable
      parts.append(isLookup ? index + 1 : -1)
    }

    /// What becomes of the record of a number, which is greater than those asked for before; nil for one that is read as it
    /// stands.
    mutating func step(of record: Int) -> TablePieces.Step? {
      guard nextStep < steps.count, steps[nextStep].record == record else { return nil }
      nextStep += 1
      return steps[nextStep - 1]
    }

    /// The column of a field's name, in whatever case; nil if there is none.
    mutating func number(of name: Span<UInt8>) -> Int? {
      if let entry = numbers.find(name) { return Int(numbers[entry]) }
      var lower = OutputBuffer(capacity: 64)
      KeyText.appendLowercased(name, to: &lower)
      guard let entry = numbers.find(lower.span) else { return nil }
      let column = numbers[entry]
      _ = numbers.insert(name, value: column)
      return Int(column)
    }

    /// Adds a column that the schema lacks.
    mutating func add(_ name: String, isLookup: Bool) -> Int {
      let field = ConfigurationMigrationSchema.Field(name: name, label: "", type: isLookup ? "lookup" : "")
      let added = SourceColumn.configurationMigration(field, schema, isKnown: schema?.attribute(named: name) != nil)
      let index = columns.count
      columns += added
      for (offset, column) in added.enumerated() { note(column, at: index + offset) }
      return index
    }
  }
}

extension SourceColumn {
  /// The columns of one field of a Configuration Migration package: three for a lookup, one for everything else.
  static func configurationMigration(
    _ field: ConfigurationMigrationSchema.Field, _ schema: EntitySchema?, isKnown: Bool
  ) -> [SourceColumn] {
    let name = field.name
    var value = SourceColumn(heading: name, name: name, isKnown: isKnown)
    (value.isText, value.isCustom, value.target) = (field.isText, field.isCustom, field.target)
    // Only where the package says nothing does the tool's schema.
    value.isDate =
      field.type.isEmpty
      ? schema?.attribute(named: name)?.type.isTemporal ?? false : field.type.lowercased() == "datetime"
    if value.isDate { value.isText = false }
    guard field.isLookup else { return [value] }
    var table = SourceColumn(heading: name + ".lookupentity", name: name, isKnown: true)
    (table.part, table.isImplicit) = (.lookupTable, true)
    var shown = SourceColumn(heading: name + ".lookupentityname", name: name, isKnown: true)
    (shown.part, shown.isImplicit) = (.lookupName, true)
    return [value, table, shown]
  }
}
