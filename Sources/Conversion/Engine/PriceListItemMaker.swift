// Hot path: no allocation per record.

import Mapping
import Packages
import Records

/// Makes the price list items of products. A value with buffers of its own: each thread has one.
struct PriceListItemMaker {
  private let listField: Int?
  private let unitField: Int?
  private let priceField: Int?
  private let nameField: Int?
  /// How items are priced: by an amount of money.
  private let method = Array("1".utf8)
  /// Makes their ids; nil where packages have none.
  private var identity: PriceListItemIDs?
  private var ids = NameBasedID(namespace: RecordNames.namespace)
  private var text = OutputBuffer(capacity: 256)
  private var item = GeneratedRecord()
  /// The company of the products.
  let company: String

  /// A maker for products of a task and a company.
  init(_ task: TaskTemplate, company: String, hasIDs: Bool, _ lookups: borrowing LookupContext) {
    listField = task.fields.firstIndex { $0.rule == .priceList }
    unitField = task.fields.firstIndex { $0.column == ProductCatalogue.unitColumn }
    priceField = task.fields.firstIndex { $0.column == ProductCatalogue.priceColumn }
    nameField = task.fields.firstIndex { $0.column == "name" }
    self.company = company
    if hasIDs { identity = PriceListItemIDs(company: company, lookups) }
  }

  /// Makes the item of a mapped product, by its id and number, and hands it to the body with its id, or the product's where
  /// packages have none. Nothing is made of a product that is in no price list. The values are in the order of
  /// `PriceListItems.fields`.
  @inline(__always)
  mutating func make(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, product: GUID, number: Span<UInt8>,
    _ lookups: borrowing LookupContext, _ body: (borrowing GeneratedRecord, GUID) throws -> Void
  ) rethrows {
    guard let listField, case let list = mapper.output(listField), list.origin == .destination else { return }
    let listID = lookups.destinations[Int(list.start)].id(Int(list.end))
    // Taken out meanwhile: the text and the item are used side by side.
    var (text, item) = (OutputBuffer.none, GeneratedRecord.none)
    swap(&text, &self.text)
    swap(&item, &self.item)
    item.begin()
    item.appendLookup(Int(list.start), Int(list.end))
    text.truncate(to: 0)
    if let nameField { mapper.append(mapper.output(nameField), batch, to: &text) }
    item.appendRecord(product, named: text.span, number: number)
    if let unitField, case let unit = mapper.output(unitField), unit.origin == .destination {
      item.appendLookup(Int(unit.start), Int(unit.end))
    } else {
      item.appendNothing()
    }
    text.truncate(to: 0)
    if let priceField { mapper.append(mapper.output(priceField), batch, to: &text) }
    if text.count > 0 { item.append(text.span) } else { item.appendNothing() }
    item.append(method.span)
    swap(&text, &self.text)
    defer { swap(&item, &self.item) }
    try body(item, identity?.id(list: listID, product: product, number: number, lookups, &ids) ?? product)
  }
}

/// Makes price list items in the bytes of a format, while workers prepare their products.
struct PriceListItemEncoder: CompanionEncoder {
  private var maker: PriceListItemMaker
  private var encoder: any GeneratedEncoder

  init(_ maker: PriceListItemMaker, _ encoder: any GeneratedEncoder) { (self.maker, self.encoder) = (maker, encoder) }

  mutating func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, id: GUID, key: Span<UInt8>,
    _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) -> GUID? {
    var own: GUID?
    maker.make(mapper, batch, product: id, number: key, lookups) {
      encoder.append($0, id: $1, lookups, to: &output)
      own = $1
    }
    return own
  }
}
