import Findings
import Records

/// The JSON of a schema file, with one attribute on each line:
///
///     {"side": "sales", "name": "account", "label": "Account", "keys": ["accountid"],
///      "primaryId": "accountid", "primaryName": "name", "typeCode": 1, "attributes": [
///       {"name": "accountnumber", "type": "string", "label": "Account Number", "max": 20, "required": true},
///       {"name": "statuscode", "type": "status", "options": [[1, "Active", 0], [2, "Inactive", 1]]}]}
///
/// `side` is `finops` or `sales`; `keys` leave the company out; the primary columns and the type code are only of Sales.
/// Of an attribute, `name` and `type` (one of `AttributeType`) must be there. `label` is what users see, `max` the longest
/// text in UTF-16 code units, `assumed` says that nobody has seen that limit; `required`, `key` and `readOnly` are `true` or
/// left out; `symbols` are those of an F&O enumeration, `numbers` their numbers unless they count from 0; `options` number,
/// label and, of a status, the state; `targets` are the tables of a lookup; `precision` is how many decimals the column keeps;
/// `range` has the least and the greatest number, as texts, `null` where there is no limit; `shared` says that the key is one
/// for all companies, `"refersTo": "self"` that the value is the key of another record of the entity; with the name of another
/// entity of F&O, of a record there.
///
/// `publicCollection` is what OData calls the records of an F&O entity.
///
/// `"global": true` says that records belong to no company, `companyField` names the column of a record's company where it is
/// not `DATAAREAID`. `alternateKeys` are the natural keys of a Sales table, each a list of its fields; of an F&O entity they
/// are further keys by which `reconcile` finds records.
///
/// `referredBy` says which columns of other F&O entities hold values of a column of this one, `{"column": "UnitSymbol",
/// "by": ["SalesUnitSymbol"]}`, with `*` for any beginning of a name. Where conversions check that such a value is in the target,
/// `checked` lists the columns, and `code` is that of the finding (`P2C1230` unless given).
///
/// Of lines, `header` names the entity of their documents, `{"entity": "quote", "by": "quoteid"}`, with the column that ties
/// them to it: in Sales the lookup, in F&O the document's number. `amounts` are the fields of a document or line by what they
/// are (`AmountFields`), `{"total": "totalamount"}`, and `unmappedAmounts` those of them whose sums are reported where a
/// template does not map them.
///
/// Of Sales tables, `needs` are other tables whose records must be imported before; `unique` are the fields that number a
/// record, no two alike; `states` says how packages may set states (`StateRules`), `notTransferred` which records cannot be
/// transferred (`UntransferableRecords`), `madeByPlatform` which ones the platform makes (`PlatformRecords`); `status` is a
/// column that says what becomes of a record; `perCompany` are fields that every company has values of its own in, where
/// companies share a record; `setUp` is the place among the tables whose records must be there before an import; `namesRepeat`
/// says that records may share a primary name, `solution` that the Prospect to Cash solution adds columns.
///
/// Of an attribute, `sequence` is what numbers begin with that the system gives by itself, `notOnCreate` says that new records
/// cannot have it, and `missing` is the code for a lookup's value that no record has (`P2C2301` unless given).
///
/// With `"extends": "account"` the file holds only what is different: its members replace those of that entity, and its
/// attributes replace those of the same name or come after the others. Without a `name` it takes that entity's place.
struct SchemaFile {
  var extends: String?
  var side: Side?
  var name: String?
  var label: String?
  var publicCollection: String?
  var keys: [String]?
  var primaryId: String?
  var primaryName: String?
  var typeCode: Int?
  var global: Bool?
  var companyField: String?
  var alternateKeys: [[String]]?
  var referredBy: [SchemaReference]?
  var header: HeaderReference?
  var needs: [String]?
  var unique: [String]?
  var amounts: [String: String]?
  var unmappedAmounts: [String]?
  var states: StateRules?
  var notTransferred: [UntransferableRecords]?
  var madeByPlatform: PlatformRecords?
  var status: String?
  var perCompany: [String]?
  var setUp: Int?
  var namesRepeat: Bool?
  var solution: Bool?
  var attributes: [SchemaAttribute]?

  /// An attribute as the file writes it.
  struct SchemaAttribute {
    var name: String
    var type: AttributeType
    var label: String?
    var max: Int?
    var assumed: Bool?
    var key: Bool?
    var required: Bool?
    var readOnly: Bool?
    var symbols: [String]?
    var numbers: [Int]?
    var options: [OptionValue]?
    var targets: [String]?
    var precision: Int?
    var range: [String?]?
    var shared: Bool?
    var refersTo: String?
    var sequence: String?
    var notOnCreate: Bool?
    var missing: String?
  }

