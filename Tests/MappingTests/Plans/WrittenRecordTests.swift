import Mapping
import Records
import Testing

/// What a share of a run has written, another one must be able to look up.
@Suite("What a run has written, for another one")
struct WrittenRecordTests {
  private static func id(_ number: UInt64) -> GUID { GUID(high: 7, low: number) }

  private static func written(_ table: TargetKeyIndex) -> [String] {
    var rows: [String] = []
    table.forEachWritten { key, id, name, company in
      rows.append(
        "\(String(decoding: key, as: UTF8.self)) \(id.low) \(String(decoding: name, as: UTF8.self)) \(company)")
    }
    return rows
  }

  private static func add(_ table: TargetKeyIndex, _ key: String, _ number: UInt64, _ name: String) {
    table.addWritten(key: key.utf8Span.span, id: id(number), name: name.utf8Span.span)
  }

  @Test("Records of references and those from before are none, new ones and replaced ones are, withdrawn ones are not")
  func records() throws {
    let table = TargetKeyIndex(table: "product", keyColumn: "productnumber")
    table.addReference(key: "p-1".utf8Span.span, id: Self.id(1), name: "Reference".utf8Span.span)
    table.addReference(key: "p-2".utf8Span.span, id: Self.id(2), name: "Reference".utf8Span.span)
    Self.add(table, "p-0", 9, "Before")
    table.notesWritten = true
    Self.add(table, "p-3", 3, "New")
    Self.add(table, "p-1", 1, "Replaced")
    let added = table.addExpected(key: "p-4".utf8Span.span, id: Self.id(4), name: "Withdrawn".utf8Span.span)
    table.withdraw(try #require(added))
    #expect(Self.written(table) == ["p-1 1 Replaced 0", "p-3 3 New 0"])
  }

  @Test("A record that another share has written is found as if it had been written here, company by company")
  func companies() {
    let table = TargetKeyIndex(table: "salesorder", keyColumn: "ordernumber", isPartitioned: true)
    table.notesWritten = true
    table.addWritten(key: "s-1".utf8Span.span, id: Self.id(1), name: "One".utf8Span.span, company: 1)
    table.addWritten(key: "s-1".utf8Span.span, id: Self.id(2), name: "Two".utf8Span.span, company: 2)
    #expect(Self.written(table) == ["s-1 1 One 1", "s-1 2 Two 2"])
    let other = TargetKeyIndex(table: "salesorder", keyColumn: "ordernumber", isPartitioned: true)
    table.forEachWritten { other.addWritten(key: $0.span, id: $1, name: $2.span, company: $3) }
    var lookups = LookupContext()
    lookups.destinations = [other]
    for company in [1, 2] {
      lookups.select(company: company)
      let entry = other.find("s-1".utf8Span.span)
      #expect(entry.map { other.id($0).low } == UInt64(company))
    }
    lookups.select(company: 3)
    let entry = other.find("s-1".utf8Span.span)
    #expect(entry == nil)
  }

  @Test("Values that must exist go over with the mark of their company")
  func values() {
    var lookups = LookupContext(existenceRules: [])
    lookups.existing = [ExistingValues(), ExistingValues()]
    lookups.select(company: 2)
    lookups.existing[0].addWritten("c-1".utf8Span.span)
    lookups.existing[0].forEachWritten { lookups.existing[1].addWritten(marked: $0.span) }
    var key = OutputBuffer(capacity: 16)
    let isThere = lookups.existing[1].contains("C-1".utf8Span.span, &key)
    lookups.select(company: 1)
    let isOfOthers = lookups.existing[1].contains("C-1".utf8Span.span, &key)
    #expect(isThere && !isOfOthers)
  }

  @Test("Price list items go over by their numbers")
  func items() {
    let items = PriceListItemSet()
    items.insert(list: Self.id(1), product: Self.id(2), unit: Self.id(3))
    items.insert(list: Self.id(1), product: Self.id(4), unit: Self.id(3))
    let others = PriceListItemSet()
    for number in 1..<items.count { others.insert(items.item(number)) }
    #expect(!others.holds(list: Self.id(1), product: Self.id(2), unit: Self.id(3)))
    #expect(others.holds(list: Self.id(1), product: Self.id(4), unit: Self.id(3)))
  }
}
