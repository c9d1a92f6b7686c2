/// The tables of Sales by which a line gets its unit and its price. Every organisation has them under these names, and how they
/// hang together (an item gives a product and unit a price in a list, a list has a currency, a unit belongs to a group) is a
/// rule of the platform, which the tool follows step by step; so it is in code. All other facts about the tables are in
/// their schemas.
public enum ProductCatalogue {
  /// The columns of a product that give its price list item the unit and the amount.
  public static let (unitColumn, priceColumn) = ("defaultuomid", "price")
  /// Currencies.
  public static let currencies = "transactioncurrency"
  /// Groups of units.
  public static let unitGroups = "uomschedule"
  /// Units.
  public static let units = "uom"
  /// Price lists.
  public static let priceLists = "pricelevel"
  /// Products.
  public static let products = "product"
  /// The items of price lists.
  public static let items = "productpricelevel"
  /// All whose records say what lines can be priced by.
  public static let all: Set<String> = [units, priceLists, products, items]
  /// The lookup of a document, product or item to its price list.
  public static let priceListColumn = "pricelevelid"
}
