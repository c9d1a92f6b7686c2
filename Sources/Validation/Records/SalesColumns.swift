import Mapping
import Packages
import Records

/// What is asked of the values of each column of a Sales table, compiled once for all records.
struct SalesColumns {
  /// The form of a column's values.
  enum Form: UInt8 {
    case none, text, boolean, whole, decimal, date, option, options, guid, lookup
    /// Forms of CSV files, which people read: dates, labels and names.
    case shownDate, label, name
  }

  /// What is to be asked of the values of a column, if anything is.
  struct Step {
    var column: Int
    var form: Form
    /// The most bytes that are not too many for sure.
    var mostBytes: Int
    var isReadOnly: Bool
    /// Whether a value above 0 says that Sales could not price the record.
    var isPricingError: Bool
  }

  var forms: [Form] = []
  /// The longest text, in UTF-16 code units; 0 if there is no limit.
  var limits: [Int] = []
  /// The numbers that a column takes; nil if nothing is known of them.
  var ranges: [NumberRange?] = []
  /// Whether the column cannot be set on new records.
  var isReadOnly: [Bool] = []
  /// The labels of an option set, in lower case.
  var labels: [KeyIndex] = []
  /// What is asked of each record, column by column.
  var steps: [Step] = []

  /// `types` are those that the package itself says, by column in lower case.
  init(
    _ columns: [SourceColumn], _ entity: PackageEntity, types: [String: String], isWizard: Bool,
    _ platform: PlatformCatalogue
  ) {
    for column in columns {
      let attribute = entity.schema?.attribute(named: column.name)
      let name = column.name.lowercased()
      let type = types[name]
      if column.part != .value || SchemaMatch.added.contains(column.heading.lowercased()) {
        forms.append(.none)
      } else if isWizard {
        forms.append(SalesColumns.shown(attribute, name))
      } else {
        forms.append(type.map(SalesColumns.form) ?? SalesColumns.form(attribute))
      }
      limits.append(attribute?.lengthIsAssumed ?? true ? 0 : attribute?.maxLength ?? 0)
      ranges.append(NumberRange(attribute))
      isReadOnly.append(
        column.part == .value
          && (attribute?.isReadOnly ?? false || name.hasSuffix("_base")
            || attribute?.isNotOnCreate ?? false
            || !column.isCustom && name != entity.recordID && platform.columns[name]?.isReadOnly ?? false)
      )
      var index = KeyIndex()
      for option in attribute?.options ?? [] {
        for text in [option.label, String(option.value)] {
          let bytes = KeyText.bytes(text)
          _ = index.insert(bytes.span, value: 0)
        }
      }
      labels.append(index)
    }
    let pricing = platform.tables[entity.name]?.isPriced ?? false ? PricingError.column : nil
    for column in columns.indices {
      let isPricingError = columns[column].part == .value && columns[column].name.lowercased() == pricing
      guard forms[column] != .none || isReadOnly[column] || isPricingError else { continue }
      steps.append(
        Step(
          column: column, form: forms[column], mostBytes: limits[column] > 0 ? limits[column] : .max,
          isReadOnly: isReadOnly[column], isPricingError: isPricingError))
    }
  }

  private static func form(_ type: String) -> Form {
    switch type {
    case "string", "memo": .text
    case "bool", "boolean": .boolean
    case "number", "integer", "bigint": .whole
    case "decimal", "money", "float", "double": .decimal
    case "datetime": .date
    case "optionsetvalue", "state", "status", "picklist": .option
    case "optionsetvaluecollection": .options
    case "guid": .guid
    case "entityreference", "owner", "customer", "lookup": .lookup
    default: .none
    }
  }

  private static func form(_ attribute: Attribute?) -> Form {
    switch attribute?.type {
    case .string: .text
    case .bool: .boolean
    case .int, .int64: .whole
    case .decimal, .double, .money: .decimal
    case .date, .datetime: .date
    case .picklist, .state, .status: .option
    case .guid: .guid
    case .lookup: .lookup
    default: .none
    }
  }

  private static func shown(_ attribute: Attribute?, _ name: String) -> Form {
    switch attribute?.type {
    case .string: .text
    case .date, .datetime: .shownDate
    case .picklist, .state, .status: attribute?.options.isEmpty ?? true ? .none : .label
    case .lookup: name.contains(".") ? .none : .name
    default: .none
    }
  }
}
