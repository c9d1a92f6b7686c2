import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("Price lists that can be used")
struct PriceListChoiceTests {
  let target: SalesTarget

  init() throws { target = try SalesTarget() }

  /// Converts a product where Sales has another list, named before the one that always can be used.
  private func convert(
    _ list: String, name: String? = nil, epoch: Int64? = 1_717_243_200
  ) throws -> ConversionSummary {
    try target.folder.write(
      "sales/pricelevel.csv",
      "pricelevelid,name,transactioncurrencyid,statecode,begindate,enddate\r\n"
        + "\(SalesTarget.ids[7]),\(list)\r\n\(SalesTarget.ids[4]),Retail,\(SalesTarget.ids[0]),0,,\r\n")
    try target.folder.write(
      "sales/transactioncurrency.csv",
      "transactioncurrencyid,isocurrencycode,currencyname\r\n"
        + "\(SalesTarget.ids[0]),USD,US Dollar\r\n\(SalesTarget.ids[8]),EUR,Euro\r\n")
    return try target.convert([
      ("EcoResSellableReleasedProductEntity", SalesTarget.products([("P-1", "1", "Item", "Yes")]))
    ]) { options in
      options.epoch = epoch
      if let name { options.overrides = [Override(template: "products", field: "pricelevelid", value: name)] }
    }
  }

  private var chosen: String? {
    get throws {
      try target.records("010-products")["productpricelevel"]?.first?["pricelevelid"]
    }
  }

  // The run is on 1 June 2024.
  @Test(
    "A list counts from the day on which it begins to the one on which it ends, whatever the time of day",
    arguments: [
      ("2024-06-01T23:00:00Z", "", true), ("2024-06-02T00:00:00Z", "", false), ("", "2024-06-01T00:00:00Z", true),
      ("", "2024-05-31T23:59:59Z", false), ("", "", true), ("2024-01-01", "2024-12-31", true),
    ])
  func days(begin: String, end: String, isTaken: Bool) throws {
    let summary = try convert("AAA,\(SalesTarget.ids[0]),0,\(begin),\(end)")
    #expect(summary.result == .ok)
    #expect(try chosen == SalesTarget.ids[isTaken ? 7 : 4])
  }

  @Test(
    "A list of the project that cannot be used rejects, and the message says why",
    arguments: [
      ("AAA,\(SalesTarget.ids[0]),1,,", "it is inactive"),
      ("AAA,\(SalesTarget.ids[0]),0,2024-06-02,", "it is not valid yet"),
      ("AAA,\(SalesTarget.ids[0]),0,,2024-05-31", "it is no longer valid"),
      ("AAA,\(SalesTarget.ids[8]),0,,", "it is in another currency"),
      ("AAA,\(SalesTarget.ids[8]),1,,", "it is inactive, it is in another currency"),
    ])
  func unusable(list: String, why: String) throws {
    _ = try convert(list, name: "aaa")
    #expect(try target.codes() == ["P2C2311"])
    #expect(try target.folder.text("out/findings.csv").contains(why))
  }

  @Test("A list of the project is found by its name in any case; none of the name is another fault")
  func named() throws {
    _ = try convert("AAA,\(SalesTarget.ids[0]),0,,", name: "aaa")
    #expect(try chosen == SalesTarget.ids[7])
    _ = try convert("AAA,\(SalesTarget.ids[0]),0,,", name: "BBB")
    #expect(try target.codes() == ["P2C2305"])
  }

  @Test("Where the time of the run is unknown all dates count as valid, and that is reported once if a list has one")
  func unknownTime() throws {
    _ = try convert("AAA,\(SalesTarget.ids[0]),0,2099-01-01,", epoch: nil)
    #expect(try chosen == SalesTarget.ids[7])
    #expect(try target.folder.text("out/findings.csv").contains("info,P2C2413,"))
    _ = try convert("AAA,\(SalesTarget.ids[0]),0,,", epoch: nil)
    #expect(try !target.folder.text("out/findings.csv").contains("P2C2413"))
  }
}
