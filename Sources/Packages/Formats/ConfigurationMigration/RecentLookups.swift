// Hot path: no allocation per lookup.

import Mapping
import Records

/// The lookups to small tables that were written lately, as they stand in `data.xml`: records point to the same few units, price
/// lists and currencies again and again.
///
/// Nothing may be kept of a table that is added to meanwhile, since its entries can become others.
struct RecentLookups {
  /// A lookup that is kept; none if its table is negative.
  private struct Place {
    var table: Int32 = -1
    var entry: Int32 = -1
    var count = 0
  }

  /// The lookups that are kept at most, a power of two, and the bytes of the longest.
  private static let (most, longest) = (64, 256)

  /// The records of the largest table whose lookups are worth keeping.
  private static let largestTable = 1_024

  /// Whether lookups to the table are kept.
  static func serve(_ table: TargetKeyIndex) -> Bool { table.count <= largestTable }

  private var places: [Place] = []
  private var bytes: [UInt8] = []

  /// The bytes of a lookup to an entry of a table; nil if it is not kept.
  @inline(__always)
  func count(_ table: Int, _ entry: Int) -> Int? {
    let place = RecentLookups.place(table, entry)
    guard place < places.count, places[place].entry == Int32(truncatingIfNeeded: entry),
      places[place].table == Int32(truncatingIfNeeded: table)
    else { return nil }
    return places[place].count
  }

  /// Appends a lookup that is kept; its bytes are as many as `count(_:_:)` gives.
  @inline(__always)
  @_lifetime(output: copy output)
  func append(_ table: Int, _ entry: Int, _ count: Int, in output: inout OutputCursor) {
    let start = RecentLookups.place(table, entry) * RecentLookups.longest
    output.append(bytes.span, from: start, to: start + count)
  }

  /// Keeps a lookup in place of another one, unless it is long.
  mutating func keep(_ table: Int, _ entry: Int, _ text: Span<UInt8>) {
    guard text.count <= RecentLookups.longest else { return }
    if places.isEmpty {
      places = Array(repeating: Place(), count: RecentLookups.most)
      bytes = Array(repeating: 0, count: RecentLookups.most * RecentLookups.longest)
    }
    let place = RecentLookups.place(table, entry)
    places[place] = Place(table: Int32(table), entry: Int32(entry), count: text.count)
    for index in 0..<text.count { bytes[place * RecentLookups.longest + index] = text[index] }
  }

  /// Entries that follow each other have places of their own, those of several tables mostly.
  @inline(__always)
  private static func place(_ table: Int, _ entry: Int) -> Int { (entry &+ 23 &* table) & (most - 1) }
}
