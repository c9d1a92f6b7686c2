import ProspectToCash
import TestSupport
import Testing

@Suite("Variants of templates for other versions of the entities")
struct OrderVariantTests {
  private func trade(_ lines: [(quantity: String, discount: String)], currency: String = "") throws -> Trade {
    let trade = try Trade()
    try trade.writeSales { table, text in
      table == "transactioncurrency" && !currency.isEmpty
        ? "transactioncurrencyid,isocurrencycode,currencyname,currencyprecision\n\(Trade.id(90)),USD,Dollar,\(currency)\n"
        : text
    }
    try trade.folder.write(
      "sales/salesorder.csv",
      "salesorderid,ordernumber,name,customerid,transactioncurrencyid,msdynce_processingstatus,"
        + "msdynce_hasexternallymaintainedproductsonly,msdynce_ismaintainedexternally\n"
        + "\(Trade.id(30)),SO-1,Order,\(Trade.id(1)),\(Trade.id(90)),647390000,True,False\n"
    )
    var text =
      "salesorderdetailid,salesorderid,sequencenumber,productid,uomid,quantity,priceperunit,manualdiscountamount,"
    text += "transactioncurrencyid,msdynce_orderhasexternalmaintainedproductsonly,msdynce_orderissubmitted,"
    text += "msdynce_ismaintainedexternally\n"
    for (index, line) in lines.enumerated() {
      text +=
        "\(Trade.id(300 + index)),\(Trade.id(30)),\(index + 1),\(Trade.id(50)),\(Trade.id(60)),\(line.quantity),20,"
      text += "\(line.discount),\(Trade.id(90)),True,True,False\n"
    }
    try trade.folder.write("sales/salesorderdetail.csv", text)
    return trade
  }

  @Test("10.00 off 3 pieces is 3.33 each and a charge of −0.01; rounding is half-even")
  func discount() throws {
    let trade = try trade([("3", "10.00"), ("4", "0.10"), ("8", "0.60"), ("2", ""), ("-3", "-10")])
    let output = try trade.convert("sales", to: "out", templates: ["orders-to-finops-v2"])
    let lines = try output.all("SalesOrderLineV2Entity")
    #expect(lines.map { $0["LineDiscountAmount"] } == ["3.33", "0.02", "0.08", "", "3.33"])
    #expect(lines.map { $0["FixedPriceCharges"] } == ["-0.01", "-0.02", "0.04", "", "0.01"])
    #expect(lines[0]["ItemNumber"] == "P-1")
    #expect(lines[0].keys.contains("TotalDiscountAmount") == false)
    #expect(try output.all("SalesOrderHeaderV2Entity").map { $0["SalesOrderNumber"] } == ["SO-1"])
  }

  @Test(
    "The decimals are those of the currency",
    arguments: [("0", "3", "-1"), ("3", "3.333", "-0.001"), ("x", "3.33", "-0.01")])
  func decimals(precision: String, each: String, charge: String) throws {
    let trade = try trade([("3", "10.00")], currency: precision)
    let lines = try trade.convert("sales", to: "out", templates: ["orders-to-finops-v2"]).all("SalesOrderLineV2Entity")
    #expect(lines.map { $0["LineDiscountAmount"] } == [each])
    #expect(lines.map { $0["FixedPriceCharges"] } == [charge])
  }

  @Test("Accounts and contacts go to the later versions of their entities when named")
  func customers() throws {
    let trade = try Trade()
    try trade.writeSales()
    try trade.folder.write(
      "sales/contact.csv",
      "contactid,msdynce_contactnumber,fullname,firstname,lastname,parentcustomerid,msdynce_isactivecustomer\n"
        + "\(Trade.id(11)),C-1,Ada Lovelace,Ada,Lovelace,\(Trade.id(1)),False\n"
        + "\(Trade.id(12)),C-2,Bo Diddley,Bo,Diddley,,True\n")
    let output = try trade.convert(
      "sales", to: "out", templates: ["accounts-v3", "contacts-v2", "contacts-to-customers-v3"])
    #expect(output.result == .ok)
    #expect(output.packages == ["010-accounts-v3.zip", "020-contacts-v2.zip", "021-contacts-to-customers-v3.zip"])
    #expect(try output.all("CustCustomerV3Entity").map { $0["CustomerAccount"] } == ["A-1", "C-2"])
    #expect(try output.all("smmContactPersonCDSV2Entity").count == 1)
    let again = try trade.convert(
      "sales", to: "again", references: output.paths, templates: ["accounts-v3", "contacts-v2"]
    ) {
      $0.isDelta = true
    }
    #expect(again.packages.isEmpty)
  }
}
