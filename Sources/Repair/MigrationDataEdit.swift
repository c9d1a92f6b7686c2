// Hot path: no allocation per record while nothing is wrong with it.

import Mapping
import Packages
import Records

/// Writes the time stamp of a `data.xml` so that every import reads it, and encodes text a second time where it was
/// encoded only once.
struct MigrationDataEdit: MarkupEditor {
  /// A record whose text was encoded once.
  struct Encoded {
    var table: String
    var record: Int
  }

  /// A longer value is no text, which has a million characters at most.
  private static let longestText = 8 << 20

  private let types: [String: [String: String]]
  private let encodesText: Bool
  private let newTimestamp: (String) -> String?
  /// The time stamp that was written; nil if the old one stands.
  private(set) var timestamp: String?
  /// Called for each record whose text was encoded again.
  private let add: (Encoded) throws -> Void

  private var depth = 0
  private var table = ""
  private var records: [String: Int] = [:]
  private var record = 0
  private var isTold = false
  private var isInRecords = false
  /// The fields of the table that hold no text.
  private var others = KeyIndex()

  /// With `encodesText` text is looked through, which must be in Unicode. `newTimestamp` gives for a time stamp what to
  /// write in its place, or nil to let it stand.
  init(
    _ schema: ConfigurationMigrationSchema?, encodesText: Bool, newTimestamp: @escaping (String) -> String?,
    add: @escaping (Encoded) throws -> Void
  ) {
    types = Dictionary(uniqueKeysWithValues: (schema?.tables ?? []).map { ($0.name, $0.types) })
    self.encodesText = encodesText
    self.newTimestamp = newTimestamp
    self.add = add
  }

  mutating func between(_ text: Span<UInt8>, to output: inout OutputBuffer) { output.append(text) }

  mutating func tag(_ tag: MarkupTag, _ bytes: Span<UInt8>, to output: inout OutputBuffer) throws {
    if tag.kind == .end {
      if depth == 2 { records[table] = record }
      depth -= 1
    } else {
      depth += 1
      defer { if tag.kind == .empty { depth -= 1 } }
      if depth == 1 {
        if try stampTime(tag, bytes, to: &output) { return }
      } else if depth == 2 {
        begin(tag.value("name", bytes).map { KeyText.string(bytes.extracting($0)).lowercased() } ?? "")
      } else if depth == 3 {
        isInRecords = MarkupTag.equals(bytes.extracting(tag.name), "records")
      } else if depth == 4, isInRecords {
        record += 1
        isTold = false
      } else if depth == 5, isInRecords, try encodeValue(tag, bytes, to: &output) {
        return
      }
    }
    output.append(bytes.extracting(tag.range))
  }

  private mutating func begin(_ name: String) {
    table = name
    record = records[name] ?? 0
    isInRecords = false
    others = KeyIndex()
    for (field, type) in types[name] ?? [:] where !ConfigurationMigrationSchema.isText(type) {
      let bytes = KeyText.bytes(field)
      _ = others.insert(bytes.span, value: 0)
    }
  }

  /// Whether the tag was written with another time stamp.
  private mutating func stampTime(_ tag: MarkupTag, _ bytes: Span<UInt8>, to output: inout OutputBuffer) throws -> Bool
  {
    guard let place = tag.value("timestamp", bytes), let new = newTimestamp(KeyText.string(bytes.extracting(place)))
    else { return false }
    timestamp = new
    output.append(bytes.extracting(tag.range.lowerBound..<place.lowerBound))
    output.append(Array(new.utf8))
    output.append(bytes.extracting(place.upperBound..<tag.range.upperBound))
    return true
  }

  /// Whether the tag of a field was looked through and written.
  private mutating func encodeValue(
    _ tag: MarkupTag, _ bytes: Span<UInt8>, to output: inout OutputBuffer
  ) throws -> Bool {
    guard encodesText, let value = tag.value("value", bytes), let name = tag.value("name", bytes),
      value.count <= MigrationDataEdit.longestText, tag.value("lookupentity", bytes) == nil,
      others.find(bytes.extracting(name)) == nil
    else { return false }
    output.append(bytes.extracting(tag.range.lowerBound..<value.lowerBound))
    if HTMLText.encodeAttribute(bytes.extracting(value), to: &output), !isTold {
      isTold = true
      try add(Encoded(table: table, record: record))
    }
    output.append(bytes.extracting(value.upperBound..<tag.range.upperBound))
    return true
  }
}
