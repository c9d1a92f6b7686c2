import Findings
import Records

/// A task compiled against the columns of one file: what a record's values are, what becomes of them, what is checked.
///
/// Everything is numbered: nothing is looked up by name while records pass.
public struct TaskPlan: ~Copyable, Sendable {
  /// Where a source value comes from.
  enum Source: UInt8 {
    /// Nowhere: the file has no such column.
    case nothing
    /// A column; `a` is its number.
    case column
    /// The first of several values that is not empty; `a` and `b` bound their numbers in `alternatives`.
    case firstOf
    /// A column of the record that a lookup points to; `a` is the number in `lookups`.
    case lookup
    /// A column that is derived; `a` is the number in `derivations`.
    case derived
  }

  /// One distinct source value.
  struct Value {
    var source: Source
    var a: Int32 = 0
    var b: Int32 = 0
  }

  /// How a lookup of a Sales record is resolved.
  struct Lookup {
    /// The column with the dotted name, the lookup's own, those of its table and name; -1 where the file has none.
    var dotted = -1
    var id = -1
    var table = -1
    var name = -1
    /// The tables that it may point to: name, number in `LookupContext.tables`, and the column kept there (-1: none).
    var targets: [(name: [UInt8], table: Int, column: Int)] = []
    /// Whether the code of a currency is wanted, which its name may be itself.
    var isCurrency = false
    /// Whether it must point to a record of the company at hand.
    var isCustomer = false
  }

  /// How a column is derived.
  enum Derived {
    case lookupTable(lookup: Int, table: [UInt8])
    case referred(table: Int, id: Int)
    case everyLine(table: Int, id: Int)
    case header(lookup: Int, flags: Int?)
    /// The record's own number, or the one that it is given; columns are -1 where the file has none.
    case number(column: Int, id: Int, numbers: Int)
  }

  /// A value map; `results` are numbers of constants.
  struct Map {
    var entries = KeyIndex()
    var blank: Int32 = -1
    var keeps = false
    var otherwise: Int32 = -1
    /// Whether countries without an entry become alpha-2 codes.
    var mapsCountries = false
    /// For countries the entries by the form of their names.
    var forms = KeyIndex()
  }

  /// A field that takes the id of a state.
  struct StateField {
    /// Its place in the template.
    var field: Int
    /// The place of the country of the same address; -1 if the template does not fill it.
    var country: Int
  }

  /// What is true of a field beyond its numbers.
  struct Flags: OptionSet {
    let rawValue: UInt16
    static let required = Flags(rawValue: 1)
    static let copiesKey = Flags(rawValue: 2)
    static let lengthIsAssumed = Flags(rawValue: 4)
    static let truncates = Flags(rawValue: 8)
    static let isText = Flags(rawValue: 16)
    static let isParent = Flags(rawValue: 32)
    static let isMissing = Flags(rawValue: 64)
    static let toSales = Flags(rawValue: 128)
    static let isPriceList = Flags(rawValue: 512)
    static let isDiscountPerUnit = Flags(rawValue: 1024)
    static let isDiscountRemainder = Flags(rawValue: 2048)
    static let hasUnclearDates = Flags(rawValue: 4096)
  }

  /// One destination field.
  struct Field {
    var value: Int32 = -1
    var constant: Int32 = -1
    var map: Int32 = -1
    var fallback: Int32 = -1
    var blank: Int32 = -1
    var maxLength: Int32 = 0
    /// The UTF-16 code units of the longest value that files take; 0 if they take any.
    var longestInFile: Int32 = 0
    var symbols: Int32 = -1
    var lookup: Int32 = -1
    var existence: Int32 = -1
    /// The code for a value that does not exist.
    var missing = FindingCode.missingInTarget
    /// The constant that is put before a value; -1 for none.
    var prefix: Int32 = -1
    /// Who owns the records, if the field is their owner.
    var owner: ValueSlot?
    var range: Int32 = -1
    var emptyWarning: FindingCode?
    var type = AttributeType.string
    var flags: Flags = []
  }

