package import Mapping

extension TaskTemplate {
  /// The task that stands for the price list items which a task of products makes, where they are reported of by themselves:
  /// product and list are their key. Nil if it makes none.
  package var priceListItems: TaskTemplate? {
    guard generates == .priceListItems else { return nil }
    func field(_ destination: String, isKey: Bool = false, _ isWanted: (FieldMapping) -> Bool) -> FieldMapping {
      // A field whose source is a constant has no path of its own.
      let sources = fields.first(where: isWanted)?.sources ?? []
      var field = FieldMapping(
        destination: destination, sources: sources.isEmpty ? [SourcePath(destination)] : sources)
      field.isKey = isKey
      return field
    }
    var method = FieldMapping(destination: "pricingmethodcode")
    method.constant = "1"
    return TaskTemplate(
      name: Generation.priceListItems.rawValue, source: source, destination: ProductCatalogue.items, order: order,
      fields: [
        field("productid.productnumber", isKey: true, \.isKey),
        field("pricelevelid.name", isKey: true) { $0.rule == .priceList },
        field("uomid.name") { $0.column == ProductCatalogue.unitColumn },
        field("amount") { $0.column == ProductCatalogue.priceColumn }, method,
      ])
  }
}
