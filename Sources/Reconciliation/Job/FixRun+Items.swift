// Hot path (`fill`): no allocation per record.

import Conversion
import Mapping
import Packages
import Records

extension FixRun {
  /// Where the values of a product's price list item stand, and how it gets its id.
  struct ItemMaker {
    let columns: [String]
    let list, unit, price: Int?
    let products: Int?
    var ids: PriceListItemIDs
    var record = GeneratedRecord()
  }

  /// Writes the price list items that Sales lacks or that differ there, behind the products.
  mutating func writeItems(_ group: [RunCompany], _ lookups: inout LookupContext) throws {
    guard let items, kind == .new ? !items.missing.isEmpty : !items.changed.isEmpty,
      let index = run.states.firstIndex(where: { $0.task.name == makerOfItems }),
      let schema = try run.context.schemas.schema(named: items.task.destination)
    else { return }
    let columns = kind == .new ? PriceListItems.fields : items.changed.fields.map { items.fields[$0].name }
    try run.sink.begin(
      WrittenEntity(
        items.task, schema, fields: columns.map { ($0, -1) }, level: run.states.count + 1,
        amountColumns: columns.filter { schema.attribute(named: $0)?.type == .money }))
    let fields = run.states[index].task.fields
    var maker = ItemMaker(
      columns: columns, list: fields.firstIndex { $0.rule == .priceList },
      unit: fields.firstIndex { $0.column == ProductCatalogue.unitColumn },
      price: fields.firstIndex { $0.column == ProductCatalogue.priceColumn }, products: run.identities[index].ownTable,
      ids: PriceListItemIDs(company: group[0].name, lookups))
    for company in group {
      run.select(company, task: index, &lookups)
      maker.ids = PriceListItemIDs(company: company.name, lookups)
      try writeItems(of: items, index, &maker, lookups)
    }
    _ = try run.sink.end()
  }

  /// Writes the items of the company at hand.
  private mutating func writeItems(
    of items: ComparedTask, _ index: Int, _ maker: inout ItemMaker, _ lookups: borrowing LookupContext
  ) throws {
    try forEachRecord(of: items, run.states[index].pass, lookups) { fixes, record, place in
      fixes.fill(&maker, &record, lookups)
      var id = fixes.itemID(&maker, &record, lookups)
      if let place {
        if let held = items.changed.id(at: place) { id = held }
        fixes.keepChanges(of: items, at: place, in: &maker.record)
      }
      try fixes.run.sink.write(generated: maker.record, id: id, lookups, unit: 0)
    }
  }

  private mutating func itemID(
    _ maker: inout ItemMaker, _ record: inout RecordView, _ lookups: borrowing LookupContext
  ) -> GUID {
    let product = run.identities[record.task].id(of: &record, lookups)
    var list = GUID(high: 0, low: 0)
    if let place = maker.list, case let slot = record.mapper.output(place), slot.origin == .destination {
      list = lookups.destinations[Int(slot.start)].id(Int(slot.end))
    }
    return maker.ids.id(list: list, product: product, number: record.issues.shown.span, lookups, &run.ids)
  }

  /// Gives the record the values of the item of the product at hand.
  private mutating func fill(
    _ maker: inout ItemMaker, _ record: inout RecordView, _ lookups: borrowing LookupContext
  ) {
    maker.record.begin()
    for column in maker.columns {
      switch column {
      case "pricelevelid": FixRun.append(maker.list, record.mapper, to: &maker.record)
      case "uomid": FixRun.append(maker.unit, record.mapper, to: &maker.record)
      case "productid":
        // Products that this run would write are known by now, those that are new to Sales among them.
        if let table = maker.products, let entry = lookups.destinations[table].find(record.issues.comparable.span) {
          maker.record.appendLookup(table, entry)
        } else {
          maker.record.appendNothing()
        }
      case "amount":
        amount.truncate(to: 0)
        if let price = maker.price { record.mapper.append(record.mapper.output(price), record.batch, to: &amount) }
        if amount.count > 0 { maker.record.append(amount.span) } else { maker.record.appendNothing() }
      default: maker.record.append("1")
      }
    }
  }

  /// Lets the next column point to what a field of the product points to.
  private static func append(_ field: Int?, _ mapper: borrowing RecordMapper, to record: inout GeneratedRecord) {
    guard let field, case let slot = mapper.output(field), slot.origin == .destination else {
      return record.appendNothing()
    }
    record.appendLookup(Int(slot.start), Int(slot.end))
  }
}
