import Mapping
import Packages
import Records

/// The keys under which lines and price list items of Sales are known.
package enum LineKeys {
  /// The column that marks the line of a freight tax.
  package static let taxFlag = "msdynce_ismisctax"

  /// Replaces the buffer's text by the key of a line.
  static func append(_ number: Span<UInt8>, sequence: Span<UInt8>, isTax: Bool, to buffer: inout OutputBuffer) {
    buffer.truncate(to: 0)
    KeyText.append(number, to: &buffer)
    buffer.append(isTax ? 1 : 0)
    if !isTax { KeyText.append(sequence, to: &buffer) }
  }

  /// Replaces the buffer's text by the key of a price list item.
  static func append(list: GUID, product: GUID, to buffer: inout OutputBuffer) {
    buffer.truncate(to: 0)
    list.append(to: &buffer)
    product.append(to: &buffer)
  }
}
