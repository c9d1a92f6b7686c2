internal import Synchronization

/// How far the inputs of a command have been read. Threads that read count, whoever shows it asks.
public final class ReadMeter: Sendable {
  /// How far a command is.
  public struct Reading: Sendable, Equatable {
    /// Which pass over some of the inputs it is, from 1; 0 before the first one.
    public internal(set) var pass = 0
    /// The records that the pass has read so far.
    public internal(set) var records = 0
    /// The share of what the command reads over all its passes. It never decreases, and is 1 only at the end; nil if nobody
    /// knows how much there is to read.
    public internal(set) var share: Double?
  }

  private struct State {
    var pass = 0
    var records = 0
    /// The plain bytes of the pass: all, and those read so far.
    var (total, bytes): (UInt64, UInt64) = (0, 0)
    /// The plain bytes of the passes before.
    var done: UInt64 = 0
    /// The plain bytes of all passes, those to come included; 0 if nobody knows.
    var expected: UInt64 = 0
    /// The largest share that has been said.
    var reached = 0.0
  }

  /// The end is reached when the command ends, not when it has read all.
  private static let most = 0.99

  private let state = Mutex(State())

  /// A meter of a command that has read nothing yet.
  public init() {}

  /// Says how many plain bytes the command will read from now on.
  public func expect(bytes: UInt64) {
    state.withLock { $0.expected = $0.done + min($0.bytes, $0.total) + bytes }
  }

  /// Begins a pass that will read so many plain bytes.
  public func beginPass(bytes total: UInt64) {
    state.withLock { state in
      state.done += state.total
      (state.total, state.bytes, state.records) = (total, 0, 0)
      state.pass += 1
    }
  }

  /// Counts plain bytes that were read.
  public func add(bytes: Int) { state.withLock { $0.bytes += UInt64(bytes) } }

  /// Counts records that were read.
  public func add(records: Int) { state.withLock { $0.records += records } }

  /// How far it is.
  public var reading: Reading {
    state.withLock { state in
      var reading = Reading(pass: state.pass, records: state.records)
      if state.expected == 0 { return reading }
      // More may have been read than expected, as where a run begins anew.
      let all = max(state.expected, state.done + state.total)
      let share = Double(state.done + min(state.bytes, state.total)) / Double(all)
      state.reached = max(state.reached, min(share, ReadMeter.most))
      reading.share = state.reached
      return reading
    }
  }
}
