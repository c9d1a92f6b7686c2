import Records
import TestSupport
import Testing

@Suite("Indexes of GUIDs")
struct GUIDIndexTests {
  @Test("GUIDs that come many at once are known as those that come one by one")
  func many() {
    var source = RandomSource(seed: 77)
    var (one, many) = (GUIDIndex(), GUIDIndex())
    var number: UInt32 = 0
    while number < 20_000 {
      // Few enough that many come again, some of them in the same go.
      let keys: [GUID?] = (0..<UInt32.random(in: 0...900, using: &source)).map { _ in
        Bool.random(using: &source) ? nil : GUID(high: 7, low: .random(in: 0..<9_000, using: &source))
      }
      var wanted: [(place: Int, value: UInt32)] = []
      for (place, key) in keys.enumerated() {
        guard let key else { continue }
        let (entry, isNew) = one.insert(key, value: number + UInt32(place))
        if !isNew { wanted.append((place, one[entry])) }
      }
      let known = many.insert(keys, first: number)
      #expect(known.map(\.place) == wanted.map(\.place) && known.map(\.value) == wanted.map(\.value))
      number += UInt32(keys.count)
    }
    #expect(many.count == one.count)
    for low in 0..<9_000 as Range<UInt64> {
      let key = GUID(high: 7, low: low)
      #expect(many.value(of: key) == one.value(of: key) && many.contains(key) == (one.value(of: key) != nil))
    }
  }
}
