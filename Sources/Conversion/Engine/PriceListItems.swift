// Hot path (`add`): no allocation per record.

import Mapping
import Packages
import Records

/// Makes one price list item for each product that goes to Sales. Items come after all products in the package, so their writer
/// puts them aside while the products pass.
package final class PriceListItems {
  /// What is written of an item beside its id.
  package static let fields = ["pricelevelid", "productid", "uomid", "amount", "pricingmethodcode"]
  /// How items are priced: by an amount of money.
  private static let method = "1"

  private let context: RunContext
  private let writer: SalesPackageWriter
  private let hasIDs: Bool
  private let listField: Int?
  private let unitField: Int?
  private let priceField: Int?
  private let nameField: Int?
  private let method = Array(PriceListItems.method.utf8)
  private var identity: PriceListItemIDs?
  private var item = GeneratedRecord()
  private var ids = NameBasedID(namespace: RecordNames.namespace)
  private var text = OutputBuffer(capacity: 256)
  /// What must be found when the package is read back.
  private(set) var tally: EntityTally

  /// Items of a task's products, whose package a writer writes.
  init(_ task: TaskTemplate, _ schema: EntitySchema, writer: SalesPackageWriter, context: RunContext) {
    self.context = context
    self.writer = writer
    hasIDs = context.options.salesFormat.hasIDs
    listField = task.fields.firstIndex { $0.rule == .priceList }
    unitField = task.fields.firstIndex { $0.column == ProductCatalogue.unitColumn }
    priceField = task.fields.firstIndex { $0.column == ProductCatalogue.priceColumn }
    nameField = task.fields.firstIndex { $0.column == "name" }
    tally = EntityTally(ProductCatalogue.items, key: hasIDs ? .id : .columns([]))
    writer.beginAside(schema, fields: PriceListItems.fields)
  }

  /// Adds the item of a product.
  func add(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    guard let product = record.id, let listField, case let list = record.mapper.output(listField),
      list.origin == .destination
    else { return }
    var id = product
    if hasIDs {
      if identity?.company != context.company { identity = PriceListItemIDs(company: context.company, lookups) }
      let listID = lookups.destinations[Int(list.start)].id(Int(list.end))
      guard let own = identity?.id(list: listID, product: product, number: record.issues.shown, lookups, &ids) else {
        return
      }
      id = own
      tally.add(id)
    } else {
      tally.records += 1
    }
    // Taken out of the object meanwhile: a local value needs no check at every access.
    var item = GeneratedRecord.none
    swap(&item, &self.item)
    fill(&item, list, &record, product)
    try writer.write(aside: item, id: id, lookups)
    swap(&item, &self.item)
  }

  /// Gives the item the values of `fields`, in their order.
  private func fill(_ item: inout GeneratedRecord, _ list: ValueSlot, _ record: inout RecordView, _ product: GUID) {
    var text = OutputBuffer.none
    swap(&text, &self.text)
    item.begin()
    item.appendLookup(Int(list.start), Int(list.end))
    text.truncate(to: 0)
    if let nameField { record.mapper.append(record.mapper.output(nameField), record.batch, to: &text) }
    item.appendRecord(product, named: text.span, number: record.issues.shown.span)
    if let unitField, case let unit = record.mapper.output(unitField), unit.origin == .destination {
      item.appendLookup(Int(unit.start), Int(unit.end))
    } else {
      item.appendNothing()
    }
    text.truncate(to: 0)
    if let priceField { record.mapper.append(record.mapper.output(priceField), record.batch, to: &text) }
    if text.count > 0 { item.append(text.span) } else { item.appendNothing() }
    swap(&text, &self.text)
    let method = method
    item.append(method.span)
  }
}
