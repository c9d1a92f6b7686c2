import Findings

/// Reads how a column is found out that the source lacks:
///
///     column: {lookup: parentcustomerid, is: account}
///     column: {referredBy: [quote.customerid, salesorder.customerid]}
///     column: {everyLine: quotedetail, link: quoteid, product: productid, flag: msdynce_ismaintainedexternally}
///     column: {header: statecode}
enum DerivationReader {
  private static let shapes = [
    ["lookup", "is"], ["referredBy"], ["everyLine", "link", "product", "flag"], ["header"],
  ]

  /// The derivation that the node describes.
  static func derivation(_ node: LocatedNode) throws(ProjectError) -> Derivation {
    let members = try node.members(of: shapes.flatMap(\.self))
    guard let shape = shapes.first(where: { $0.sorted() == members.map(\.name).sorted() }) else {
      let known = shapes.map { $0.joined(separator: " + ") }.joined(separator: ", or ")
      throw .wrongType(node.place, what: node.what, expected: "one of: \(known)")
    }
    if shape == ["referredBy"] { return .referredBy(try members[0].value.texts()) }
    var texts: [String: String] = [:]
    for member in members { texts[member.name] = try member.value.text() }
    func text(_ name: String) -> String { texts[name] ?? "" }
    return switch shape[0] {
    case "lookup": .lookupTable(lookup: text("lookup"), table: text("is"))
    case "everyLine":
      .everyLine(table: text("everyLine"), link: text("link"), product: text("product"), flag: text("flag"))
    default: .header(text("header"))
    }
  }
}
