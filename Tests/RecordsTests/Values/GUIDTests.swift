import Foundation
import Records
import TestSupport
import Testing

@Suite("GUIDs and ids out of names")
struct GUIDTests {
  @Test("All spellings are one GUID")
  func spellings() throws {
    let plain = "0f8fad5b-d9cb-469f-a165-70867728950e"
    let guid = try #require(GUID(plain))
    #expect(guid.description == plain)
    let bare = plain.replacing("-", with: "")
    for form in [plain.uppercased(), "{\(plain)}", "{\(plain.uppercased())}", bare, "{\(bare)}", "  \(plain) "] {
      #expect(GUID(form) == guid, "\(form)")
    }
  }

  @Test("An upper-case letter at any place is not the usual form")
  func usualForm() {
    func isUsual(_ text: [UInt8]) -> Bool { GUID.isUsualForm(text.span) }
    let plain = Array("0f8fad5b-d9cb-469f-a165-70867728950e".utf8)
    #expect(isUsual(plain) && !isUsual(plain.dropLast()))
    for place in plain.indices {
      for letter in "ABCDEFZ".utf8 {
        var form = plain
        form[place] = letter
        #expect(!isUsual(form), "\(place)")
      }
      var form = plain
      form[place] = UInt8(ascii: "9")
      #expect(isUsual(form))
    }
  }

  @Test(
    "Other texts are none",
    arguments: [
      "", "0f8fad5b-d9cb-469f-a165-70867728950", "0f8fad5b-d9cb-469f-a165-70867728950e0",
      "{0f8fad5b-d9cb-469f-a165-70867728950e",
      "0f8fad5bd-9cb-469f-a165-70867728950e", "0f8fad5b-d9cb-469f-a165-7086772895-e",
      "gf8fad5b-d9cb-469f-a165-70867728950e",
      "(0f8fad5b-d9cb-469f-a165-70867728950e)", "{}", "0f8fad5b d9cb 469f a165 70867728950e",
    ])
  func others(_ form: String) { #expect(GUID(form) == nil) }

  @Test("Random GUIDs come back")
  func roundTrip() {
    var source = RandomSource(seed: 41)
    for _ in 0..<2_000 {
      let guid = GUID(high: source.next(), low: source.next())
      #expect(GUID(guid.description) == guid)
      #expect(UUID(uuidString: guid.description)?.uuidString.lowercased() == guid.description)
    }
  }

  /// Namespaces of RFC 9562, section 6.6, and names whose ids other tools give.
  static let vectors = [
    ("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
    ("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "python.org", "886313e1-3b8a-5372-9b90-0c9aee199e5d"),
    ("6ba7b811-9dad-11d1-80b4-00c04fd430c8", "http://www.example.com/", "fcde3c85-2270-590f-9e7c-ee003d65e0e2"),
    ("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "", "4ebd0208-8328-5d69-8c44-ec50939c0967"),
    ("00000000-0000-0000-0000-000000000000", "Þór 株式会社", "17fcf35d-dc7c-5f25-b30d-09300555701c"),
  ]

  @Test("Ids out of names are those of RFC 9562", arguments: vectors)
  func named(_ namespace: String, _ name: String, _ wanted: String) throws {
    var maker = NameBasedID(namespace: try #require(GUID(namespace)))
    let bytes = Array(name.utf8)
    for _ in 0..<2 {
      maker.append(bytes.span)
      #expect(maker.finish().description == wanted, "the maker begins anew after each id")
    }
  }

  @Test(
    "Names of every length around the digest's blocks",
    arguments: [
      (39, "2f80c0d1-1c62-579f-8d68-e61ad5592c9b"), (40, "e56fd57a-7633-5e1d-8f80-70e05ac413e5"),
      (47, "a112377b-8258-5ef7-b5b0-d2540bc03abb"), (48, "83993b6c-dea9-55ca-be5b-9989c85943fc"),
      (1_000, "f6d12730-a238-51ed-bf69-3689855f9bbf"),
    ])
  func lengths(_ length: Int, _ wanted: String) throws {
    var maker = NameBasedID(namespace: try #require(GUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")))
    for _ in 0..<length { maker.append(UInt8(ascii: "x")) }
    #expect(maker.finish().description == wanted)
  }

  @Test("A maker that has seen other names gives the same ids as a new one")
  func idsDoNotDependOnEarlierNames() {
    var maker = NameBasedID(namespace: GUID(high: 0, low: 0))
    var ids: Set<GUID> = []
    for round in 0..<3 {
      for start in 0..<40 {
        for length in [0, 39, 47, 48, 49, 100, 200] {
          // Names of zeros, and names that differ at their beginning or at their end only.
          var name = [UInt8](repeating: 0, count: length)
          if start > 0, length > 0 { name[start.isMultiple(of: 2) ? 0 : length - 1] = UInt8(start) }
          var other = NameBasedID(namespace: GUID(high: 0, low: 0))
          maker.append(name.span)
          other.append(name.span)
          let id = maker.finish()
          #expect(id == other.finish())
          if round == 0 { ids.insert(id) }
        }
      }
    }
    // 39 of the 40 names of no bytes are the same.
    #expect(ids.count == 40 * 7 - 39)
  }
}
