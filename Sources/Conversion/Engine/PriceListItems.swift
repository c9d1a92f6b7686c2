// Hot path (`add`): no allocation per record.

import Mapping
import Packages
import Records

/// Writes one price list item for each product that goes to Sales. Items come after all products in the package, so their writer
/// puts them aside while the products pass.
package final class PriceListItems {
  /// What is written of an item beside its id.
  package static let fields = ["pricelevelid", "productid", "uomid", "amount", "pricingmethodcode"]

  private let task: TaskTemplate
  private let context: RunContext
  private let writer: SalesPackageWriter
  private let hasIDs: Bool
  /// Makes the items that were not prepared, of the products of a company.
  private var maker: PriceListItemMaker?
  /// What must be found when the package is read back.
  private(set) var tally: EntityTally

  /// Items of a task's products, whose package a writer writes.
  init(_ task: TaskTemplate, _ schema: EntitySchema, writer: SalesPackageWriter, context: RunContext) {
    self.task = task
    self.context = context
    self.writer = writer
    hasIDs = context.options.salesFormat.hasIDs
    tally = EntityTally(ProductCatalogue.items, key: hasIDs ? .id : .columns([]))
    writer.beginAside(schema, fields: PriceListItems.fields)
  }

  /// What makes the items of a task while their products are prepared, for the company at hand; nil if the format has no such form.
  static func encoder(
    _ task: TaskTemplate, _ schema: EntitySchema, _ context: RunContext, _ lookups: borrowing LookupContext
  ) -> (any CompanionEncoder)? {
    let format = context.options.salesFormat
    guard format.hasIDs, let encoder = format.makeGeneratedEncoder(schema, fields) else { return nil }
    return PriceListItemEncoder(
      PriceListItemMaker(task, company: context.company, hasIDs: true, lookups), encoder)
  }

  /// Adds the item of a product.
  func add(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    guard let product = record.id else { return }
    if record.mapper.preparedID == product {
      switch record.mapper.preparedCompanion {
      case .unknown: break
      case .none: return
      case .record(let id, let range):
        tally.add(id)
        return try writer.write(aside: range, of: record.mapper.companionBuffer)
      }
    }
    try make(product, &record, lookups)
  }

  private func make(_ product: GUID, _ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    if maker?.company != context.company {
      maker = PriceListItemMaker(task, company: context.company, hasIDs: hasIDs, lookups)
    }
    let (writer, hasIDs) = (writer, hasIDs)
    try maker?.make(record.mapper, record.batch, product: product, number: record.issues.shown.span, lookups) {
      if hasIDs { tally.add($1) } else { tally.records += 1 }
      try writer.write(aside: $0, id: $1, lookups)
    }
  }
}
