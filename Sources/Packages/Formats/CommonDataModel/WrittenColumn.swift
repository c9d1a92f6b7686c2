import Mapping

/// A column of a table that is written as a partition.
struct WrittenColumn {
  /// The type that descriptions give it, by its name in definitions.
  enum Format: String {
    case string = "String"
    case guid = "Guid"
    case boolean = "Boolean"
    case int32 = "Int32"
    case int64 = "Int64"
    case decimal = "Decimal"
    case double = "Double"
    case dateTime = "DateTime"
    case date = "Date"

    /// The name in `model.json`, which has whole numbers of 64 bits only.
    var modelType: String {
      switch self {
      case .string: "string"
      case .guid: "guid"
      case .boolean: "boolean"
      case .int32, .int64: "int64"
      case .decimal: "decimal"
      case .double: "double"
      case .dateTime: "dateTime"
      case .date: "date"
      }
    }

    /// The type of an attribute of a side. Dates of Sales have a time, as in its other packages.
    init(_ type: AttributeType, of side: Side) {
      switch type {
      case .string, .enumeration, .noyes, .binary, .image: self = .string
      case .guid, .lookup: self = .guid
      case .bool: self = .boolean
      case .int, .picklist, .state, .status: self = .int32
      case .int64: self = .int64
      case .decimal, .money: self = .decimal
      case .double: self = .double
      case .datetime: self = .dateTime
      case .date: self = side == .sales ? .dateTime : .date
      }
    }
  }

  var name: String
  var format: Format
  var maximumLength: Int?
  /// Whether records are known by it.
  var isKey = false

  /// The column of an attribute, or of a name that the schema lacks.
  init(_ name: String, _ attribute: Attribute?, of side: Side) {
    self.name = attribute?.name ?? name
    format = Format(attribute?.type ?? .string, of: side)
    maximumLength = format == .string ? attribute?.maxLength : nil
  }

  /// The column that says the table of a lookup.
  init(tableOf lookup: String) {
    name = lookup + "_entitytype"
    format = .string
  }
}