  /// In which destination tables a lookup of a new record is resolved, and the code if none has it.
  struct DestinationLookup {
    var tables: [Int]
    var code: FindingCode
  }

  /// The task that is compiled.
  public let task: TaskTemplate
  /// The number of columns that batches must have.
  public let width: Int

  var values: [Value] = []
  var alternatives: [Int32] = []
  var lookups: [Lookup] = []
  var derivations: [Derived] = []
  var maps: [Map] = []
  var symbolSets: [KeyIndex] = []
  var ranges: [NumberRange] = []
  var destinationLookups: [DestinationLookup] = []
  /// The values that are the same in every record.
  public internal(set) var constants = ConstantTexts()
  var stateFields: [StateField] = []
  var codes = CommonCodes()
  var fields: [Field] = []
  /// The column that says whether Sales could price a record; -1 if the file has none, or of records that go to Sales.
  public var pricingColumn = -1
  var filter = FilterPlan(.everything) { _ in -1 }
  /// The first of the filter's fields that the file lacks, by its number among them.
  var missingFilterField: Int?
  /// The fields of the filter that the file lacks, so that nobody knows which of its records are meant, as the filter
  /// names them. All records of the file are filtered out.
  public internal(set) var missingFilterFields: [String] = []
  var keyValues: [Int32] = []
  var headerValue: Int32 = -1
  var currencyValue: Int32 = -1
  var idColumn = -1
  var quantityValue: Int32 = -1
  /// The amounts that are added up, by their role; -1 for those that the source entity does not have.
  var amountValues: [Int32] = []
  /// The decimals of the record's currency; -1 if no field is rounded to them.
  var precisionValue: Int32 = -1

  /// The columns that are derived, by name.
  public internal(set) var derivedColumns: [String] = []
  /// Whether the record's document is found by a lookup rather than by its number.
  var headerLookup: Int?

  init(task: TaskTemplate, width: Int) {
    self.task = task
    self.width = width
  }

  /// Whether the input has no source at all for a field, so that its column is left out.
  public func isMissing(_ field: Int) -> Bool { fields[field].flags.contains(.isMissing) }

  /// Whether a field is required and the input has no source at all for it.
  public func isMissingAndRequired(_ field: Int) -> Bool {
    fields[field].flags.contains(.isMissing) && fields[field].flags.contains(.required)
  }

  /// Whether the file lacks a column of the key, so that no record can have one.
  public var lacksKey: Bool { keyValues.contains { values[Int($0)].source == .nothing } }

  /// The columns that the parts of a record's key stand in; none if a part is more than a column's text.
  public var keyColumns: [Int] {
    let parts = keyValues.map { values[Int($0)] }
    return parts.allSatisfy { $0.source == .column } ? parts.map { Int($0.a) } : []
  }

  /// The number, in `TaskTemplate.clauses`, of the field of the filter that the file lacks; nil if it lacks none.
  public var missingFilterClause: Int? { missingFilterField.map { filter.clauseCount + $0 } }

  /// What stands before the values of a field; nothing for most.
  public func prefix(of field: Int) -> [UInt8] {
    fields[field].prefix < 0 ? [] : constants.copy(Int(fields[field].prefix))
  }

  /// The bytes of a constant.
  public func constant(_ number: Int) -> [UInt8] { constants.copy(number) }

  /// The attribute type of a field.
  public func type(of field: Int) -> AttributeType { fields[field].type }
}

extension TaskPlan {
  /// Whether records are looked up in a table of the destination, other than the document that a line belongs to.
  public func looksUp(inDestination table: Int) -> Bool {
    for index in 0..<fields.count where fields[index].lookup >= 0 {
      let isParent = fields[index].flags.contains(.isParent)
      if !isParent, destinationLookups[Int(fields[index].lookup)].tables.contains(table) { return true }
    }
    return false
  }
}
