import Archives
import Mapping
import Packages
import Records

/// The records of source entities on disk, parted by whose they are, in the order in which they were read. Made only where
/// inputs hold records of several companies that do not come one after the other.
final class CompanyPartition {
  /// A stretch of records of one owner and one file.
  struct Block {
    var input: Int
    var position: UInt64
    var size: Int
  }

  /// The records of one entity.
  final class Entity {
    fileprivate let file: ScratchFile
    fileprivate(set) var blocks: [Int: [Block]] = [:]
    /// How many records of each file were read, by the number of the input.
    fileprivate(set) var counts: [Int] = []

    fileprivate init(_ file: ScratchFile) { self.file = file }

    /// The batches of an owner, by the code, each with the number of its input.
    func batches(of code: Int) -> Stage<(input: Int, batch: RecordBatch)> {
      let blocks = blocks[code] ?? []
      let file = file
      return Stage(name: "company", capacity: 3, isLarge: \.batch.isLarge) { give in
        for block in blocks {
          let bytes = try file.bytes(block.size, at: block.position)
          if !give((block.input, BatchSpool.decode(bytes))) { return }
        }
      }
    }
  }

  /// What of one owner waits to be written.
  private struct Pending {
    var batch: RecordBatch
    var input: Int
    /// The place of the last record in the batch that is being read; nil if it came with another one.
    var last: Int?
  }

  /// The bytes of records that wait to be written, of all owners together.
  private static let mostPending = 64 << 20
  /// The bytes of one owner that are worth a block.
  private static let block = 1 << 20

  private let companies: RecordCompanies
  private let makeFile: () throws -> ScratchFile
  private var entities: [String: Entity] = [:]
  private var buffer = OutputBuffer(capacity: block + (64 << 10))

  /// Nothing is parted yet; files are made by the function.
  init(_ companies: RecordCompanies, makeFile: @escaping () throws -> ScratchFile) {
    self.companies = companies
    self.makeFile = makeFile
  }

  /// The owners that any records have, by code.
  var owners: [RecordOwner] { companies.owners }

  /// The codes of the owners of all records of the run, where only a share of them was read.
  var settled: Set<Int>?

  /// The codes of the owners of records.
  var found: Set<Int> { settled ?? Set(entities.values.flatMap { $0.blocks.keys }) }

  /// The records of an entity that was read; nil if it was not.
  func entity(_ name: String) -> Entity? { entities[name.lowercased()] }

  /// Reads an entity's files, one batch after another, and parts their records.
  func read(_ name: String, _ inputs: [TaskInput], _ batches: (TaskInput, (RecordBatch) throws -> Void) throws -> Void)
    throws
  {
    let entity = Entity(try makeFile())
    entities[name.lowercased()] = entity
    var pending: [Int: Pending] = [:]
    for input in inputs {
      let columns = input.package.entities[input.entity].columns
      let file = companies.file(input.package, input.package.entities[input.entity], SourceColumns(columns))
      var records = 0
      var bytes = 0
      var last: Int?
      try batches(input) { batch in
        guard batch.width == columns.count else { throw InferenceError.columnsKnown(package: input.package.path) }
        for code in Array(pending.keys) { pending[code]?.last = nil }
        var next = 0
        for record in 0..<batch.count {
          let issue = batch.issue(of: record, &next)
          let (own, isInvalid) = file.owner(batch, record)
          // What cannot be read goes with its neighbours.
          let code = issue == nil ? own : last ?? own
          last = code
          if pending[code] == nil {
            pending[code] = Pending(batch: RecordBatch(width: batch.width, firstNumber: 1), input: input.number)
          }
          let before = pending[code]?.batch.bytes.count ?? 0
          let previous = pending[code]?.last
          pending[code]?.batch.append(record, of: batch, behind: previous)
          pending[code]?.last = record
          if let issue = issue ?? (isInvalid ? .notACompany : nil), let count = pending[code]?.batch.count {
            pending[code]?.batch.issues.append(RecordIssue(index: count - 1, issue))
          }
          let size = pending[code]?.batch.bytes.count ?? 0
          bytes += size - before
          if size >= CompanyPartition.block || pending[code]?.batch.isFull ?? false {
            bytes -= size
            try flush(&pending, code, to: entity)
          }
        }
        if bytes >= CompanyPartition.mostPending {
          for code in pending.keys.sorted() { try flush(&pending, code, to: entity) }
          bytes = 0
        }
        records += batch.count
      }
      for code in pending.keys.sorted() { try flush(&pending, code, to: entity) }
      entity.counts.append(records)
    }
  }

  private func flush(_ pending: inout [Int: Pending], _ code: Int, to entity: Entity) throws {
    guard let done = pending.removeValue(forKey: code), done.batch.count > 0 else { return }
    let position = entity.file.size
    BatchSpool.encode(done.batch, to: &buffer)
    let bytes = buffer.take()
    try entity.file.write(bytes)
    entity.blocks[code, default: []].append(Block(input: done.input, position: position, size: bytes.count))
  }
}
