// Hot path (`build`, `probe`): no allocation per record.

import Archives
import Records
import Synchronization

/// A hash join in partitions by key, build and probe sides alike, which several threads work on.
///
/// The number of partitions does not depend on that of threads, and each gets its records in the order in which they were
/// added. So what is reported about a key comes in the same order with any number of threads.
final class PartitionedJoin<Part: JoinListener> {
  /// How many partitions there are.
  static var count: Int { LaneWorkers.laneCount }
  /// How many bytes of rows are gathered before a partition gets them.
  private static var pieceSize: Int { 32 << 10 }
  /// A piece of so many bytes is not queued behind others: rows of megabytes would fill the memory.
  private static var longPieceSize: Int { 1 << 20 }
  /// How many bits of the hash choose the file part of a row when its partition is spilled.
  private static var spillBits: Int { 2 }

  /// The listeners of the partitions. Others may use them only while no partition is worked on.
  let parts: [Part]
  private let lanes: [PartitionLane<Part>]
  private let workers: LaneWorkers
  private var pieces: [OutputBuffer]
  private var isProbing = false

  /// An empty join. `memory` is how many bytes the rows of the build side may take in all partitions together; the rest
  /// goes to one file, which `makeFile` makes. `makePart` makes the listener of a partition.
  init(
    memory: Int, workers: LaneWorkers, makeFile: @escaping @Sendable () throws -> ScratchFile, makePart: () -> Part
  ) {
    self.workers = workers
    let parts = (0..<PartitionedJoin.count).map { _ in makePart() }
    let file = SharedFile(makeFile)
    lanes = parts.map { part in
      let join = HashJoin(
        for: part, memory: memory / PartitionedJoin.count,
        memoryOfParts: memory / min(workers.jobs, PartitionedJoin.count),
        bits: PartitionedJoin.spillBits, makeFile: file.get)
      return PartitionLane(join, part)
    }
    self.parts = parts
    pieces = Array(repeating: .none, count: PartitionedJoin.count)
  }

  /// Whether any partition is spilled. Only known when all records that were added have been worked on.
  var isSpilled: Bool { lanes.contains { $0.isSpilled } }

  /// Adds a record of the build side. The key ends with the company.
  func build(_ key: Span<UInt8>, _ row: Span<UInt8>) throws { try add(key, row) }

  /// Adds a record of the probe side, after all of the build side. The key ends with the company.
  func probe(_ key: Span<UInt8>, _ row: Span<UInt8>) throws {
    if !isProbing {
      try flush()
      isProbing = true
    }
    try add(key, row)
  }

  @inline(__always)
  private func add(_ key: Span<UInt8>, _ row: Span<UInt8>) throws {
    // Records of different companies may match, so the company does not count.
    let number = RowTable.spread(key.extracting(0..<key.count - CompanyID.size))
    let partition = Int(truncatingIfNeeded: number ^ number >> 32) & (PartitionedJoin.count - 1)
    pieces[partition].append(row: row, key: key)
    if pieces[partition].count >= PartitionedJoin.pieceSize { try give(partition) }
  }

  private func give(_ partition: Int) throws {
    let rows = pieces[partition].take()
    // Room for a row of megabytes is not kept for each partition.
    if rows.count >= PartitionedJoin.longPieceSize { pieces[partition] = .none }
    try run(
      isProbing ? .probe(rows) : .build(rows), on: lanes[partition], isLittle: rows.count < PartitionedJoin.pieceSize)
  }

  /// Gives a partition a piece of work, which is done here if there are no threads; a little one does not start them.
  private func run(_ piece: PartitionLane<Part>.Piece, on lane: PartitionLane<Part>, isLittle: Bool) throws {
    guard isLittle ? workers.hasThreads : workers.start() else {
      lane.work(on: piece)
      return try lane.check()
    }
    try lane.check()
    workers.waitForRoom()
    if lane.queue(piece) { workers.schedule(lane) }
    if piece.size >= PartitionedJoin.longPieceSize { workers.waitForAll() }
  }

  private func flush() throws {
    for partition in pieces.indices where pieces[partition].count > 0 { try give(partition) }
  }

  /// Waits until all records that were added have been worked on. Throws what a partition has thrown.
  func wait() throws {
    try flush()
    workers.waitForAll()
    for lane in lanes { try lane.check() }
  }

  /// Reports what became of all records of the build side, and forgets them.
  func finish() throws {
    try flush()
    for lane in lanes { try run(.end, on: lane, isLittle: true) }
    try wait()
  }
}

/// A file for several threads, made when the first one needs it.
final class SharedFile: Sendable {
  private let make: @Sendable () throws -> ScratchFile
  private let file = Mutex<ScratchFile?>(nil)

  /// A file that the function makes.
  init(_ make: @escaping @Sendable () throws -> ScratchFile) { self.make = make }

  /// The file.
  func get() throws -> ScratchFile {
    try file.withLock { file in
      if let file { return file }
      let made = try make()
      file = made
      return made
    }
  }
}

/// One partition of a join. Its pieces are worked on in their order, by one thread at a time.
///
/// It is safe to send: only the thread that works on the lane uses join and listener. A thread gets the lane when a piece
/// comes while the lane is idle, and the lane is idle again when the thread finds no further piece, each under the lock.
/// Whoever has waited for all pieces may use the listener until it gives the next one.
private final class PartitionLane<Part: JoinListener>: LaneWorkers.Lane, @unchecked Sendable {
  /// Rows as `PackedRow` reads them, or the end of them.
  enum Piece: Sendable {
    case build([UInt8])
    case probe([UInt8])
    case end

    /// How many bytes of rows there are.
    var size: Int {
      switch self {
      case .build(let rows), .probe(let rows): rows.count
      case .end: 0
      }
    }
  }

  private struct State {
    var pieces: [Piece] = []
    var isBusy = false
    var failure: (any Error)?
  }

  private let state = Mutex(State())
  private let join: HashJoin<Part>
  private let part: Part

  init(_ join: HashJoin<Part>, _ part: Part) { (self.join, self.part) = (join, part) }

  var isSpilled: Bool { join.isSpilled }

  /// Adds a piece; true if the lane was idle, and a thread must be found for it.
  func queue(_ piece: Piece) -> Bool {
    state.withLock { state in
      state.pieces.append(piece)
      defer { state.isBusy = true }
      return !state.isBusy
    }
  }

  func workOnNext() -> Bool {
    let piece: Piece? = state.withLock { state in
      if state.pieces.isEmpty {
        state.isBusy = false
        return nil
      }
      return state.pieces.removeFirst()
    }
    guard let piece else { return false }
    work(on: piece)
    return true
  }

  /// Works on a piece, unless one before it has failed.
  func work(on piece: Piece) {
    if state.withLock({ $0.failure != nil }) { return }
    do {
      switch piece {
      case .build(let rows): try PackedRow.forEach(in: rows.span) { try join.build($0, $1) }
      case .probe(let rows): try PackedRow.forEach(in: rows.span) { try join.probe($0, $1) }
      case .end:
        try join.finish()
        try part.finished()
      }
    } catch {
      state.withLock { $0.failure = error }
    }
  }

  /// Throws what a piece has thrown.
  func check() throws {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}
