import Archives
import Conversion
import Crypto
import Packages
import Records

/// A file of records: blocks, each a batch of one entity of one package, and behind them the number of records and a checksum.
enum BlockFile {
  static let magic = Array("p2cblk1\n".utf8)
  static let headSize = 12
  /// The number of records, the checksum of all before, and the magic again.
  static let tailSize = 8 + 32 + 8

  /// Where a block stands.
  struct Block {
    var package: Int
    var entity: Int
    var position: UInt64
    var size: Int
  }
}

/// Writes a file of blocks.
final class BlockWriter {
  private let name: String
  private let file: OutputFile
  private var hash = SHA256()
  private var records = 0
  private var buffer = OutputBuffer(capacity: 1 << 20)

  /// Begins a file of an output.
  init(_ name: String, in output: OutputDirectory) throws {
    self.name = name
    file = try output.file(name)
    try put(BlockFile.magic)
  }

  private func put(_ bytes: [UInt8]) throws {
    hash.update(data: bytes)
    try file.write(bytes)
  }

  /// The bytes of a block.
  static func encode(_ batch: RecordBatch, package: Int, entity: Int, to buffer: inout OutputBuffer) {
    let start = buffer.count
    buffer.appendZeroes(BlockFile.headSize)
    BatchSpool.encode(batch, to: &buffer)
    buffer.set(UInt32(package), at: start)
    buffer.set(UInt32(entity), at: start + 4)
    buffer.set(UInt32(buffer.count - start - BlockFile.headSize), at: start + 8)
  }

  func add(_ batch: RecordBatch, package: Int, entity: Int) throws {
    BlockWriter.encode(batch, package: package, entity: entity, to: &buffer)
    records += batch.count
    try put(buffer.take())
  }

  /// Adds encoded blocks of so many records.
  func add(encoded bytes: [UInt8], records: Int) throws {
    self.records += records
    try put(bytes)
  }

  /// Ends the file, and says what it is.
  func finish() throws -> Receipt.Output {
    var tail = PackedWriter()
    tail.add(word: UInt64(records))
    try put(tail.bytes)
    var whole = hash
    let end = Array(hash.finalize()) + BlockFile.magic
    try file.write(end)
    whole.update(data: end)
    let bytes = Int(file.bytesWritten)
    try file.close(sync: false)
    return Receipt.Output(path: name, bytes: bytes, sha256: FileDigest.text(whole.finalize()))
  }
}

/// A file of blocks that was checked against its checksum when it was opened.
struct BlockReader: Sendable {
  private let file: PlainFile
  let blocks: [BlockFile.Block]

  /// Opens and reads the file once. Nil if it is damaged; `digest` is that of the whole file.
  init?(_ path: String, digest: inout String) throws {
    let file: PlainFile
    do {
      file = try PlainFile(path)
    } catch {
      if error.exitCode == 74 || error.exitCode == 71 { throw error }
      return nil
    }
    self.file = file
    let size = Int(file.size)
    guard size >= BlockFile.magic.count + BlockFile.tailSize else { return nil }
    var hash = SHA256()
    var position = 0
    let end = size - BlockFile.tailSize + 8
    while position < end {
      let count = min(1 << 20, end - position)
      hash.update(data: try file.bytes(at: UInt64(position), count: count))
      position += count
    }
    let tail = try file.bytes(at: UInt64(end), count: size - end)
    var whole = hash
    whole.update(data: tail)
    digest = FileDigest.text(whole.finalize())
    guard Array(hash.finalize()) == Array(tail[..<32]), Array(tail[32...]) == BlockFile.magic,
      try file.bytes(at: 0, count: BlockFile.magic.count) == BlockFile.magic
    else { return nil }
    var blocks: [BlockFile.Block] = []
    var records = 0
    var place = BlockFile.magic.count
    let last = end - 8
    while place < last {
      guard last - place >= BlockFile.headSize + BatchSpool.headerSize else { return nil }
      let head = try file.bytes(at: UInt64(place), count: BlockFile.headSize + BatchSpool.headerSize)
      let size = head[8..<12].number
      guard size >= BatchSpool.headerSize, size <= last - place - BlockFile.headSize else { return nil }
      blocks.append(
        BlockFile.Block(
          package: head[0..<4].number, entity: head[4..<8].number,
          position: UInt64(place + BlockFile.headSize), size: size))
      records += head[20..<24].number
      place += BlockFile.headSize + size
    }
    guard try file.bytes(at: UInt64(last), count: 8)[...].number == records else { return nil }
    self.blocks = blocks
  }

  /// The batch of a block; nil if it is damaged.
  func batch(_ block: BlockFile.Block) throws -> RecordBatch? {
    let bytes = try file.bytes(at: block.position, count: block.size)
    return BatchSpool.isSound(bytes) ? BatchSpool.decode(bytes) : nil
  }
}
