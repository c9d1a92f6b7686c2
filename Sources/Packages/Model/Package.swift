public import Archives
public import Findings
public import Mapping
public import Records

/// The kinds of packages, by their names in reports.
public enum PackageKind: String, Sendable {
  /// A zip with manifest, header and entity files.
  case finopsDataPackage = "finops.data-package"
  /// A zip or folder with `data.xml` and `data_schema.xml`.
  case salesConfigurationMigration = "sales.configuration-migration"
  /// Loose entity files of F&O.
  case finopsFiles = "finops.files"
  /// Loose CSV files of Sales.
  case salesFiles = "sales.files"
  /// The entities of F&O in a Common Data Model folder.
  case finopsCommonDataModel = "finops.common-data-model"
  /// The tables of Sales in a Common Data Model folder.
  case salesCommonDataModel = "sales.common-data-model"

  /// The side that the package comes from.
  public var side: Side {
    switch self {
    case .finopsDataPackage, .finopsFiles, .finopsCommonDataModel: .finops
    case .salesConfigurationMigration, .salesFiles, .salesCommonDataModel: .sales
    }
  }

  /// Whether it is what a Common Data Model folder holds of a side: partitions of CSV, which a description makes entities of.
  public var isCommonDataModel: Bool { self == .finopsCommonDataModel || self == .salesCommonDataModel }
}

/// A column of an entity file.
public struct SourceColumn: Sendable, Equatable {
  /// What of a Sales lookup the column holds.
  public enum Part: Sendable, Equatable {
    /// The value itself; for a lookup the id of the record that it points to.
    case value
    /// The table that a lookup points to.
    case lookupTable
    /// The primary name of the record that a lookup points to.
    case lookupName
    /// A value in the notation of a culture, as the file has it. What it means is in a column of its own behind the file's.
    case written
    /// Nothing that the record says: what an export adds for itself (Common Data Model only).
    case service
  }

  /// The heading, as the file has it.
  public var heading: String
  /// The technical name, where a schema knows the column; else the heading.
  public var name: String
  /// Whether the schema of the entity has it.
  public var isKnown: Bool
  /// Whether it was recognised by its display name (`P2C1409`).
  public var isByDisplayName = false
  /// Whether that name is in another language than English.
  public var isLocalized = false
  /// Whether its heading is the display name of several columns, or of one that another heading names, so that it is none.
  public var isShared = false
  /// What of a lookup it holds.
  public var part = Part.value
  /// Whether the file does not list it: a record id that stands on the record only, or the parts of a lookup.
  public var isImplicit = false
  /// Of a value that the file has in the notation of a culture: the place of the column that holds it so.
  public var writtenPlace: Int?
  /// Whether the package says that its values are text, encoded twice (Configuration Migration only).
  public var isText = true
  /// Whether the package says that its values are dates (Configuration Migration only).
  var isDate = false
  /// Whether its dates have the form of the exporting machine's settings in an order that nothing shows.
  public var isUnclearDate = false
  /// Whether the package calls it one of the organisation's or of a solution (Configuration Migration only).
  public var isCustom = false
  /// The one table that the package says a lookup points to; empty if it says none or several (Configuration Migration only).
  public var target = ""

  /// Whether it is one of the columns that Dynamics hides in the worksheets and import templates that it makes: id, checksum
  /// and modification time, which say which table it is and which nobody else reads.
  public var isHidden: Bool { SchemaMatch.isHidden(heading) }
}

/// One entity of a package and the file that holds its records.
public struct PackageEntity: Sendable {
  /// The technical name; the label where that is unknown.
  public var name: String
  /// The label, as the package has it.
  public var label: String
  /// What is known of the entity.
  public var schema: EntitySchema? {
    get { known?.schema }
    set { known = newValue.map(KnownEntity.init) }
  }
  /// Kept aside: a folder may have tens of thousands of files of which nothing is known.
  private var known: KnownEntity?
  /// The file's name in the package.
  public var file: String
  /// The file's format.
  public var format: EntityFormat
  /// The file's encoding.
  public var encoding: TextEncoding
  /// The bytes of the byte order mark.
  public var markSize = 0
  /// The delimiter of a CSV file.
  public var dialect: CSVDialect?
  /// The columns in file order.
  public var columns: [SourceColumn]
  /// Level in the execution unit, where the manifest says it.
  public var level: Int?
  /// The part of a workbook that holds the records.
  public var sheet: String?
  /// Where the entity's records stand in those of another one; nil for a file of one entity.
  public var composite: CompositePart?
  /// Whether all of an XML file was looked at for records within records; else only its beginning was.
  var isLookedThrough = false
  /// What an import of the file stumbles over, as far as its beginning says; `PackageScan.remarks` says the rest.
  public var remarks: [Finding] = []
  /// What the values mean that are in the notation of a culture; nil if none are.
  var cultureColumns: CultureColumns?
  /// What the package itself and the platform say of the table (Configuration Migration only).
  public var table: SalesTable?
  /// What a description says of the file, which holds part of the entity's records (Common Data Model only).
  var partition: (any PartitionDescription)?

