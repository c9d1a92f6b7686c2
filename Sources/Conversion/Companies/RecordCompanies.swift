// Hot path (`owner`): no allocation per record.

import Mapping
import Packages
import Records

/// Where the columns stand that say whose a file's records are.
struct CompanyColumns {
  /// The column of F&O.
  static let column = "dataareaid"
  /// The column that rejects have.
  static let rejectColumn = "p2c_company"

  /// The columns that name a company, in the order in which they are asked.
  private let own: [Int]
  /// The lookup to the business unit, and its name.
  fileprivate let unit: (id: Int, name: Int)

  init(_ columns: SourceColumns, _ schema: EntitySchema?) {
    let names = [schema?.companyField?.lowercased(), CompanyColumns.column, CompanyColumns.rejectColumn]
    own = names.compactMap { $0.flatMap { columns.values[$0] } }
    unit = (columns.values[BusinessUnits.column] ?? -1, columns.names[BusinessUnits.column] ?? -1)
  }

  /// Whether there is no column that names a company.
  var isEmpty: Bool { own.isEmpty }

  /// What the record itself says.
  func read(_ batch: borrowing RecordBatch, _ record: Int) -> CompanyID.Column { find(batch, record).company }

  /// The column whose text is what no company is called; nil if the record has none.
  func invalid(_ batch: borrowing RecordBatch, _ record: Int) -> Int? {
    let (column, company) = find(batch, record)
    return company == .invalid ? column : nil
  }

  /// The first column that is not blank, and what it says.
  @inline(__always)
  private func find(_ batch: borrowing RecordBatch, _ record: Int) -> (column: Int, company: CompanyID.Column) {
    let bytes = batch.bytes.span
    for column in own {
      let range = batch.range(record, column)
      if range.isEmpty { continue }
      let found = CompanyID.read(bytes.extracting(range.bounds))
      if found != .blank { return (column, found) }
    }
    return (-1, .blank)
  }

  /// Throws `InferenceError` unless all records of a batch are of the company; `fallback` is that of records that do not
  /// say any.
  func require(_ company: CompanyID, fallback: CompanyID, _ batch: borrowing RecordBatch) throws(InferenceError) {
    if own.isEmpty, fallback == company { return }
    var next = 0
    for record in 0..<batch.count {
      switch read(batch, record) {
      case .blank:
        // What cannot be read is of no company.
        if fallback != company, batch.issue(of: record, &next) == nil { throw .oneCompany }
      case .company(let found):
        if found != company, batch.issue(of: record, &next) == nil { throw .company(found) }
      case .invalid:
        if batch.issue(of: record, &next) == nil { throw .oneCompany }
      }
    }
  }
}

/// Finds out whose records are, by their columns, their business unit, their package, and of lines by their header.
final class RecordCompanies {
  /// How the lines of an entity name their header.
  struct Lines {
    /// The entity of the headers, in lower case.
    var headers: String
    /// The lookup to the header (Sales).
    var lookup: String?
    /// The column of the header's number on the line, or behind the lookup.
    var number: String
  }

  /// The codes of the owners of an entity's headers.
  fileprivate final class Headers {
    private static let several = UInt32.max
    private let side: Side
    private var byNumber = KeyIndex()
    private var byID = GUIDIndex()
    private var key = OutputBuffer(capacity: 64)

    init(_ side: Side) { self.side = side }

    /// Remembers the owner of a header. In Sales the first header of a number has the lines; in F&O headers of several
    /// companies may have one number.
    func add(_ code: Int, id: Span<UInt8>, number: Span<UInt8>) {
      if let guid = GUID(id) { _ = byID.insert(guid, value: UInt32(code)) }
      key.truncate(to: 0)
      KeyText.append(number, to: &key)
      guard key.count > 0 else { return }
      let (entry, isNew) = byNumber.insert(key, value: UInt32(code))
      if !isNew, side == .finops, byNumber[entry] != UInt32(code) { byNumber[entry] = Headers.several }
    }

    /// The owner of a line's header; nil if there is none, or there are several.
    func find(id: Span<UInt8>, number: Span<UInt8>) -> Int? {
      if let found = GUID(id).flatMap({ byID.value(of: $0) }) { return Int(found) }
      key.truncate(to: 0)
      KeyText.append(number, to: &key)
      guard key.count > 0, let entry = byNumber.find(key), byNumber[entry] != Headers.several else { return nil }
      return Int(byNumber[entry])
    }
  }

