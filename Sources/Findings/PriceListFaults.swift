/// Why a price list cannot be used for a record.
public struct PriceListFaults: OptionSet, Sendable {
  /// A bit for each reason.
  public let rawValue: UInt8

  /// The reasons of the bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It is not active.
  public static let inactive = PriceListFaults(rawValue: 1)
  /// It is in another currency than the record.
  public static let otherCurrency = PriceListFaults(rawValue: 2)
  /// It is valid only after the time of the run.
  public static let notYetValid = PriceListFaults(rawValue: 4)
  /// It was valid only before the time of the run.
  public static let noLongerValid = PriceListFaults(rawValue: 8)
}
