internal import Dispatch
internal import Synchronization

/// Where deflated bytes go: appended in order.
protocol DeflateDestination: Sendable {
  /// What errors name it by.
  var name: String { get }
  func write(_ bytes: ArraySlice<UInt8>) throws(ArchiveError)
}

extension OutputFile: DeflateDestination {
  var name: String { path }
}

extension ScratchFile: DeflateDestination {
  var name: String { folder }
}

/// What a stretch of plain bytes has become.
struct DeflateTotals: Sendable {
  var crc: UInt32 = 0
  var plain: UInt64 = 0
  var packed: UInt64 = 0

  mutating func append(_ other: DeflateTotals) {
    crc = Checksum.combined(crc, other.crc, length: other.plain)
    plain += other.plain
    packed += other.packed
  }
}

/// The order of a segment's pieces: whichever thread completes the one whose turn it is writes it, and those after it
/// that are ready.
final class DeflateSegment: Sendable {
  private let destination: any DeflateDestination
  private let state = Mutex(State())
  private let written = DispatchSemaphore(value: 0)

  private struct State {
    var turn = 0
    var isWriting = false
    var ready: [Int: DeflatePiece] = [:]
    var totals = DeflateTotals()
    var failure: ArchiveError?
  }

  init(to destination: any DeflateDestination) {
    self.destination = destination
  }

  /// Takes a piece, deflated unless that failed. After a failure pieces are thrown away, so that nobody waits for ever.
  func complete(_ piece: DeflatePiece, _ failure: SystemError?, in queue: DeflateQueue) {
    state.withLock { state in
      state.ready[piece.index] = piece
      if let failure, state.failure == nil {
        state.failure = .writeFailed(path: destination.name, errno: failure.number)
      }
    }
    while let piece = takeTurn() {
      let totals = DeflateTotals(
        crc: piece.crc, plain: UInt64(piece.plain.count), packed: UInt64(piece.packedCount))
      var failure: ArchiveError?
      if state.withLock({ $0.failure == nil }) {
        do throws(ArchiveError) {
          try destination.write(piece.packed[..<piece.packedCount])
        } catch {
          failure = error
        }
      }
      state.withLock {
        if let failure { $0.failure = failure }
        $0.totals.append(totals)
        $0.turn += 1
        $0.isWriting = false
      }
      queue.recycle(piece)
      written.signal()
    }
  }

  private func takeTurn() -> DeflatePiece? {
    state.withLock { state in
      guard !state.isWriting, let piece = state.ready.removeValue(forKey: state.turn) else { return nil }
      state.isWriting = true
      return piece
    }
  }

  /// Gives the error of a thread to the writer.
  func check() throws(ArchiveError) {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Waits until this many pieces are written.
  func wait(pieces: Int) throws(ArchiveError) -> DeflateTotals {
    for _ in 0..<pieces { written.wait() }
    try check()
    return state.withLock { $0.totals }
  }
}
