public import Findings

/// One thing wrong with a record, or noteworthy about it, found while it was mapped.
public struct FieldFault: Sendable, Equatable {
  /// The finding's code.
  public var code: FindingCode
  /// The place of the field in the task's template; -1 if it is about the record.
  public var field: Int
  /// Why a price list cannot be used; nothing for other codes.
  public var reasons: PriceListFaults = []

  /// The code of what is reported once for a run, not for a record: that nobody could judge whether a price list is valid.
  public static let unjudged = FindingCode.timeOfTheRunUnknown

  /// Whether findings of a code are about the record's key.
  public static func isAboutKey(_ code: FindingCode) -> Bool {
    [FindingCode.keyTwice, .keyContradicts, .numberOfAnotherCompany, .keyLooksLikeAnother].contains(code)
  }

  /// Whether findings of a code about a field are not about what it holds, but that it is empty.
  public static func isAboutNoValue(_ code: FindingCode) -> Bool {
    code == .requiredFieldIsEmpty || code == .noCurrency
  }
}

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
