/// The amounts of a document's header or line that are added up beside what a template maps: a header's total and what
/// makes it differ from the sum of the lines, and a line's amount. See docs/CONVERT.md, "Totals".
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

    /// The role of the name that schemas give it; nil if there is none.
    init?(named name: String) {
      guard let role = Role.allCases.first(where: { "\($0)" == name }) else { return nil }
      self = role
    }
  }

  /// The names of the fields.
  public let names: [Role: String]
  /// The amounts whose sums are reported where a template does not map them.
  public let unmapped: [Role]
}
