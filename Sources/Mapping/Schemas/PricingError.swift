/// Why Sales could not price a record, as `pricingerrorcode` says it; 0 where it could.
public enum PricingError {
  /// The column that has the code, in the tables that the platform prices (`PlatformCatalogue.Table.isPriced`).
  public static let column = "pricingerrorcode"

  /// The code that a value has; nil if it is no number.
  public static func code(_ value: Span<UInt8>) -> Int? {
    guard !value.isEmpty, value.count < 10 else { return nil }
    var code = 0
    for index in value.indices {
      guard case 0x30...0x39 = value[index] else { return nil }
      code = code * 10 + Int(value[index] - 0x30)
    }
    return code
  }
}
