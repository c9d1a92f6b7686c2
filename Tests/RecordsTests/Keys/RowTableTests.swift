import Records
import TestSupport
import Testing

@Suite("Tables of rows")
struct RowTableTests {
  private func text(_ table: borrowing RowTable, _ place: RowTable.Place) -> String {
    String(decoding: table.block(place.block)[place.row], as: UTF8.self)
  }

  @Test("Each key finds its row, and rows come in the order in which they were added")
  func rows() {
    var source = RandomSource(seed: 3)
    var table = RowTable()
    var rows: [(key: [UInt8], row: [UInt8])] = []
    let unknown = Array("key".utf8)
    for number in 0..<20_000 {
      // Some rows are longer than a block, some keys and rows are empty or need two bytes for their length.
      let size = number % 5000 == 77 ? 300_000 : Int.random(in: 0...300, using: &source)
      rows.append(
        (Array("key \(number)".utf8) + source.bytes(number % 150, of: [1, 2]), source.bytes(size, of: [65, 66])))
      let (key, row) = rows[number]
      let earlier = table.insert(key.span, row.span)
      #expect(earlier == nil)
    }
    let (count, size) = (table.count, table.size)
    #expect(count == rows.count && size > rows.reduce(0) { $0 + $1.row.count })
    for number in rows.indices {
      let (key, row) = rows[number]
      let place = table.find(key.span)
      let found = if let place { text(table, place) } else { "" }
      #expect(place?.entry == number && found == String(decoding: row, as: UTF8.self))
      let again = table.insert(key.span, unknown.span)
      #expect(again?.entry == number)
    }
    let isThere = table.find(unknown.span) != nil
    #expect(!isThere)
    var cursor = RowTable.Cursor()
    var entries: [Int] = []
    while let place = table.next(&cursor) { entries.append(place.entry) }
    #expect(entries == Array(rows.indices))
  }
}
