internal import Synchronization

/// How far the inputs of a job have been read. Threads that read count, whoever shows it asks.
public final class ReadMeter: Sendable {
  /// How far a pass over some of the inputs is.
  public struct Reading: Sendable, Equatable {
    /// Which pass it is, from 1; 0 before the first one.
    public internal(set) var pass = 0
    /// The plain bytes that the pass will read; 0 if nobody knows.
    public internal(set) var total: UInt64 = 0
    /// The plain bytes read so far.
    public internal(set) var bytes: UInt64 = 0
    /// The records read so far.
    public internal(set) var records = 0

    /// The share of the bytes read; nil if nobody knows how many there are.
    public var share: Double? { total > 0 && bytes <= total ? Double(bytes) / Double(total) : nil }
  }

  private let state = Mutex(Reading())

  /// A meter of a job that has read nothing yet.
  public init() {}

  /// Begins a pass that will read so many plain bytes.
  public func beginPass(bytes total: UInt64) {
    state.withLock { $0 = Reading(pass: $0.pass + 1, total: total) }
  }

  /// Counts plain bytes that were read.
  public func add(bytes: Int) { state.withLock { $0.bytes += UInt64(bytes) } }

  /// Counts records that were read.
  public func add(records: Int) { state.withLock { $0.records += records } }

  /// How far it is.
  public var reading: Reading { state.withLock { $0 } }
}
