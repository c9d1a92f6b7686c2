/// The number of a record in its file, from 1, counted as readers hand records out. It is not its number within a task,
/// whose files are numbered on, and not its line.
public struct RecordNumber: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// The number, from 1.
  public let value: Int

  /// The record of the number.
  @inlinable public init(_ value: Int) { self.value = value }

  /// The record of the number.
  @inlinable public init(integerLiteral value: Int) { self.init(value) }

  /// The number in digits.
  public var description: String { String(value) }

  /// Earlier records come first.
  @inlinable public static func < (left: RecordNumber, right: RecordNumber) -> Bool { left.value < right.value }
}
