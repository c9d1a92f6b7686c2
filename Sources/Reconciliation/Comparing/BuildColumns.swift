// Hot path: no allocation per record.

import Conversion
import Mapping
import Packages
import Records

/// What is kept of the records of an entity as its side holds them: the columns that tasks write, keys and id.
///
/// An object, so that nothing is copied when a record is looked at.
final class BuildColumns: Sendable {
  /// The columns' names in lower case.
  let names: [String]
  /// The type of each.
  let types: [AttributeType]
  /// The places of the key's parts.
  let keys: [Int]
  /// How keys are made.
  let key: MatchKey
  /// The place of the record's id in Sales; -1 if there is none.
  let id: Int
  /// The place of a second column by which records are known; -1 if there is none.
  let alternate: Int
  /// The place of the document's number, found by the lookup, of lines that do not repeat it; -1 for other records.
  let document: Int
  /// The place of a line's lookup to its document; -1 if there is none.
  let pointer: Int
  /// The place of the flag that marks lines of freight taxes; -1 if there is none.
  private let tax: Int

  /// The bytes in front of the columns of a row: the number of the package and the company.
  static let headSize = 1 + CompanyID.size

  /// The company of a row's record; none if nobody has said it.
  static func company(_ row: Span<UInt8>) -> CompanyID { CompanyID(row, at: 1) }

  /// The columns of an entity that its side's packages have, of those that are wanted; `pointer` is the lookup from lines
  /// to their document. All names are in lower case.
  init(_ schema: EntitySchema, wanted: [String], keys: [String], pointer: String?, present: Set<String>) {
    var names = keys
    // Of Sales the keys of templates are the natural ones.
    let second = schema.side == .finops ? schema.naturalKey : nil
    let id = schema.side == .sales ? schema.primaryID ?? schema.name + "id" : nil
    let flag = wanted.contains(LineKeys.taxFlag) ? LineKeys.taxFlag : nil
    for name in [id, second, flag, pointer].compactMap({ $0 }) + wanted
    where present.contains(name) && !names.contains(name) {
      names.append(name)
    }
    self.pointer = pointer.flatMap(names.firstIndex) ?? -1
    document = self.pointer < 0 ? -1 : names.count
    // No file has a column of this name.
    if document >= 0 { names.append("") }
    self.names = names
    let types = names.map { schema.attribute(named: $0)?.type ?? .string }
    self.types = types
    self.keys = Array(keys.indices)
    key = MatchKey(keys.indices.map { types[$0] })
    self.id = id.flatMap(names.firstIndex) ?? -1
    alternate = second.flatMap(names.firstIndex) ?? -1
    tax = flag.flatMap(names.firstIndex) ?? -1
  }

  /// All columns of two exports of one side; `keys` are places among them.
  init(_ names: [String], types: [AttributeType], keys: [Int]) {
    (self.names, self.types, self.keys) = (names, types, keys)
    key = MatchKey(keys.map { types[$0] })
    (id, alternate, document, pointer, tax) = (-1, -1, -1, -1, -1)
  }

  /// The place of a column; nil if no package has it.
  func place(of name: String) -> Int? { names.firstIndex(of: name.lowercased()) }

  /// The places in a file of the columns; -1 where nobody knows their values, and -2 where they are empty, since another
  /// file of the same entity has the column.
  func places(_ columns: SourceColumns, ofAll all: Set<String>) -> [Int] {
    names.map { columns.values[$0] ?? (all.contains($0) ? -2 : -1) }
  }

  /// Replaces the buffer's bytes by the key of a row whose fields have been read.
  func loadKey(_ bytes: Span<UInt8>, _ reader: RowReader, to buffer: inout OutputBuffer) {
    buffer.truncate(to: 0)
    let isTax = tax >= 0 && ValueComparison.flag(bytes.extracting(reader.fields[tax].bounds)) == true
    for (part, column) in keys.enumerated() {
      if part > 0 { buffer.append(0) }
      if isTax, part == 1 {
        buffer.append(MatchKey.freightTax)
      } else {
        key.append(bytes.extracting(keyRange(part, column, reader).bounds), of: part, to: &buffer)
      }
    }
  }

  /// Appends the key of a row as people know it, its parts trimmed and joined.
  func appendShown(_ bytes: Span<UInt8>, _ reader: RowReader, to buffer: inout OutputBuffer) {
    for (part, column) in keys.enumerated() {
      if part > 0 { buffer.append(UInt8(ascii: "|")) }
      let text = bytes.extracting(keyRange(part, column, reader).bounds)
      buffer.append(text.extracting(KeyText.trimmed(text)))
    }
  }

  /// Where a part of the key stands: in its own column, or where the document's number was put in its stead.
  private func keyRange(_ part: Int, _ column: Int, _ reader: RowReader) -> FieldRange {
    part == 0 && document >= 0 && reader.fields[column].isEmpty ? reader.fields[document] : reader.fields[column]
  }
}

/// Makes the rows of what is kept.
struct BuildRows {
  private let columns: BuildColumns
  /// How many decimals the numbers of each column have at most; two at least.
  private(set) var scales: [Int]
  private var writer = RowWriter()

  /// No rows yet.
  init(_ columns: BuildColumns) {
    self.columns = columns
    scales = Array(repeating: 2, count: columns.names.count)
  }

  /// Replaces the buffer's bytes by the row of a record: the package's number, the company, then the columns. `documents` are those
  /// that lines point to; with `items` the first columns are product and list of price list items.
  mutating func load(
    _ batch: borrowing RecordBatch, _ record: Int, _ places: [Int], package: UInt8, company: CompanyID,
    documents: BuildDocuments?, items: ItemReferences? = nil, to buffer: inout OutputBuffer
  ) {
    writer.begin()
    let bytes = batch.bytes.span
    for column in places.indices {
      if column == columns.document, let documents, places[columns.pointer] >= 0,
        places[columns.keys[0]] < 0 || batch.range(record, places[columns.keys[0]]).isEmpty
      {
        let pointer = bytes.extracting(batch.range(record, places[columns.pointer]).bounds)
        writer.append { documents.append(of: pointer, to: &$0) }
        continue
      }
      if places[column] < 0 {
        if places[column] == -2 { writer.append(bytes.extracting(0..<0)) } else { writer.appendAbsent() }
        continue
      }
      let text = bytes.extracting(batch.range(record, places[column]).bounds)
      if column < 2, let items {
        writer.append { output in
          if column == 0 { items.append(product: text, to: &output) } else { items.append(list: text, to: &output) }
        }
        continue
      }
      // Lines of a composite have their header's key, which may be of any size.
      if text.count > KeyText.longestPart, columns.keys.contains(column) {
        writer.append(text.extracting(KeyText.kept(text)))
      } else {
        writer.append(text)
      }
      switch columns.types[column] {
      case .decimal, .double, .money: scales[column] = max(scales[column], ValueComparison.decimals(text))
      default: break
      }
    }
    buffer.truncate(to: 0)
    buffer.append(package)
    company.append(to: &buffer)
    writer.append(to: &buffer)
  }
}
