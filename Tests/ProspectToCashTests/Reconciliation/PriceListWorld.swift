import TestSupport

/// Products of F&O, and the products and price list items of Sales that they became, with known differences: what stands
/// here is all that a comparison may find.
struct PriceListWorld {
  /// The rows of `differences.csv` that are to be expected.
  private(set) var expected: [Reconciled.Row] = []
  /// Items of Sales that are none of the template's.
  private(set) var left = 0
  /// Items of Sales, and those that F&O's products make.
  private(set) var held = 0
  private(set) var made = 0
  /// What price lists are known by.
  let list: String
  private var released =
    "PRODUCTNUMBER,PRODUCTNAME,SALESPRICE,CURRENCYCODE,SALESUNITSYMBOL,SALESUNITDECIMALPRECISION,PRODUCTTYPE\n"
  private var products = "productid,productnumber,name,msdynce_ismaintainedexternally\n"
  private var items = "productpricelevelid,pricelevelid,productid,uomid,amount,pricingmethodcode\n"
  private let hasNamesake: Bool

  private static let (usd, euro, outlet, namesake) = (Trade.id(70), Trade.id(71), Trade.id(72), Trade.id(73))
  private static let (each, box) = (Trade.id(60), Trade.id(62))

  /// So many products; of each twenty some dozen have a difference. With a namesake the list is not known by its name.
  init(count: Int, hasNamesake: Bool = false) {
    self.hasNamesake = hasNamesake
    list = hasNamesake ? PriceListWorld.usd : "List"
    for index in 0..<count { add(index) }
  }

  /// The id of a product in Sales.
  static func product(_ index: Int) -> String { Trade.id(10_000 + index) }

  /// The id of its item.
  static func item(_ index: Int) -> String { Trade.id(500_000 + index) }

  /// Writes both exports.
  func write(to folder: TestFolder) throws {
    try folder.write("finops/EcoResSellableReleasedProductEntity.csv", released)
    try folder.write("sales/product.csv", products)
    try folder.write("sales/productpricelevel.csv", items)
    try folder.write(
      "sales/uom.csv",
      "uomid,name,uomscheduleid\n\(PriceListWorld.each),ea,\(Trade.id(61))\n\(PriceListWorld.box),box,\(Trade.id(61))\n"
    )
    try folder.write("sales/uomschedule.csv", "uomscheduleid,name\n\(Trade.id(61)),Default unit\n")
    var lists = [(PriceListWorld.usd, "List", 90), (PriceListWorld.euro, "Euro list", 91)]
    lists.append((PriceListWorld.outlet, "Outlet", 90))
    if hasNamesake { lists.append((PriceListWorld.namesake, "list", 91)) }
    try folder.write(
      "sales/pricelevel.csv",
      "pricelevelid,name,transactioncurrencyid\n" + lists.map { "\($0.0),\($0.1),\(Trade.id($0.2))\n" }.joined())
    try folder.write(
      "sales/transactioncurrency.csv",
      "transactioncurrencyid,isocurrencycode,currencyname\n\(Trade.id(90)),USD,Dollar\n\(Trade.id(91)),EUR,Euro\n")
  }

  private mutating func expect(
    _ task: String, _ outcome: String, _ key: String, _ field: String = "", finops: String = "", sales: String = "",
    _ kind: String = ""
  ) {
    expected.append(Reconciled.Row(["products", task, outcome, key, field, finops, sales, kind]))
  }

  private mutating func addItem(
    _ index: Int, _ id: String? = nil, list: String = usd, product: String? = nil, unit: String = each,
    amount: String? = nil, method: String = "1"
  ) {
    held += 1
    items += "\(id ?? PriceListWorld.item(index)),\(list),\(product ?? PriceListWorld.product(index)),\(unit),"
    items += "\(amount ?? "\(index).25"),\(method)\n"
  }

  private mutating func add(_ index: Int) {
    let key = "P-\(index)|\(list)"
    let second = Trade.id(600_000 + index)
    let task = "price-list-items"
    var (number, currency, isReleased, isHeld) = ("P-\(index)", "USD", true, true)
    switch index % 20 {
    case 0:
      addItem(index, amount: "\(index).26")
      expect(task, "different", key, "amount", finops: "\(index).25", sales: "\(index).26", "number")
    case 1:
      addItem(index, unit: PriceListWorld.box)
      expect(task, "different", key, "uomid", finops: "ea", sales: PriceListWorld.box, "lookup")
    case 2:
      expect(task, "only-in-finops", key, finops: key)
    case 3:
      // A list that no product goes into is Sales' own.
      addItem(index)
      addItem(index, second, list: PriceListWorld.outlet)
      left += 1
    case 4:
      addItem(index)
      addItem(index, second, unit: PriceListWorld.box)
      left += 1
    case 5:
      addItem(index)
      addItem(index, second, amount: "1")
      expect(task, "duplicate", key, sales: key, "sales")
    case 6:
      // Sales sells it besides.
      (isReleased, isHeld) = (false, false)
      products += "\(PriceListWorld.product(index)),S-\(index),Own \(index),False\n"
      addItem(index)
      left += 1
      expect("products", "only-in-sales", "S-\(index)", sales: "S-\(index)")
    case 7:
      isReleased = false
      addItem(index)
      expect("products", "only-in-sales", number, sales: number)
      expect(task, "only-in-sales", key, sales: key)
    case 8:
      // No conversion lets a product over without a currency; it is reported for itself.
      currency = ""
      addItem(index)
      left += 1
    case 9:
      addItem(index, amount: "\(index).5", method: "2")
      expect(task, "different", key, "amount", finops: "\(index).25", sales: "\(index).5", "number")
      expect(task, "different", key, "pricingmethodcode", finops: "1", sales: "2", "value")
    case 10:
      currency = "EUR"
      addItem(index, list: PriceListWorld.euro)
      addItem(index, second)
      expect(task, "only-in-sales", key, sales: key)
    case 11:
      addItem(index)
      addItem(index, second, product: Trade.id(999_999))
      left += 1
    case 12:
      isHeld = false
      expect("products", "only-in-finops", number, finops: number)
      expect(task, "only-in-finops", key, finops: key)
    case 13: addItem(index, amount: "\(index).2500")
    case 14:
      number = "p-\(index)"
      addItem(index)
      expect("products", "different", "P-\(index)", "productnumber", finops: "P-\(index)", sales: number, "case")
    default: addItem(index)
    }
    if isHeld { products += "\(PriceListWorld.product(index)),\(number),Product \(index),True\n" }
    guard isReleased else { return }
    released += "P-\(index),Product \(index),\(index).25,\(currency),ea,2,Item\n"
    if !currency.isEmpty { made += 1 }
  }
}
