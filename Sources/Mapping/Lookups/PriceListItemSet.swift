// Hot path: no allocation per record while the set does not grow.

public import Records

/// Which price lists of Sales have an item for which product and unit, as references tell it and as a run makes them.
///
/// Of list, product and unit only 128 bits are kept, about 30 bytes an item. Two items share them by chance once in 2^128.
///
/// An object, so that nothing is copied when it is asked for a record.
public final class PriceListItemSet {
  private var items = GUIDIndex()

  /// No items yet.
  public init() {}

  /// Whether there are no items at all.
  public var isEmpty: Bool { items.count == 0 }

  /// The number of items.
  public var count: Int { items.count }

  /// The item that was added as the one of a number, from 0.
  public func item(_ number: Int) -> GUID { items.key(number) }

  /// Adds an item that `item` has given.
  public func insert(_ item: GUID) { _ = items.insert(item, value: 0) }

  /// Adds an item.
  public func insert(list: GUID, product: GUID, unit: GUID) {
    _ = items.insert(PriceListItemSet.key(list, product, unit), value: 0)
  }

  /// Whether the list has an item for the product and unit.
  public func holds(list: GUID, product: GUID, unit: GUID) -> Bool {
    items.contains(PriceListItemSet.key(list, product, unit))
  }

  private static func key(_ list: GUID, _ product: GUID, _ unit: GUID) -> GUID {
    var high: UInt64 = 0x8c5e_2b1a_6d0f_5c53
    var low: UInt64 = 0x9a43_1f2d_7c9b_0e64
    mix(list, &high, &low)
    mix(product, &high, &low)
    mix(unit, &high, &low)
    return GUID(high: high, low: low)
  }

  private static func mix(_ id: GUID, _ high: inout UInt64, _ low: inout UInt64) {
    (high, low) = (mixed(high ^ id.high) ^ low, mixed(low ^ id.low) &+ high)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    let first = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    let second = (first ^ first >> 27) &* 0x94D0_49BB_1331_11EB
    return second ^ second >> 31
  }
}
