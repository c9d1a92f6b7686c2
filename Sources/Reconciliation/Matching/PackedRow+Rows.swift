// Hot path: no allocation per row.

import Records

extension PackedRow {
  /// Lends the rows of a buffer with their keys, one after another.
  @inline(__always)
  static func forEach(
    in rows: Span<UInt8>, _ body: (_ key: Span<UInt8>, _ row: Span<UInt8>) throws -> Void
  ) rethrows {
    var start = 0
    while start < rows.count {
      let place = PackedRow(rows, at: start)
      try body(rows.extracting(place.key), rows.extracting(place.row))
      start = place.end
    }
  }
}
