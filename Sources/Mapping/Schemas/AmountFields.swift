/// The amounts of a document's header or line that are added up beside what a template maps: a header's total and what
/// makes it differ from the sum of the lines, and a line's amount. By source entity; see docs/CONVERT.md, "Totals".
public struct AmountFields: Sendable {
  /// What an amount is.
  public enum Role: Int, CaseIterable, Sendable {
    /// Of a header: what the document comes to.
    case total
    /// Of a header: what is taken off; of a line whose amount is empty, too.
    case discount
    /// Of a header: what is put on, such as freight.
    case charge
    /// Of a header: a discount in hundredths of the lines without their tax.
    case percentage
    /// Of a header what is put on, of a line a part of its amount.
    case tax
    /// Of a line: what it comes to.
    case amount
    /// Of a line whose amount is empty: how many.
    case quantity
    /// Of a line whose amount is empty: for how much each.
    case price
  }

  /// The names of the source fields.
  public let names: [Role: String]
  /// The amounts that no built-in template maps.
  public let unmapped: [Role]

  private init(_ names: [Role: String], unmapped: [Role] = []) {
    self.names = names
    self.unmapped = unmapped
  }

  /// The amounts of the records of a source entity; nil if it is no part of a document that is known.
  public static func of(_ entity: String) -> AmountFields? { all[entity.lowercased()] }

  private static let all: [String: AmountFields] = [
    "quote": salesHeader, "salesorder": salesHeader, "quotedetail": salesLine, "salesorderdetail": salesLine,
    "salesorderheadercdsentity": AmountFields([
      .total: "OrderTotalAmount", .discount: "TotalDiscountAmount", .charge: "OrderTotalChargesAmount",
      .tax: "OrderTotalTaxAmount",
    ]),
    "salesexternallymaintainedcustomersalesinvoiceheaderentity": AmountFields([
      .total: "TotalInvoiceAmount", .discount: "TotalDiscountAmount", .charge: "TotalChargeAmount",
      .tax: "TotalTaxAmount",
    ]),
    "salesorderlinecdsentity": finopsLine, "salesexternallymaintainedcustomersalesinvoicelineentity": finopsLine,
  ]

  private static let salesHeader = AmountFields(
    [
      .total: "totalamount", .discount: "discountamount", .charge: "freightamount", .percentage: "discountpercentage",
    ], unmapped: [.discount, .charge])

  private static let salesLine = AmountFields(
    [
      .amount: "extendedamount", .quantity: "quantity", .price: "priceperunit", .discount: "manualdiscountamount",
      .tax: "tax",
    ], unmapped: [.tax])

  private static let finopsLine = AmountFields([.amount: "LineAmount"])
}