  /// The schema that the JSON text describes; `known` gives the entity that it extends.
  static func schema(
    from text: String, place: ProjectPlace, extending known: SchemaCatalogue? = nil
  ) throws(ProjectError) -> EntitySchema {
    let file = try read(text, at: place) { try SchemaFile(&$0) }
    var base: EntitySchema?
    if let extended = file.extends {
      base = try known?.schema(named: extended)
      guard base != nil else {
        throw .unknownName(
          place, kind: .entity, name: extended, of: "the tool", known: known?.entries.map(\.name) ?? [])
      }
    }
    let schema = try file.schema(extending: base, at: place)
    try checkFacts(of: schema, at: place)
    let names = schema.attributes.map { $0.name.lowercased() }
    if let twice = Dictionary(grouping: names, by: \.self).filter({ $0.value.count > 1 }).keys.min() {
      throw .wrongValue(place, what: "the attribute", value: twice, expected: "one attribute of each name")
    }
    return schema
  }

  private func schema(extending base: EntitySchema?, at place: ProjectPlace) throws(ProjectError) -> EntitySchema {
    func required<Value>(_ value: Value?, _ name: String) throws(ProjectError) -> Value {
      guard let value else {
        throw .notReadable(place, format: "JSON of a schema", reason: "\(name) is missing")
      }
      return value
    }
    let side = try required(side ?? base?.side, "side")
    let name = try required(name ?? base?.name, "name")
    let label = try required(label ?? base?.label, "label")
    let keys = try required(keys ?? base?.keys, "keys")
    var own: [Attribute] = []
    for attribute in try required(attributes ?? base.map { _ in [] }, "attributes") {
      var attribute = try attribute.attribute(at: place)
      if attribute.referredEntity?.lowercased() == name.lowercased() {
        (attribute.refersToSelf, attribute.referredEntity) = (true, nil)
      }
      own.append(attribute)
    }
    var schema = EntitySchema(
      side: side, name: name, label: label, keys: keys, primaryID: primaryId ?? base?.primaryID,
      primaryName: primaryName ?? base?.primaryName, typeCode: typeCode ?? base?.typeCode,
      attributes: SchemaFile.merged(base?.attributes ?? [], own))
    try addFacts(to: &schema, of: base, at: place)
    return schema
  }

  private static func merged(_ base: [Attribute], _ own: [Attribute]) -> [Attribute] {
    var merged = base
    var added: [Attribute] = []
    for attribute in own {
      let name = attribute.name.lowercased()
      if let place = base.firstIndex(where: { $0.name.lowercased() == name }) {
        merged[place] = attribute
      } else {
        added.append(attribute)
      }
    }
    return merged + added
  }
}

extension SchemaFile.SchemaAttribute {
  /// Refuses a range that is not two numbers, either of which may be missing.
  private func checkRange(at place: ProjectPlace) throws(ProjectError) {
    guard let range else { return }
    guard range.count == 2, range.allSatisfy({ $0.map { ExactDecimal($0) != nil } ?? true }) else {
      throw .wrongValue(
        place, what: "the range of \(name)", value: "\(range.map { $0 ?? "null" })",
        expected: "the least and the greatest number")
    }
  }

  /// The numbers of the symbols: those that the file lists, else their places.
  private func symbolNumbers(at place: ProjectPlace) throws(ProjectError) -> [Int] {
    let count = symbols?.count ?? 0
    guard let numbers else { return Array(0..<count) }
    guard numbers.count == count else {
      throw .wrongValue(
        place, what: "the numbers of \(name)", value: "\(numbers)", expected: "a number for each symbol")
    }
    return numbers
  }

  /// The attribute that the file describes. Throws if its range or its code is none.
  fileprivate func attribute(at place: ProjectPlace) throws(ProjectError) -> Attribute {
    try checkRange(at: place)
    var attribute = Attribute(name: name, type: type)
    attribute.displayName = label
    attribute.maxLength = max
    attribute.lengthIsAssumed = assumed ?? false
    attribute.isRequired = required ?? false
    attribute.isKey = key ?? false
    attribute.isReadOnly = readOnly ?? false
    attribute.symbols = symbols ?? []
    attribute.symbolNumbers = try symbolNumbers(at: place)
    attribute.options = options ?? []
    attribute.targets = targets ?? []
    attribute.precision = precision
    attribute.minimum = range?.first.flatMap { $0 }.flatMap { ExactDecimal($0) }
    attribute.maximum = range?.last.flatMap { $0 }.flatMap { ExactDecimal($0) }
    attribute.isShared = shared ?? false
    attribute.refersToSelf = refersTo == "self"
    attribute.referredEntity = attribute.refersToSelf ? nil : refersTo
    attribute.numberSequence = sequence
    attribute.isNotOnCreate = notOnCreate ?? false
    if let code = try SchemaFile.code(missing, of: name, at: place) { attribute.missingCode = code }
    return attribute
  }
}
