public import Records

/// What is kept of a Sales table that lookups point to: ids, primary names, and the columns that templates read there.
///
/// A record that comes again under its id is not kept again: the first one counts, inputs before references.
/// An object, so that nothing is copied when one of many is asked for a record.
public final class SourceLookupIndex {
  /// The table's logical name.
  public let table: String
  /// The columns that are kept, in lower case.
  public let columns: [String]

  /// The company at hand, one above its place among those of the run.
  var company = 0
  /// The company that each row belongs to; empty if that is not asked.
  private var companies: [UInt16] = []
  /// Rows that belong to no company of the run.
  public static let nobody = Int(UInt16.max)

  private var ids = GUIDIndex()
  private var guids: [GUID] = []
  private var names = KeyIndex()
  private var ambiguousNames: Set<Int> = []
  private var stores: [TextStore]
  private var scratch = OutputBuffer(capacity: 256)

  /// An empty index that keeps the given columns.
  public init(table: String, columns: [String]) {
    self.table = table
    self.columns = columns
    stores = Array(repeating: TextStore(), count: columns.count)
  }

  /// The number of records.
  public var count: Int { guids.count }

  /// Adds a record. `id` may be empty; `name` is its primary name; `fields` gives the range of each kept column. `company`
  /// is whose it is, one above the place among those of the run; nil if that is not asked.
  public func add(
    id: Span<UInt8>, name: Span<UInt8>, bytes: Span<UInt8>, fields: [FieldRange], company: Int? = nil
  ) {
    let row = UInt32(guids.count)
    // A record without an id gets one that no record has, so that rows and ids stay side by side.
    let guid = GUID(id) ?? GUID(high: 0, low: UInt64(row) + 1)
    guard ids.insert(guid, value: row).isNew else { return }
    guids.append(guid)
    if let company { companies.append(UInt16(truncatingIfNeeded: company)) }
    for (number, field) in fields.enumerated() {
      stores[number].append(bytes.extracting(Int(field.start)..<Int(field.end)))
    }
    scratch.truncate(to: 0)
    KeyText.append(name, to: &scratch)
    guard scratch.count > 0 else { return }
    let (entry, isNew) = names.insert(scratch, value: row)
    if !isNew { ambiguousNames.insert(entry) }
  }

  /// The row of an id; nil if no record has it.
  public func row(of id: GUID) -> Int? { ids.value(of: id).map(Int.init) }

  /// Whether a row belongs to another company than the one at hand.
  func isForeign(_ row: Int) -> Bool { row < companies.count && Int(companies[row]) != company }

  /// The row of the only record with the primary name, whose comparable form is given; nil if there is none or several.
  public func row(named key: Span<UInt8>) -> Int? {
    guard key.count > 0, let entry = names.find(key), !ambiguousNames.contains(entry) else { return nil }
    return Int(names[entry])
  }

  /// The id of a row; records without an id have one of their own making.
  public func id(of row: Int) -> GUID { guids[row] }

  /// Appends the text of a kept column to a buffer.
  public func append(_ row: Int, _ column: Int, to output: inout OutputBuffer) {
    stores[column].append(row, to: &output)
  }
}
