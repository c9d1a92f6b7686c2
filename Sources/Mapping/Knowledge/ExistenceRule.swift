public import Findings

/// What a reference of F&O is asked for when a record goes there: the values of these fields must exist.
public struct ExistenceRule: Sendable {
  /// The finding's code for a value that does not exist.
  public let code: FindingCode
  /// The destination fields whose values are asked for, in lower case.
  public let fields: Set<String>
  /// Where the values stand: entity and column. Asked only if a reference holds records of one of the entities.
  public let places: [(entity: String, column: String)]

  /// All rules. What the same run writes counts as existing.
  public static let all = [
    ExistenceRule(
      code: .productUnknown, fields: ["productnumber"],
      places: [
        ("EcoResSellableReleasedProductEntity", "ProductNumber"), ("EcoResReleasedProductV2Entity", "ProductNumber"),
        ("EcoResReleasedDistinctProductCDSEntity", "ProductNumber"),
      ]),
    ExistenceRule(
      code: .customerUnknown, fields: ["requestingcustomeraccountnumber", "orderingcustomeraccountnumber"],
      places: [("CustCustomerV2Entity", "CustomerAccount"), ("CustCustomerV3Entity", "CustomerAccount")]),
    ExistenceRule(code: .unitUnknown, fields: ["salesunitsymbol"], places: [("UnitOfMeasureEntity", "UnitSymbol")]),
    ExistenceRule(
      code: .currencyUnknown, fields: ["currencycode", "salescurrencycode"],
      places: [("CurrencyEntity", "CurrencyCode")]),
  ]

  /// The number of the rule for a destination field; nil if it is not asked for.
  public static func number(for field: String) -> Int? { all.firstIndex { $0.fields.contains(field.lowercased()) } }
}
