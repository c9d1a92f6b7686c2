/// A value on its way: where its bytes stand until they are written.
public struct ValueSlot: Sendable, Equatable {
  /// Where the bytes stand.
  public enum Origin: UInt8, Sendable {
    /// Nowhere: the value is empty.
    case none
    /// In the batch.
    case batch
    /// In the mapper's scratch buffer.
    case scratch
    /// In the plan: a constant.
    case constant
    /// In a destination table: `start` is its number, `end` the entry.
    case destination
  }

  /// Where the bytes stand.
  public var origin: Origin
  /// The offset of the first byte, or the number of the constant.
  public var start: UInt32
  /// The offset behind the last byte.
  public var end: UInt32

  /// A value that stands there.
  public init(origin: Origin, start: UInt32, end: UInt32) {
    self.origin = origin
    self.start = start
    self.end = end
  }

  /// No value.
  public static let none = ValueSlot(origin: .none, start: 0, end: 0)

  /// Whether there is no value.
  public var isEmpty: Bool { origin == .none }
}
