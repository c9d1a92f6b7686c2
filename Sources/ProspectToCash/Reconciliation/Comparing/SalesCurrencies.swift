import Mapping
import Records

/// The currencies that Sales has.
enum SalesCurrencies {
  /// Their codes in upper case, by id.
  static func codes(
    _ knowledge: borrowing Knowledge, _ schemas: SchemaCatalogue
  ) throws -> [GUID: [UInt8]] {
    guard let number = try knowledge.destination(ProductCatalogue.currencies, of: schemas) else { return [:] }
    let table = knowledge.destinations[number]
    var codes: [GUID: [UInt8]] = [:]
    for entry in 0..<table.count {
      var code = OutputBuffer(capacity: 16)
      table.appendKey(entry, to: &code)
      codes[table.id(entry)] = Array(KeyText.string(code.span).uppercased().utf8)
    }
    return codes
  }
}
