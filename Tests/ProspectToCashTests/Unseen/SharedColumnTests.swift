import ProspectToCash
import TestSupport
import Testing

@Suite("A column that a file lacks is reported once")
struct SharedColumnTests {
  @Test("Several fields that need the same column make one finding of the file")
  func sharedColumn() throws {
    let trade = try Trade()
    try trade.writeFinops(orders: [1])
    try trade.folder.write(
      "finops/SalesExternallyMaintainedCustomerSalesInvoiceHeaderEntity.csv",
      "INVOICENUMBER,INVOICEDATE,INVOICECUSTOMERACCOUNTNUMBER,SALESORDERNUMBER\nI-1,2024-05-01,A-1,SO-0\n")
    try trade.convert("finops", to: "out", references: ["known"], templates: ["invoices"])
    let findings = try Rows(trade.folder, "out/findings.csv")
    let rows = findings.with(["code": "P2C2102", "record": "", "field": "CurrencyCode"])
    #expect(rows.count == 1, "\(rows)")
  }
}
