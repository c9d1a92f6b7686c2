import Foundation
import TestSupport

/// Accounts of Sales and the customers of F&O that they became, with known differences: what stands here is all that a
/// comparison may find.
struct CustomerWorld {
  /// The rows of `differences.csv` that are to be expected.
  private(set) var expected: [Reconciled.Row] = []
  /// Records that a conversion refuses and F&O does not have.
  private(set) var refused = 0
  private var accounts =
    "accountid,accountnumber,name,address1_city,address1_country,description,creditlimit,telephone1,"
    + "transactioncurrencyid\r\n"
  private var customers: [String] = []
  private static let heading =
    "CUSTOMERACCOUNT,PARTYNUMBER,ORGANIZATIONNAME,ADDRESSCITY,ADDRESSCOUNTRYREGIONISOCODE,SALESMEMO,CREDITLIMIT,"
    + "PRIMARYCONTACTPHONE,SALESCURRENCYCODE,PARTYTYPE\r\n"

  /// A record of both sides before it is written.
  private struct Pair {
    var id: String
    var number: String
    var name: String
    var city = "Aarhus"
    var country = "Denmark"
    var memo = "First\nSecond"
    var credit = "1000.5000"
    var phone = "+45 70"
    var customer: [String]

    init(_ index: Int) {
      id = "0f8fad5b-d9cb-469f-a165-" + String(format: "%012d", index)
      number = "A-\(index)"
      name = "Company \(index)"
      customer = [number, number, name, city, "DK", memo, "1000.500000", phone, "USD", "Organization"]
    }

    var account: String { CustomerWorld.line([id, number, name, city, country, memo, credit, phone, Trade.id(90)]) }
  }

  /// So many accounts; of each hundred some twenty have a difference.
  init(count: Int) {
    for index in 0..<count { add(index) }
  }

  /// Writes both exports, the customers in reverse order.
  func write(to folder: TestFolder) throws {
    try folder.write("sales/account.csv", accounts)
    try folder.write(
      "sales/transactioncurrency.csv",
      "transactioncurrencyid,isocurrencycode,currencyname\n\(Trade.id(90)),USD,Dollar\n")
    try folder.write("finops/Customers V2.csv", CustomerWorld.heading + customers.reversed().joined())
  }

  fileprivate static func line(_ cells: [String]) -> String {
    cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
  }

  private mutating func expect(
    _ outcome: String, _ key: String, _ field: String = "", finops: String = "", sales: String = "", _ kind: String
  ) {
    expected.append(Reconciled.Row(["accounts", "customers", outcome, key, field, finops, sales, kind]))
  }

  private mutating func differ(_ pair: Pair, _ field: String, finops: String, sales: String, _ kind: String) {
    expect("different", pair.number.trimmingCharacters(in: .whitespaces), field, finops: finops, sales: sales, kind)
  }

  private mutating func add(_ index: Int) {
    var pair = Pair(index)
    var isThere = true
    switch index % 100 {
    case 0:
      pair.customer[3] = "Elsewhere"
      differ(pair, "AddressCity", finops: "Elsewhere", sales: "Aarhus", "value")
    case 1:
      pair.customer[3] = "AARHUS"
      differ(pair, "AddressCity", finops: "AARHUS", sales: "Aarhus", "case")
    case 2:
      pair.customer[3] = "Aarhus "
      differ(pair, "AddressCity", finops: "Aarhus ", sales: "Aarhus", "blanks")
    case 3:
      // Longer than F&O takes: no conversion writes it, but somebody has, cut off.
      pair.name = String(repeating: "Long name ", count: 12) + "\(index)"
      pair.customer[2] = String(pair.name.prefix(100))
      differ(pair, "OrganizationName", finops: pair.customer[2], sales: pair.name, "truncated")
    case 4:
      (pair.city, pair.customer[3]) = ("Malmö", "MalmÃ¶")
      differ(pair, "AddressCity", finops: "MalmÃ¶", sales: "Malmö", "encoding")
    case 5:
      (pair.city, pair.customer[3]) = ("Malmö", "Malm?")
      differ(pair, "AddressCity", finops: "Malm?", sales: "Malmö", "encoding")
    case 6:
      pair.customer[6] = "1000.510000"
      differ(pair, "CreditLimit", finops: "1000.510000", sales: "1000.5000", "number")
    case 7:
      pair.customer[7] = ""
      differ(pair, "PrimaryContactPhone", finops: "", sales: "+45 70", "missing")
    case 8:
      pair.phone = ""
      differ(pair, "PrimaryContactPhone", finops: "+45 70", sales: "", "surplus")
    case 9:
      pair.customer[5] = "First\r\nSecond"
      differ(pair, "SalesMemo", finops: "First\r\nSecond", sales: "First\nSecond", "line-breaks")
    case 10:
      isThere = false
      expect("only-in-sales", pair.number, sales: pair.number, "")
    case 11:
      customers.append(CustomerWorld.line(["N-\(index)", "P-\(index)"] + pair.customer[2...]))
      expect("only-in-finops", "N-\(index)", finops: "N-\(index)", "")
    case 12:
      var again = pair
      again.id = "1" + pair.id.dropFirst()
      again.number = pair.number.lowercased()
      accounts += pair.account
      accounts += again.account
      customers.append(CustomerWorld.line(pair.customer))
      expect("duplicate", again.number, sales: again.number, "sales")
      return
    case 13:
      // Customers stand in reverse order, so that this one comes second.
      customers.append(CustomerWorld.line([pair.number, "P-\(index)"] + pair.customer[2...]))
      expect("duplicate", pair.number, finops: pair.number, "finops")
    case 14:
      pair.customer[0] = "R-\(index)"
      differ(pair, "CustomerAccount", finops: "R-\(index)", sales: pair.number, "value")
    case 15:
      isThere = false
      customers.append(CustomerWorld.line(["Y-\(index)"] + pair.customer[1...]))
      customers.append(CustomerWorld.line(["X-\(index)"] + pair.customer[1...]))
      expect("ambiguous", pair.number, sales: pair.number, "party-number")
      for number in ["X-\(index)", "Y-\(index)"] { expect("only-in-finops", number, finops: number, "") }
    case 16:
      pair.country = "Atlantis"
      isThere = false
      refused += 1
    case 17:
      pair.country = "Atlantis"
      differ(pair, "AddressCountryRegionISOCode", finops: "DK", sales: "Atlantis", "refused")
    case 18: pair.credit = "1000.5000004"
    case 19: pair.credit = "1000.5"
    case 20:
      pair.customer[0] = pair.number.lowercased()
      differ(pair, "CustomerAccount", finops: pair.number.lowercased(), sales: pair.number, "case")
    case 21:
      let number = pair.number
      pair.number = " \(number) "
      differ(pair, "CustomerAccount", finops: number, sales: pair.number, "blanks")
      differ(pair, "PartyNumber", finops: number, sales: pair.number, "blanks")
    default: break
    }
    accounts += pair.account
    if isThere { customers.append(CustomerWorld.line(pair.customer)) }
  }
}
