// Hot path: no allocation per record while there is room.

import Mapping
import Packages
import Records

/// What price list items of Sales point to, by the texts that both sides are compared by, and which of the items are the
/// template's to write: one for each product that it carries, in the list that it chooses.
final class ItemReferences {
  /// Products by id.
  private let products = BuildDocuments()
  /// Products that Sales maintains itself, and those of F&O that are not written.
  private var own = KeyIndex()
  private var open = KeyIndex()
  /// For each entry among the price lists what it is known by: its name, or its id if several have the name.
  private var lists: [[UInt8]] = []
  private var listOfID = GUIDIndex()
  private var listOfText = KeyIndex()
  /// For each entry whether any item goes into the list.
  private var isFilled: [Bool] = []
  private var key = OutputBuffer(capacity: 128)

  /// Nothing is held yet; price lists are those that the templates choose from.
  init(_ lookups: borrowing LookupContext) {
    guard let table = lookups.priceLists.map({ lookups.destinations[$0.listTable] }) else { return }
    var counts: [[UInt8]: Int] = [:]
    for entry in 0..<table.count { counts[ItemReferences.key(table, entry), default: 0] += 1 }
    for entry in 0..<table.count {
      let key = ItemReferences.key(table, entry)
      let id = table.id(entry)
      let isKnownByName = !key.isEmpty && counts[key] == 1
      lists.append(isKnownByName ? ItemReferences.name(table, entry) : Array(id.description.utf8))
      _ = listOfID.insert(id, value: UInt32(entry))
      let text = isKnownByName ? key : KeyText.bytes(id.description)
      _ = listOfText.insert(text.span, value: UInt32(entry))
    }
    isFilled = Array(repeating: false, count: table.count)
  }

  private static func name(_ table: TargetKeyIndex, _ entry: Int) -> [UInt8] {
    var name = OutputBuffer(capacity: 128)
    table.appendName(entry, to: &name)
    let text = name.take()
    return Array(text[KeyText.trimmed(text.span)])
  }

  private static func key(_ table: TargetKeyIndex, _ entry: Int) -> [UInt8] {
    KeyText.bytes(String(decoding: name(table, entry), as: UTF8.self))
  }

  // MARK: What Sales holds

  /// Adds a product; `isOwn` if Sales maintains it itself.
  func add(product id: Span<UInt8>, number: Span<UInt8>, isOwn: Bool) {
    if let id = GUID(id) { products.add(id, number: number) }
    if isOwn { note(number, in: &own) }
  }

  private func note(_ number: Span<UInt8>, in index: inout KeyIndex) {
    key.truncate(to: 0)
    KeyText.append(number, to: &key)
    if key.count > 0 { _ = index.insert(key, value: 0) }
  }

  /// Appends what an item's product is known by: its number, or what stands there if nobody has the id.
  func append(product text: Span<UInt8>, to output: inout OutputBuffer) {
    let start = output.count
    products.append(of: text, to: &output)
    if output.count == start { output.append(text) }
  }

  /// Appends what an item's price list is known by.
  func append(list text: Span<UInt8>, to output: inout OutputBuffer) {
    guard let id = GUID(text), let entry = listOfID.value(of: id) else { return output.append(text) }
    output.append(lists[Int(entry)])
  }

  // MARK: What F&O has

  /// Appends what the price list is known by into which an item goes, by its entry among the lists.
  func append(list entry: Int, to output: inout OutputBuffer) {
    isFilled[entry] = true
    output.append(lists[entry])
  }

  /// Notes a product that is not written, and so has no item that could be compared; by its comparable number.
  func leave(product number: borrowing OutputBuffer) { note(number.span, in: &open) }

  /// Whether an item is the template's to write: its list is one that other items go into, and its product is one that
  /// F&O maintains and that has not been reported of for itself. Known once all products have passed.
  /// Several threads may ask at once, each with a buffer of its own.
  func isOfTemplate(product: Span<UInt8>, list: Span<UInt8>, _ key: inout OutputBuffer) -> Bool {
    if product.isEmpty || GUID(product) != nil { return false }
    key.truncate(to: 0)
    KeyText.append(list, to: &key)
    guard let entry = listOfText.find(key), isFilled[Int(listOfText[entry])] else { return false }
    key.truncate(to: 0)
    KeyText.append(product, to: &key)
    return own.find(key) == nil && open.find(key) == nil
  }
}
