// Hot path (`lay`) only where a package has updates: no allocation per record that has none.

import Archives
import Mapping
package import Records

/// The references that a later package brings for the records of a table: values by key, which are laid over the records as
/// they are read. All of them are held in memory, with about 24 bytes a record besides.
package final class ReferenceOverlay: @unchecked Sendable {
  /// The columns of the key, in lower case.
  package let key: [String]
  /// The columns that are brought.
  package let columns: [SourceColumn]
  private var keys = KeyIndex()
  /// As many for each key as there are columns.
  private var values = TextStore()
  private var fitsXML = true

  /// No values yet, for columns that records are found by `key` to get.
  package init(key: [String], columns: [SourceColumn]) { (self.key, self.columns) = (key, columns) }

  /// The number of records that get values.
  package var count: Int { keys.count }

  /// Adds the values of a record behind its key, as `ReferenceOverlay.load` makes it. Of several with one key the last one counts;
  /// false if the key was there already.
  package func add(
    _ key: borrowing OutputBuffer, _ batch: borrowing RecordBatch, _ record: Int, _ places: [Int]
  ) -> Bool {
    let first = values.count
    for place in places {
      let bounds = batch.range(record, place).bounds
      fitsXML = fitsXML && (batch.fitsXML || UTF8Text.fitsXML(batch.bytes.span.extracting(bounds)))
      values.append(batch.bytes.span.extracting(bounds))
    }
    let (entry, isNew) = keys.insert(key, value: UInt32(first))
    if !isNew { keys[entry] = UInt32(first) }
    return isNew
  }

  /// The place of a record's values by its key; nil if it gets none.
  package func find(_ key: borrowing OutputBuffer) -> Int? { keys.find(key.span) }

  /// Makes `key` the comparable key of a record whose parts stand in columns at the given places; false if it has none. Ids
  /// are compared by their value.
  package static func load(
    _ key: inout OutputBuffer, _ batch: borrowing RecordBatch, _ record: Int, _ places: [Int]
  ) -> Bool {
    key.truncate(to: 0)
    var hasText = false
    for place in places {
      let text = batch.bytes.span.extracting(batch.range(record, place).bounds)
      if key.count > 0 { key.append(0x1f) }
      let start = key.count
      if let id = GUID(text) { id.append(to: &key) } else { KeyText.append(text, to: &key) }
      hasText = hasText || key.count > start
    }
    return hasText
  }

  /// How the values are laid over the records of a file.
  package struct Layer: Sendable {
    fileprivate let overlay: ReferenceOverlay
    /// The places of the file's columns that make the key.
    fileprivate let key: [Int]
    /// For each column of the overlay its place in the file; nil for those that are added, in their order.
    fileprivate let places: [Int?]
    /// The columns that are added behind the file's own.
    package let added: [SourceColumn]

    /// The layer over a file of the columns; nil if it lacks a part of the key.
    package init?(_ overlay: ReferenceOverlay, over columns: [SourceColumn]) {
      self.overlay = overlay
      var key: [Int] = []
      for name in overlay.key {
        guard let place = columns.firstIndex(where: { $0.part == .value && $0.name.lowercased() == name }) else {
          return nil
        }
        key.append(place)
      }
      self.key = key
      var added: [SourceColumn] = []
      var places: [Int?] = []
      for column in overlay.columns {
        let own = columns.firstIndex { $0.part == column.part && $0.name.lowercased() == column.name.lowercased() }
        places.append(own)
        if own == nil { added.append(column) }
      }
      (self.added, self.places) = (added, places)
    }

    /// The batch with the values of the overlay, where it has any.
    package func lay(over batch: RecordBatch) -> RecordBatch {
      // A file may turn out to have more columns than were known when it was opened.
      let width = batch.width + added.count
      var next = batch.width
      let places = places.map { place in
        if let place { return place }
        next += 1
        return next - 1
      }
      var result = batch
      result.width = width
      result.fitsXML = batch.fitsXML && overlay.fitsXML
      if !added.isEmpty {
        result.fields = []
        result.fields.reserveCapacity(batch.count * width)
        for record in 0..<batch.count {
          result.fields.append(contentsOf: batch.fields[record * batch.width..<(record + 1) * batch.width])
          for _ in added { result.fields.append(.empty) }
        }
      }
      var text = OutputBuffer(capacity: 64)
      for record in 0..<batch.count where ReferenceOverlay.load(&text, batch, record, key) {
        guard let entry = overlay.find(text) else { continue }
        let first = Int(overlay.keys[entry])
        for (number, place) in places.enumerated() where !overlay.values.isEmpty(first + number) {
          let start = result.bytes.count
          text.truncate(to: 0)
          overlay.values.append(first + number, to: &text)
          for index in 0..<text.count { result.bytes.append(text.span[index]) }
          result.fields[record * width + place] = FieldRange(start: start, end: result.bytes.count)
        }
      }
      return result
    }
  }
}