  private let order: CompanyOrder
  private let units: BusinessUnits?
  private let lines: [String: Lines]
  /// The column of the number of headers, by entity in lower case.
  private let numbers: [String: String]
  private var headers: [String: Headers] = [:]
  /// All owners found, by code.
  private(set) var owners: [RecordOwner] = []
  private var codes: [RecordOwner: Int] = [:]

  /// Nobody is known yet. `templates` say which entities are lines of which; `units` are those of a Sales side whose
  /// companies the project names.
  init(_ order: CompanyOrder, templates: [Template], units: BusinessUnits?) {
    self.order = order
    self.units = units
    var lines: [String: Lines] = [:]
    var numbers: [String: String] = [:]
    for template in templates where template.tasks.count == 2 {
      guard let header = template.tasks[1].header.map({ SourcePath($0) }) else { continue }
      let entity = template.tasks[0].source.lowercased()
      let number = (header.targets.first?.column ?? header.column).lowercased()
      numbers[entity] = number
      lines[template.tasks[1].source.lowercased()] = Lines(
        headers: entity, lookup: header.isLookup ? header.column.lowercased() : nil, number: number)
    }
    self.lines = lines
    self.numbers = numbers
  }

  /// The code of an owner, a small number.
  func code(of owner: RecordOwner) -> Int {
    if let known = codes[owner] { return known }
    owners.append(owner)
    codes[owner] = owners.count - 1
    return owners.count - 1
  }

  /// Whether the entity's records are lines of another one's.
  func isLine(_ entity: String) -> Bool { lines[entity.lowercased()] != nil }

  /// One file, whose records are asked for one after another. Headers must come before their lines.
  func file(_ package: Package, _ entity: PackageEntity, _ columns: SourceColumns) -> OwnedFile {
    OwnedFile(self, package, entity, columns)
  }

  /// A file whose records' owners are wanted.
  final class OwnedFile {
    private let companies: RecordCompanies
    private let columns: CompanyColumns
    private let fallback: Int
    /// The headers that the records are; nil if they are none.
    private let own: Headers?
    /// The headers whose lines the records are; nil if they are none.
    private let headers: Headers?
    /// Of headers the columns of id and number, of lines those of their header's.
    private let id: Int
    private let number: Int

    fileprivate init(
      _ companies: RecordCompanies, _ package: Package, _ entity: PackageEntity, _ columns: SourceColumns
    ) {
      let name = entity.name.lowercased()
      let lines = companies.lines[name]
      self.companies = companies
      self.columns = CompanyColumns(columns, entity.schema)
      fallback = companies.code(of: .company(package.company ?? companies.order.standard))
      own = companies.numbers[name].map { _ in companies.headers(of: name, package.kind.side) }
      // A package of F&O that says its company says it of lines, too.
      headers =
        package.kind.side == .finops && package.company != nil
        ? nil : lines.map { companies.headers(of: $0.headers, package.kind.side) }
      if let lines {
        id = lines.lookup.flatMap { columns.values[$0] } ?? -1
        number = columns.values[lines.lookup.map { "\($0).\(lines.number)" } ?? lines.number] ?? -1
      } else {
        id = columns.values[entity.schema?.primaryID ?? name + "id"] ?? -1
        number = companies.numbers[name].flatMap { columns.values[$0] } ?? -1
      }
    }

    /// The code of the owner of a record, and whether its company column has something that is none.
    func owner(_ batch: borrowing RecordBatch, _ record: Int) -> (code: Int, isInvalid: Bool) {
      let said = columns.read(batch, record)
      let code: Int
      if case .company(let company) = said {
        code = companies.code(of: .company(company))
      } else {
        code = unstated(batch, record)
      }
      own?.add(code, id: text(batch, record, id), number: text(batch, record, number))
      return (code, said == .invalid)
    }

    @_lifetime(borrow batch)
    private func text(_ batch: borrowing RecordBatch, _ record: Int, _ column: Int) -> Span<UInt8> {
      batch.bytes.span.extracting(column < 0 ? 0..<0 : batch.range(record, column).bounds)
    }

    /// The owner of a record that does not name its company.
    private func unstated(_ batch: borrowing RecordBatch, _ record: Int) -> Int {
      if let headers {
        return headers.find(id: text(batch, record, id), number: text(batch, record, number)) ?? fallback
      }
      guard let units = companies.units, columns.unit.id >= 0, !batch.range(record, columns.unit.id).isEmpty else {
        return fallback
      }
      return companies.code(
        of: units.owner(id: text(batch, record, columns.unit.id), name: text(batch, record, columns.unit.name)))
    }
  }

  private func headers(of entity: String, _ side: Side) -> Headers {
    if let known = headers[entity] { return known }
    let made = Headers(side)
    headers[entity] = made
    return made
  }
}
