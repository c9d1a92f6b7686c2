import Mapping
import Records

/// The currencies that Sales has.
enum SalesCurrencies {
  /// Their codes in upper case, by id.
  static func codes(
    _ lookups: borrowing LookupContext, _ schemas: SchemaCatalogue
  ) throws -> [GUID: [UInt8]] {
    guard let number = try lookups.destination(ProductCatalogue.currencies, of: schemas) else { return [:] }
    let table = lookups.destinations[number]
    var codes: [GUID: [UInt8]] = [:]
    for entry in 0..<table.count {
      var code = OutputBuffer(capacity: 16)
      table.appendKey(entry, to: &code)
      codes[table.id(entry)] = Array(KeyText.string(code.span).uppercased().utf8)
    }
    return codes
  }
}
