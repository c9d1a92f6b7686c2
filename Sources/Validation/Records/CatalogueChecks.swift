import Findings
import Mapping
import Packages
import Records

/// Units, prices and currencies of lines, prices and documents against the catalogue that is known.
struct CatalogueChecks {
  private enum Kind {
    case price, line(header: String), document, other
  }

  private let kind: Kind
  private let target: SalesTarget

  init(_ table: String, _ schema: EntitySchema?, _ target: SalesTarget) {
    self.target = target
    if let link = schema?.header?.by {
      kind = .line(header: link)
    } else {
      kind = table == ProductCatalogue.items ? .price : target.pricedDocuments.contains(table) ? .document : .other
    }
  }

  /// Checks a record.
  func check(_ batch: RecordBatch, _ record: Int, _ checks: SalesRecords) throws {
    switch kind {
    case .other: return
    case .price: _ = try checkUnit(batch, record, checks)
    case .line(let header):
      let cause = try checkUnit(batch, record, checks)
      try checkPrice(batch, record, checks, header, cause)
    case .document:
      let row = checks.row
      guard let list = row.guid(batch, record, row["pricelevelid"]), let wanted = target.currencies[list],
        let currency = row.guid(batch, record, row["transactioncurrencyid"]), currency != wanted
      else { return }
      try checks.report(.currenciesDiffer, .error, batch, record, row["transactioncurrencyid"])
    }
  }

  /// Checks the unit; the code of what is wrong with it.
  private func checkUnit(_ batch: RecordBatch, _ record: Int, _ checks: SalesRecords) throws -> FindingCode? {
    let row = checks.row
    guard let id = row.guid(batch, record, row["productid"]), let product = target.products[id] else { return nil }
    var fault: FindingCode?
    if let unit = row.guid(batch, record, row["uomid"]), let group = target.groups[unit], let wanted = product.group,
      group != wanted
    {
      try checks.report(.unitOfAnotherUnitGroup, .error, batch, record, row["uomid"])
      fault = .unitOfAnotherUnitGroup
    }
    let quantity = row["quantity"]
    if let decimals = product.decimals, quantity >= 0,
      SalesRecords.decimals(batch.bytes.span.extracting(batch.range(record, quantity).bounds)) > decimals
    {
      try checks.report(.tooManyDecimals, .warning, batch, record, quantity)
    }
    return fault
  }

  private func checkPrice(
    _ batch: RecordBatch, _ record: Int, _ checks: SalesRecords, _ header: String, _ cause: FindingCode?
  ) throws {
    let row = checks.row
    guard let product = row.guid(batch, record, row["productid"]), let unit = row.guid(batch, record, row["uomid"]),
      let document = row.guid(batch, record, row[header]).flatMap({ target.documents[$0] }), let list = document.list
    else { return }
    guard target.hasPrices else { return }
    let (hasItem, amount) = target.price(list, product, unit)
    guard hasItem else {
      // A unit that is not the product's has no price either.
      return try checks.report(.noPriceListItem, .warning, batch, record, row["uomid"], .priceListItem, cause: cause)
    }
    let isOverridden = ["true", "1"].contains(row.text(batch, record, row["ispriceoverridden"]).lowercased())
    guard !isOverridden, let amount, let price = ExactDecimal(row.text(batch, record, row["priceperunit"])) else {
      return
    }
    if price != amount { try checks.report(.priceWillBeOverwritten, .warning, batch, record, row["priceperunit"]) }
  }
}