  /// An entity of a file, whose columns are in its order.
  init(
    name: String, label: String, schema: EntitySchema?, file: String, format: EntityFormat, encoding: TextEncoding,
    markSize: Int = 0, dialect: CSVDialect?, columns: [SourceColumn], level: Int?
  ) {
    self.name = name
    self.label = label
    known = schema.map(KnownEntity.init)
    self.file = file
    self.format = format
    self.encoding = encoding
    self.markSize = markSize
    self.dialect = dialect
    self.columns = columns
    self.level = level
  }

  /// The column of a Sales record's id, in lower case.
  public var recordID: String { table?.primaryID ?? schema?.primaryID ?? name + "id" }

  /// The column of a Sales record's name, in lower case.
  public var recordName: String { table?.primaryName ?? schema?.primaryName ?? "name" }
}

/// What the schemas say of an entity, in one place for all copies of it.
private final class KnownEntity: Sendable {
  let schema: EntitySchema

  init(_ schema: EntitySchema) { self.schema = schema }
}

/// What is known of a table of a Configuration Migration package beside its columns: first what the package says, then what
/// the tool's schema and the list of standard tables say.
public struct SalesTable: Sendable, Equatable {
  /// The column of the record's id, in lower case.
  public var primaryID: String
  /// The column of the record's name, in lower case.
  public var primaryName: String
  /// Whether its records are records of `activitypointer`, too.
  public var isActivity: Bool
  /// Whether a schema or the list of standard tables has it.
  public var isKnown: Bool
}

/// A package as it was found: what is in it, not yet its records.
public struct Package: Sendable {
  /// The path as given; `OUTER.zip!INNER.zip` for a package in a package.
  public var path: String
  /// What kind of package it is.
  public var kind: PackageKind
  /// The archive, folder or file.
  public var container: Container
  /// The entities in package order.
  public var entities: [PackageEntity]
  /// Versions that the package says: `packageVersion`, `timestamp`, `dialect` and the like.
  public var versions: [String: String]
  /// What was noticed while opening it.
  public var notes: [Finding]
  /// The company that its records are of where they do not say it themselves: `DEMF=path`.
  public var company: CompanyID?
  /// Data files beside the package's own that nobody understands. Of several packages of one input the first has them.
  public var unknownFiles: [UnknownFile] = []
  /// How its dates are written (Configuration Migration only).
  public var dates = DateNotation.iso
  /// What becomes of the records of tables that stand in several places, by table; nil as long as each is taken to stand in
  /// one (Configuration Migration only).
  var pieces: [String: TablePieces]?
  /// The places of entities whose records only bring values for those of an earlier input, and are none of their own.
  public var updates: Set<Int> = []
  /// Where its records are, if not in its container.
  package var store: (any RecordStore)?
  /// What later packages bring for the records of entities, in their order, by place.
  private(set) var layers: [Int: [ReferenceOverlay.Layer]] = [:]

  /// Lays what a later package brings over the records of an entity, which has its columns from now on.
  mutating func lay(_ overlay: ReferenceOverlay, over entity: Int) {
    guard let layer = ReferenceOverlay.Layer(overlay, over: entities[entity].columns) else { return }
    layers[entity, default: []].append(layer)
    entities[entity].columns += layer.added
  }

  /// The package as its files have it.
  var withoutLayers: Package {
    var package = self
    package.layers = [:]
    for (entity, layers) in layers {
      package.entities[entity].columns.removeLast(layers.reduce(0) { $0 + $1.added.count })
    }
    return package
  }

  /// The path as it was given, with the company that was given before it.
  public var argument: String { company.map { "\($0)=\(path)" } ?? path }

  /// The place of the entity in `entities`; the name is compared without case. Of an entity in several files the first one.
  public func index(of entity: String) -> Int? {
    indices(of: entity).first
  }

  /// The places in `entities` of all files that hold the entity, in the order in which they are read.
  public func indices(of entity: String) -> [Int] {
    let name = entity.lowercased()
    return entities.indices.filter { entities[$0].name.lowercased() == name && !updates.contains($0) }
  }
}

extension Package {
  /// The names, in lower case, of the columns that any file of the entity has.
  public func columns(of entity: String) -> Set<String> {
    var names: Set<String> = []
    for index in indices(of: entity) {
      for column in entities[index].columns where column.part == .value { names.insert(column.name.lowercased()) }
    }
    return names
  }
}
