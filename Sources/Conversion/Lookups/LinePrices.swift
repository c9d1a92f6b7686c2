// Hot path: no allocation per record.

import Mapping
import Records

/// Whether the lines of documents that go to Sales have an item in their document's price list (`P2C1310`).
struct LinePrices {
  /// The field of products or headers that holds the price list.
  private let listField: Int?
  /// The field of products that gives their items the unit.
  private let itemUnitField: Int?
  private let productField: Int?
  /// The field of lines that holds the unit.
  let unitField: Int?

  init(_ template: Template) {
    let first = template.tasks.first
    listField = first?.fields.firstIndex { $0.rule == .priceList }
    itemUnitField = first?.fields.firstIndex { $0.column == ProductCatalogue.unitColumn }
    let lines = template.destination == .sales ? template.tasks.first { $0.header != nil } : nil
    productField = lines?.fields.firstIndex { $0.column == "productid" }
    unitField = lines?.fields.firstIndex { $0.column == "uomid" }
  }

  /// Whether the lines of a template have what price list items are about.
  static func areAsked(_ template: Template) -> Bool {
    let prices = LinePrices(template)
    return prices.listField != nil && prices.productField != nil && prices.unitField != nil
  }

  /// Notes the item that a product makes which is written.
  func note(product: GUID, _ mapper: borrowing RecordMapper, _ lookups: borrowing LookupContext) {
    guard let items = lookups.items, let list = LinePrices.id(listField, mapper, lookups),
      let unit = LinePrices.id(itemUnitField, mapper, lookups)
    else { return }
    items.insert(list: list, product: product, unit: unit)
  }

  /// The entry of the price list of a header; nil if it has none, or if nobody asks for it.
  func list(ofHeader mapper: borrowing RecordMapper, _ lookups: borrowing LookupContext) -> Int? {
    guard let items = lookups.items, !items.isEmpty, productField != nil, let listField,
      case let slot = mapper.output(listField), slot.origin == .destination
    else { return nil }
    return Int(slot.end)
  }

  /// Whether the price list of a line's document, given by its entry, has no item for the line's product and unit.
  func lacksItem(_ list: Int?, _ mapper: borrowing RecordMapper, _ lookups: borrowing LookupContext) -> Bool {
    guard let list, let items = lookups.items, let lists = lookups.priceLists,
      let product = LinePrices.id(productField, mapper, lookups),
      let unit = LinePrices.id(unitField, mapper, lookups)
    else { return false }
    return !items.holds(list: lookups.destinations[lists.listTable].id(list), product: product, unit: unit)
  }

  private static func id(
    _ field: Int?, _ mapper: borrowing RecordMapper, _ lookups: borrowing LookupContext
  ) -> GUID? {
    guard let field, case let slot = mapper.output(field), slot.origin == .destination else { return nil }
    return lookups.destinations[Int(slot.start)].id(Int(slot.end))
  }
}
