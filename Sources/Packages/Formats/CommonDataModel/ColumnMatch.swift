import Mapping
import Records

/// The columns that the attributes of a description are.
struct ColumnMatch {
  /// The columns in the order of the attributes.
  private(set) var columns: [SourceColumn] = []
  private let entity: EntityMatch
  private let attributes: [DescribedAttribute]
  /// The attributes' names in lower case, as the schema has them.
  private let names: [String]
  /// The technical names of the schema's columns, by their names in lower case and without `_`; none where several fit.
  private let withoutUnderscores: [String: String]
  /// The technical names of the columns that attributes are by their own names.
  private var present: Set<String> = []

  /// What exports add to the columns of a table.
  private static let service: Set<String> = [
    "id", "sinkcreatedon", "sinkmodifiedon", "isdelete", "isdeleted", "partitionid", "versionnumber", "createdon",
    "modifiedon", "recid", "recversion", "partition", "tableid", "sysrowversion", "sysdatastatecode",
    "createdtransactionid", "modifiedtransactionid", "_sysrowid", "lsn", "lastprocessedchange_datetime",
    "datalakemodified_datetime", "start_lsn", "end_lsn", "dml_action", "seq_val", "update_mask",
  ]
  /// What follows a column's name in the names of those that say something about it.
  private static let companions: [(ending: String, part: SourceColumn.Part)] = [
    ("_entitytype", .lookupTable), ("yominame", .service), ("name", .lookupName), ("_display", .service),
  ]
  private static let businessUnit = "owningbusinessunit"
  /// What the version of a row is called. It says nothing of the record, although tables of Sales have it, too: exports of one record
  /// would differ by it.
  static let version = "versionnumber"

  /// Finds out which columns the attributes are. Throws `PackageError.header` for two of one column.
  init(_ attributes: [DescribedAttribute], of entity: EntityMatch, document: String, package: String) throws {
    self.entity = entity
    self.attributes = attributes
    names = attributes.map { attribute in
      let name = attribute.name.lowercased()
      let prefix = EntityMatch.virtualPrefix
      return entity.isVirtual && name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }
    let known = entity.schema?.attributes.map(\.name) ?? []
    let plain = Dictionary(grouping: known) { $0.lowercased().filter { $0 != "_" } }
    withoutUnderscores = plain.compactMapValues { $0.count == 1 ? $0[0] : nil }
    present = Set(names.compactMap(technicalName))
    columns = names.indices.map(named)
    takeSourceNames()
    takeID()
    try checkDoubles(document: document, package: package)
  }

  /// The column that an attribute is by its name.
  private func named(_ place: Int) -> SourceColumn {
    let (name, heading) = (names[place], attributes[place].name)
    if name != ColumnMatch.version, let known = technicalName(name) {
      return SourceColumn(heading: heading, name: known, isKnown: true)
    }
    if entity.side == .sales, let companion = companion(name, heading) { return companion }
    var column = SourceColumn(heading: heading, name: entity.isVirtual ? name : heading, isKnown: entity.schema == nil)
    if ColumnMatch.service.contains(attributes[place].name.lowercased()) || ColumnMatch.service.contains(name) {
      column.part = .service
    }
    return column
  }

  /// The technical name of the column of a name, with or without `_`; nil if there is none.
  private func technicalName(_ name: String) -> String? {
    if let attribute = entity.schema?.attribute(named: name) { return attribute.name }
    if entity.side == .sales, name == ColumnMatch.businessUnit { return name }
    if entity.side == .finops, name == "dataareaid" { return "dataAreaId" }
    return withoutUnderscores[name.filter { $0 != "_" }]
  }

  private func companion(_ name: String, _ heading: String) -> SourceColumn? {
    for (ending, part) in ColumnMatch.companions where name.hasSuffix(ending) {
      guard let base = technicalName(String(name.dropLast(ending.count))),
        present.contains(base)
      else { continue }
      let isLookup = entity.schema?.attribute(named: base)?.type == .lookup || base == ColumnMatch.businessUnit
      var column = SourceColumn(heading: heading, name: base, isKnown: true)
      column.part = isLookup ? part : .service
      return column
    }
    return nil
  }

  /// Takes the names at the source for columns that no attribute is by its own.
  private mutating func takeSourceNames() {
    let taken = Set(columns.filter { $0.isKnown && $0.part == .value }.map { $0.name.lowercased() })
    for place in columns.indices where !columns[place].isKnown {
      guard let source = attributes[place].sourceName?.lowercased(),
        let known = entity.schema?.attribute(named: source)?.name, !taken.contains(known.lowercased())
      else { continue }
      columns[place] = SourceColumn(heading: attributes[place].name, name: known, isKnown: true)
    }
  }

  /// Takes `Id` for the id of Sales records that no other column has.
  private mutating func takeID() {
    guard entity.side == .sales else { return }
    let id = entity.schema?.primaryID ?? entity.name + "id"
    guard !columns.contains(where: { $0.part == .value && $0.name.lowercased() == id.lowercased() }),
      let place = names.firstIndex(of: "id")
    else { return }
    columns[place] = SourceColumn(heading: attributes[place].name, name: id, isKnown: true)
  }

  private func checkDoubles(document: String, package: String) throws {
    var seen: Set<String> = []
    for column in columns where column.part != .service {
      guard seen.insert("\(column.part) \(column.name.lowercased())").inserted else {
        throw PackageError.header(column: column.heading, file: document, package: package)
      }
    }
  }

  /// The place of the attribute of a name, in lower case; nil if there is none.
  func place(of name: String) -> Int? { names.firstIndex(of: name) }

  /// The place of the attribute that makes the entity a log of changes.
  var deletionColumn: Int? { place(of: "isdelete") ?? place(of: "isdeleted") }
}
