import Findings
import Records

extension TablePieces {
  /// The records of one id, as far as they are one.
  private struct Whole {
    var record: Int
    var pieces: Set<Int>
    var fields: [String: [UInt8]]
    var added: [Field] = []
  }

  /// The tables of a package that stand in several places: three passes, of which the last two only look at those tables.
  /// The content of records that stand in several places is held in memory.
  static func all(of package: Package) throws -> [String: TablePieces] {
    let divided = try dividedTables(of: package)
    guard !divided.isEmpty, var scan = reader(of: package, divided) else { return [:] }
    let repeated = try repeatedIDs(of: divided, in: package)
    var tables: [String: TablePieces] = [:]
    var wholes: [Int: [GUID: Whole]] = [:]
    while let (entity, batch) = try scan.next() {
      let layout = Layout(scan.columns(of: entity), id: package.entities[entity].recordID)
      for record in 0..<batch.count {
        guard let id = layout.id(batch, record), repeated[entity]?.contains(id) ?? false else { continue }
        let number = batch.number(of: record).value
        let fields = layout.fields(batch, record)
        guard var whole = wholes[entity, default: [:]].removeValue(forKey: id) else {
          wholes[entity]?[id] = Whole(
            record: number, pieces: [scan.piece],
            fields: Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
          continue
        }
        if !whole.pieces.contains(scan.piece), fields.allSatisfy({ (whole.fields[$0.name] ?? $0.value) == $0.value }) {
          whole.pieces.insert(scan.piece)
          for field in fields where whole.fields[field.name] == nil {
            whole.fields[field.name] = field.value
            whole.added.append(field)
          }
          tables[package.entities[entity].name, default: TablePieces()].steps.append(Step(record: number, added: nil))
        }
        wholes[entity]?[id] = whole
      }
    }
    for (entity, wholes) in wholes {
      let steps = wholes.values.filter { !$0.added.isEmpty }.map { Step(record: $0.record, added: $0.added) }
      tables[package.entities[entity].name]?.steps += steps
    }
    return tables.mapValues { table in
      var table = table
      table.steps.sort { $0.record < $1.record }
      return table
    }
  }

  private static func reader(of package: Package, _ tables: Set<Int>) -> ConfigurationMigrationReader? {
    ConfigurationMigrationReader(package, ScanRequest(wanted: tables, asWritten: [.dates, .pieces]))
  }

  /// The tables that stand in several places.
  private static func dividedTables(of package: Package) throws -> Set<Int> {
    guard var scan = reader(of: package, []) else { return [] }
    while try scan.next() != nil {}
    return Set(package.entities.indices.filter { scan.pieces(of: $0) > 1 })
  }

  /// The ids that several records of a table have, by table.
  private static func repeatedIDs(of tables: Set<Int>, in package: Package) throws -> [Int: Set<GUID>] {
    guard var scan = reader(of: package, tables) else { return [:] }
    var ids: [Int: GUIDIndex] = [:]
    var repeated: [Int: Set<GUID>] = [:]
    while let (entity, batch) = try scan.next() {
      let layout = Layout(scan.columns(of: entity), id: package.entities[entity].recordID)
      for record in 0..<batch.count {
        guard let id = layout.id(batch, record) else { continue }
        if !ids[entity, default: GUIDIndex()].insert(id, value: 0).isNew { repeated[entity, default: []].insert(id) }
      }
    }
    return repeated
  }

  /// The columns of a table as they stand in its batches.
  private struct Layout {
    private let columns: [SourceColumn]
    private let idColumn: Int

    init(_ columns: [SourceColumn], id: String) {
      self.columns = columns
      idColumn = columns.firstIndex { $0.name == id && $0.part == .value } ?? -1
    }

    func id(_ batch: RecordBatch, _ record: Int) -> GUID? {
      idColumn < 0 ? nil : GUID(batch.bytes.span.extracting(batch.range(record, idColumn).bounds))
    }

    /// The fields that a record has beside its id.
    func fields(_ batch: RecordBatch, _ record: Int) -> [Field] {
      func bytes(_ column: Int) -> [UInt8] {
        column < columns.count ? Array(batch.bytes[batch.range(record, column).bounds]) : []
      }
      return columns.indices.compactMap { column in
        let isField = columns[column].part == .value && column != idColumn
        guard isField, column < batch.width, !batch.range(record, column).isEmpty else { return nil }
        let isLookup = column + 2 < columns.count && columns[column + 1].part == .lookupTable
        return Field(
          name: columns[column].heading, value: bytes(column), lookupTable: isLookup ? bytes(column + 1) : [],
          lookupName: isLookup ? bytes(column + 2) : [])
      }
    }
  }
}
