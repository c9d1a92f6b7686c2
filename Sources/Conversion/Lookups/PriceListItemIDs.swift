package import Mapping
package import Records

/// Under which ids price list items go to Sales: those that the reference has for product and list, else new ones.
package struct PriceListItemIDs {
  /// The company whose items these are.
  let company: String
  private let names: RecordNames
  /// The number of the destination table that holds the items of references.
  private let known: Int?
  private var key = OutputBuffer(capacity: 128)
  private var parted = OutputBuffer(capacity: 128)

  package init(company: String, _ lookups: borrowing LookupContext) {
    self.company = company
    names = RecordNames(table: ProductCatalogue.items, company: company)
    known = lookups.destination(ProductCatalogue.items, key: DestinationLookups.itemKey)
  }

  /// The id that the reference has for the product in the list, else a new one of list and product number.
  package mutating func id(
    list: GUID, product: GUID, number: Span<UInt8>, _ lookups: borrowing LookupContext,
    _ ids: inout NameBasedID
  ) -> GUID {
    if let known {
      LineKeys.append(list: list, product: product, to: &key)
      if let entry = lookups.destinations[known].find(key, &parted) { return lookups.destinations[known].id(entry) }
    }
    key.truncate(to: 0)
    list.append(to: &key)
    key.append(UInt8(ascii: "|"))
    key.append(number)
    return names.id(key, &ids)
  }
}
