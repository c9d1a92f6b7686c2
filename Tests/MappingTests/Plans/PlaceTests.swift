import Mapping
import Records
import Testing

@Suite("Countries, states and currencies by the names and codes that all share")
struct PlaceTests {
  private func addresses(_ entries: [String: String] = [:]) throws -> PlanBench {
    var bench = PlanBench(columns: ["country", "state"])
    let template = try Catalogues.template("accounts")
    bench.codes = template.codes
    bench.valueMaps = template.valueMaps
    for (source, result) in entries { bench.valueMaps["country_name_to_iso"]?.entries[source] = result }
    var country = FieldMapping(destination: "AddressCountryRegionISOCode", sources: [SourcePath("country")])
    (country.valueMap, country.blank) = ("country_name_to_iso", "US")
    var other = FieldMapping(destination: "DeliveryAddressCountryRegionISOCode", sources: [SourcePath("country")])
    other.valueMap = "country_name_to_iso"
    bench.fields = [
      FieldMapping(destination: "AddressState", sources: [SourcePath("state")]), country,
      FieldMapping(destination: "DeliveryAddressStateId", sources: [SourcePath("state")]), other,
    ]
    return bench
  }

  @Test(
    "A country is found by codes and names in several languages, in one form",
    arguments: [
      ("nl", "NL"), ("NLD", "NL"), ("The  Netherlands ", "NL"), ("Niederlande", "NL"), ("Pays-Bas", "NL"),
      ("Países Bajos", "NL"), ("HOLLAND", "NL"), ("Ｎｅｄｅｒｌａｎｄ", "NL"), ("U.S.A.", "US"),
      ("Ísland", "IS"), ("ÍSLAND", "IS"), ("Österreich", "AT"), ("ÖSTERREICH", "AT"),
      ("O\u{308}sterreich", "AT"), ("England", "GB"), ("UK", "GB"), ("Columbia", "CO"),
      ("columbia.", "CO"), ("NZD", nil),
      ("USD", nil), ("the", nil), ("...", nil), ("   ", "US"), ("", "US"),
    ] as [(String, String?)])
  func countries(name: String, code: String?) throws {
    let mapped = try addresses().map([[name, ""], [name, ""]])
    for one in mapped {
      #expect(one.values["AddressCountryRegionISOCode"] == code)
      #expect(one.codes == (code == nil ? [2201, 2201] : []))
    }
  }

  @Test("A project's entry counts before what all share, in every spelling of its name")
  func projects() throws {
    let bench = try addresses(["u.k.": "UKX", "the netherlands": "NLD", "curaçao": "CW1"])
    for (name, code) in [
      ("UK", "UKX"), ("u.k.", "UKX"), ("Netherlands", "NLD"), ("NETHERLANDS ", "NLD"), ("CURAÇAO", "CW1"), ("NL", "NL"),
    ] {
      #expect(bench.map(name, "").values["AddressCountryRegionISOCode"] == code)
    }
  }

  @Test(
    "A state's name is noted by the country of its address, by all countries where that is not known",
    arguments: [
      ("US", "New York", 2), ("us", "NEW YORK", 2), ("US", "NY", 0), ("US", "us-ny", 0), ("Canada", "Ontario", 2),
      ("US", "Ontario", 0), ("", "Texas", 2), ("", "Ontario", 1), ("FR", "Texas", 0), ("Nowhere", "Texas", 2),
      ("Nowhere", "Elsewhere", 0), ("", "", 0), ("DE", "Baden-Württemberg", 2), ("DE", "BADEN-WÜRTTEMBERG", 2),
      ("US", "  new  york ", 2),
    ])
  func states(country: String, state: String, count: Int) throws {
    let mapped = try addresses().map(country, state)
    #expect(mapped.codes.count { $0 == 2412 } == count)
    #expect(mapped.values["AddressState"] == (state.isEmpty ? nil : state))
  }

  @Test("A project's own ids of countries are read as countries too")
  func mapped() throws {
    #expect(try addresses(["texas land": "USA"]).map("Texas land", "Texas").codes == [2412, 2412])
    #expect(try addresses(["texas land": "TX1"]).map("Texas land", "Ontario").codes == [2412, 2412])
  }

  private func currencies(_ rows: [[String]]) throws -> [PlanBench.Mapped] {
    let column = "transactioncurrencyid"
    var bench = PlanBench(columns: [column, column + "@table", column + "@name"])
    bench.codes = try Catalogues.template("accounts").codes
    var lookup = Attribute(name: "transactioncurrencyid", type: .lookup)
    lookup.targets = ["transactioncurrency"]
    bench.sourceAttributes = [lookup]
    let table = SourceLookupIndex(table: "transactioncurrency", columns: ["isocurrencycode"])
    let bytes = Array("\(PlaceTests.ids[0])DollarUSD\(PlaceTests.ids[1])Eur".utf8)
    table.add(
      id: bytes.span.extracting(0..<36), name: bytes.span.extracting(36..<42), bytes: bytes.span,
      fields: [FieldRange(start: 42, end: 45)])
    table.add(
      id: bytes.span.extracting(45..<81), name: bytes.span.extracting(81..<84), bytes: bytes.span, fields: [.empty])
    bench.tables = [table]
    bench.fields = [FieldMapping(destination: "Field", sources: [SourcePath(column + ".isocurrencycode")])]
    return bench.map(rows)
  }

  private static let ids = (1...3).map { "0f8fad5b-d9cb-469f-a165-70867728950\($0)" }

  @Test(
    "A currency is found by id, by name, and by a name that is an ISO code itself",
    arguments: [
      (0, "EUR", "USD", []), (2, "dollar", "USD", []), (2, " eur ", "EUR", []), (1, "EUR", "EUR", []),
      (1, "Euro", nil, [2301]), (2, "US Dollar", nil, [2301]), (2, "XTS", nil, [2301]), (2, "HRK", "HRK", []),
    ] as [(Int, String, String?, [UInt16])])
  func currency(id: Int, name: String, code: String?, codes: [UInt16]) throws {
    let mapped = try currencies([[PlaceTests.ids[id], "transactioncurrency", name]])[0]
    #expect(mapped.values["Field"] == code)
    #expect(mapped.codes == codes)
  }

  @Test("A file of loose records may have the code in the place of the id")
  func loose() throws {
    #expect(try currencies([["sek", "", ""]])[0].values["Field"] == "SEK")
  }
}
