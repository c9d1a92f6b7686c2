public import Findings
public import Records

/// Which of the two systems a package, an entity or a record belongs to.
public enum Side: String, Sendable, Codable, CaseIterable {
  /// Dynamics 365 Finance and Operations.
  case finops
  /// Dynamics 365 Sales.
  case sales

  /// The side that data of this one go to.
  public var opposite: Side { self == .finops ? .sales : .finops }

  /// The way of data that go to this side, as reports and plans name it.
  public var direction: String { "\(opposite.rawValue)-to-\(rawValue)" }
}

/// The type of an attribute, by the names of the schema files.
public enum AttributeType: String, Sendable, Codable {
  case string, int, int64, decimal, double, money, datetime, date, guid, bool
  /// The NoYes enumeration of F&O, written `Yes` or `No`.
  case noyes
  /// An enumeration of F&O, written by its symbol.
  case enumeration = "enum"
  case picklist, state, status, lookup, binary, image

  /// Whether values are compared and summed as exact decimals.
  public var isNumber: Bool {
    switch self {
    case .int, .int64, .decimal, .double, .money, .picklist, .state, .status: true
    default: false
    }
  }

  /// Whether values are dates or instants.
  public var isTemporal: Bool { self == .datetime || self == .date }
}

/// One value of a Sales option set.
public struct OptionValue: Sendable, Equatable {
  /// The number that packages hold.
  public var value: Int
  /// The label, as imports of CSV files need it.
  public var label: String
  /// The state that a status belongs to; nil for other option sets.
  public var state: Int?

  /// An option of the given number and label.
  public init(value: Int, label: String, state: Int? = nil) {
    self.value = value
    self.label = label
    self.state = state
  }
}

/// One column of an entity.
public struct Attribute: Sendable, Equatable {
  /// The technical name: AOT casing for F&O, the logical name for Sales.
  public var name: String
  /// The column's label, if one is known.
  public var displayName: String?
  /// The type of its values.
  public var type: AttributeType
  /// The longest text it takes, in UTF-16 code units; nil if unknown or unlimited.
  public var maxLength: Int?
  /// Whether `maxLength` is only assumed (a standard size), so that longer texts are a warning.
  public var lengthIsAssumed = false
  /// Whether a record must have a value.
  public var isRequired = false
  /// Whether it belongs to the entity's key.
  public var isKey = false
  /// Whether imports ignore or refuse it.
  public var isReadOnly = false
  /// The symbols of an F&O enumeration.
  public var symbols: [String] = []
  /// The numbers of the symbols of an F&O enumeration, in their order.
  public var symbolNumbers: [Int] = []
  /// The values of a Sales option set.
  public var options: [OptionValue] = []
  /// The tables that a lookup may point to.
  public var targets: [String] = []
  /// Decimals that the column keeps; nil if unknown.
  public var precision: Int?
  /// The least number that the column takes; nil if unknown or unlimited.
  public var minimum: ExactDecimal?
  /// The greatest number that the column takes; nil if unknown or unlimited.
  public var maximum: ExactDecimal?
  /// Whether the key is one for all companies, as product numbers are.
  public var isShared = false
  /// Whether a value is the key of another record of the same entity.
  public var refersToSelf = false
  /// Of F&O: the other entity whose key a value is; nil if it is none.
  public var referredEntity: String?
  /// What the numbers begin with that the system gives by itself; nil if it gives none.
  public var numberSequence: String?
  /// Whether new records cannot have it, though it is not read-only.
  public var isNotOnCreate = false
  /// Of a lookup: the code for a value that no record of Sales has.
  public var missingCode = FindingCode.lookupNotResolved

  /// The column's name in the files of a package: upper case for F&O, the logical name for Sales.
  public func column(in side: Side) -> String { side == .finops ? name.uppercased() : name }

  /// An attribute of the given name and type.
  public init(name: String, type: AttributeType) {
    self.name = name
    self.type = type
  }
}

/// The documents to which lines belong.
public struct HeaderReference: Sendable, Hashable {
  /// The entity or table of the documents.
  public var entity: String
  /// The column that ties a line to its document: in Sales the lookup, in F&O the document's number, which both have.
  public var by: String
}

/// What the tool knows of an entity (F&O) or table (Sales).
public struct EntitySchema: Sendable {
  /// The system that has it.
  public var side: Side
  /// AOT name or logical name.
  public var name: String
  /// The label that manifests and file names use (F&O), or the display name (Sales).
  public var label: String
  /// The name of an F&O entity's records in OData, if it is public.
  public var publicCollection: String?
  /// The key columns in key order, without the company.
  public var keys: [String]
  /// The primary id column of a Sales table.
  public var primaryID: String?
  /// The primary name column of a Sales table.
  public var primaryName: String?
  /// The object type code of a Sales table, written as `etc`.
  public var typeCode: Int?
  /// Whether the records belong to no company.
  public var isGlobal = false
  /// Of a Sales table the natural keys, in the order in which they are asked; of an F&O entity further keys by which records
  /// of an export are known. Each is a list of fields.
  public var alternateKeys: [[String]] = []
  /// The column that names the company of a record, beside `DATAAREAID`; nil if there is none.
  public var companyField: String?
  /// What values of other entities must be among those of this one, in the target that has it.
  public var references: [IncomingReference] = []
  /// Of lines: the documents that they belong to.
  public var header: HeaderReference?
  /// Other Sales tables whose records must be there before those of this one.
  public var neededTables: [String] = []
  /// The fields that number a record; no two records have the same values in all of them. Empty if there are none.
  public var uniqueFields: [String] = []
  /// The amounts of documents or their lines; nil if records have none that count.
  public var amounts: AmountFields?
  /// How packages may set the states of records; nil if states are not checked.
  public var states: StateRules?
  /// Which records cannot be transferred; the first reason counts.
  public var untransferable: [UntransferableRecords] = []
  /// Which records the platform makes by itself.
  public var madeByPlatform: PlatformRecords?
  /// The column, beside state and status, that says what becomes of a record.
  public var statusField: String?
  /// The fields, in lower case, that every company has values of its own in, where companies share a record.
  public var fieldsPerCompany: Set<String> = []
  /// The place among the tables whose records must be set up before an import; nil if packages bring them.
  public var setUpOrder: Int?
  /// Whether several records may have one primary name.
  public var namesRepeat = false
  /// Whether the Prospect to Cash solution adds columns to the table.
  public var isExtendedBySolution = false
  /// The columns, keys first.
  public var attributes: [Attribute]

  private let positions: [String: Int]

  /// A schema of the given columns.
  public init(
    side: Side, name: String, label: String, keys: [String], primaryID: String? = nil, primaryName: String? = nil,
    typeCode: Int? = nil, attributes: [Attribute]
  ) {
    self.side = side
    self.name = name
    self.label = label
    self.keys = keys
    self.primaryID = primaryID
    self.primaryName = primaryName
    self.typeCode = typeCode
    self.attributes = attributes
    positions = Dictionary(
      attributes.enumerated().map { ($0.element.name.lowercased(), $0.offset) }, uniquingKeysWith: { first, _ in first }
    )
  }

  /// The first alternate key of a single field, in lower case: in Sales the number or name by which people know a record.
  public var naturalKey: String? { alternateKeys.first { $0.count == 1 }?.first?.lowercased() }

  /// The attribute of the name, compared without case.
  public func attribute(named name: String) -> Attribute? {
    positions[name.lowercased()].map { attributes[$0] }
  }
}
