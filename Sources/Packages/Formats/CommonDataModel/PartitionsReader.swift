import Archives
import Findings
import Records

/// Reads the entities of a Common Data Model folder, a partition after the other. The next ones are begun meanwhile.
struct PartitionsReader: PackageReader {
  private let package: Package
  private let rows: PartitionReader.Rows
  private var waiting: ArraySlice<Int>
  /// The partitions under way, the one that is handed out first; no reader for one without a file.
  private var underWay: [(entity: Int, reader: PartitionReader?)] = []
  private let lead: Int
  private var counts: [Int: Int] = [:]
  private var remarks: [Int: [Finding]] = [:]
  private(set) var ended: [Int] = []

  init(_ package: Package, _ request: ScanRequest) {
    self.package = package
    rows =
      if request.asWritten.contains(.replaced) {
        .replaced
      } else if request.asWritten.contains(.versions) {
        .all
      } else {
        request.asWritten.contains(.apart) ? .apart : .records
      }
    waiting = request.wanted.sorted()[...]
    lead = package.container.parsers > 1 ? 3 : 2
  }

  mutating func start() throws {
    while underWay.count < lead, let entity = waiting.popFirst() {
      underWay.append((entity, try PartitionReader(package.entities[entity], of: package, rows)))
    }
  }

  mutating func next() throws -> (entity: Int, batch: RecordBatch)? {
    while true {
      try start()
      guard let (entity, reader) = underWay.first else { return nil }
      if let batch = try reader?.next() { return (entity, batch) }
      counts[entity] = reader?.rowsRead ?? 0
      remarks[entity] = reader?.remarks
      ended.append(entity)
      underWay.removeFirst()
    }
  }

  func columns(of entity: Int) -> [SourceColumn] { package.entities[entity].columns }

  func remarks(of entity: Int) -> [Finding] { remarks[entity] ?? [] }

  func total(of entity: Int) -> Int? { counts[entity] }

  var hasRelations: Bool { false }
}
