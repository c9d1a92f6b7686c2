import Mapping
import Records

/// Lines of a reference that name their document by its id only, as those do that began in Sales. Documents may stand behind
/// them in the package, or in another one, so they wait until all are known.
struct LinesByID {
  private var lines: [(id: GUID, document: GUID, isTax: Bool)] = []
  private var sequences = TextStore()

  /// Adds a line with its own number within the document.
  mutating func append(_ id: GUID, of document: GUID, sequence: Span<UInt8>, isTax: Bool) {
    lines.append((id, document, isTax))
    sequences.append(sequence)
  }

  /// Adds the lines of known documents to their table, as if they had their document's number.
  func add(to table: TargetKeyIndex, documents: TargetKeyIndex) {
    var entries = GUIDIndex()
    documents.forEachID { id, entry in _ = entries.insert(id, value: UInt32(entry)) }
    var number = OutputBuffer(capacity: 128)
    var key = OutputBuffer(capacity: 256)
    let none: [UInt8] = []
    for (place, line) in lines.enumerated() {
      guard let entry = entries.value(of: line.document) else { continue }
      number.truncate(to: 0)
      documents.appendKey(Int(entry), to: &number)
      LineKeys.append(number.span, sequence: sequences.text(place), isTax: line.isTax, to: &key)
      table.addReference(key: key.span, id: line.id, name: none.span)
    }
  }
}
