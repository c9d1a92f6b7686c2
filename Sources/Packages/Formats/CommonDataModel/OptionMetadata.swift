import Archives
import Records

/// The symbols of the option sets of virtual entities, as Synapse Link puts them beside the tables.
struct OptionMetadata {
  static let fileName = "OptionsetMetadata/GlobalOptionsetMetadata.csv"

  /// The columns of the file, which has no header: option set, number, …, entity, symbol.
  private enum Column {
    static let (attribute, number, entity, symbol, count) = (0, 1, 6, 7, 8)
  }

  /// By entity, attribute and number.
  private var symbols: [String: [String: [String: String]]] = [:]

  /// No symbols.
  init() {}

  /// Reads the file for some entities, whose names are in lower case. Throws `ArchiveError`.
  init(_ path: String, in folder: DescribedFolder, entities: Set<String>) throws {
    guard let entry = folder.entry(path) else { return }
    let head = try FileHead(entry, of: folder.container, limit: 4)
    let encoding = head.markSize > 0 ? head.encoding : .utf8
    var parser = CSVParser(dialect: CSVDialect(), width: Column.count, line: 1, mostRecords: RecordBatch.mostRecords)
    try ByteFeed.text(entry, of: folder.container, encoding: encoding, mark: head.markSize) { piece in
      var batch = parser.parse(piece.bytes, start: piece.start, invalid: piece.invalid, isLast: piece.isLast)
      while true {
        add(batch, entities)
        guard parser.hasMore else { return true }
        batch = parser.parse([], invalid: [], isLast: piece.isLast)
      }
    }
  }

  private mutating func add(_ batch: RecordBatch, _ entities: Set<String>) {
    var issue = 0
    for record in 0..<batch.count where batch.issue(of: record, &issue) == nil {
      let entity = batch.text(record, Column.entity).lowercased()
      guard entities.contains(entity) else { continue }
      let attribute = batch.text(record, Column.attribute).lowercased()
      let symbol = batch.text(record, Column.symbol)
      if symbol.isEmpty { continue }
      symbols[entity, default: [:]][attribute, default: [:]][batch.text(record, Column.number)] = symbol
    }
  }

  /// The symbols of an attribute of an entity, by number.
  func symbols(of attribute: String, in entity: String) -> [String: String] {
    symbols[entity.lowercased()]?[attribute.lowercased()] ?? [:]
  }
}
