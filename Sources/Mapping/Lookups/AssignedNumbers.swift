// Hot path (`append`): no allocation per record.

public import Records

/// The numbers that this run gives to records of a Sales table that have none: `ACC-01000-BVRCPS`, by the sequence of the
/// Prospect to Cash solution. Only the running number is kept, by id; the letters are made of the id.
public struct AssignedNumbers: Sendable {
  /// The digits that a running number has at least.
  static let digits = 5
  /// The letters behind it.
  static let letters = 6

  /// The table's logical name.
  public let table: String
  /// The column that holds the number.
  public let column: String
  /// What stands before the running number.
  public let prefix: String
  private var ids = GUIDIndex()
  /// The numbers that an input has brought for records, by id; they count before a record's own.
  private var updated = GUIDIndex()
  private var updates = TextStore()

  /// Nobody has been given a number yet.
  public init(table: String, column: String, prefix: String) {
    self.table = table
    self.column = column
    self.prefix = prefix
  }

  /// Whether an input has brought numbers.
  public var hasUpdates: Bool { updates.count > 0 }

  /// Notes the number that an input brings for a record. The last one counts.
  public mutating func update(_ number: Span<UInt8>, of id: GUID) {
    let (entry, isNew) = updated.insert(id, value: UInt32(updates.count))
    if !isNew { updated[entry] = UInt32(updates.count) }
    updates.append(number)
  }

  /// Whether an input has brought a number for the record.
  public func isUpdated(_ id: GUID) -> Bool { updated.value(of: id) != nil }

  /// Appends the number that an input has brought for the record; false if none has.
  func appendUpdate(of id: GUID, to output: inout OutputBuffer) -> Bool {
    guard let number = updated.value(of: id) else { return false }
    updates.append(Int(number), to: &output)
    return true
  }

  /// Gives each number that inputs have brought to the body.
  public func forEachUpdate(_ body: (Span<UInt8>) -> Void) {
    for number in 0..<updates.count { body(updates.text(number)) }
  }

  /// The records that were given a number.
  public var count: Int { ids.count }

  /// Whether the record was given a number.
  public func contains(_ id: GUID) -> Bool { ids.value(of: id) != nil }

  /// Gives the record a running number, unless it has one.
  public mutating func assign(_ number: UInt32, to id: GUID) { _ = ids.insert(id, value: number) }

  /// Appends the number of the record; nothing if it was not given any.
  public func append(of id: GUID, to output: inout OutputBuffer) {
    guard let number = ids.value(of: id) else { return }
    for byte in prefix.utf8 { output.append(byte) }
    output.append(UInt8(ascii: "-"))
    var size = 1
    var divisor = UInt64(10)
    while divisor <= number || size < AssignedNumbers.digits {
      size += 1
      divisor *= 10
    }
    while size > 0 {
      divisor /= 10
      output.append(UInt8(ascii: "0") + UInt8(UInt64(number) / divisor % 10))
      size -= 1
    }
    output.append(UInt8(ascii: "-"))
    var bits = AssignedNumbers.mixed(id.high) ^ AssignedNumbers.mixed(id.low &+ 1)
    for _ in 0..<AssignedNumbers.letters {
      output.append(UInt8(ascii: "A") + UInt8(bits % 26))
      bits /= 26
    }
  }

  /// Spreads the bits of ids that differ little (the finalizer of SplitMix64).
  private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  /// The running number of a number of this sequence; nil if it is of another making.
  public func runningNumber(of text: Span<UInt8>) -> UInt32? {
    let range = KeyText.trimmed(text)
    var place = range.lowerBound
    for byte in prefix.utf8 {
      guard place < range.upperBound, text[place] & 0xDF == byte & 0xDF else { return nil }
      place += 1
    }
    guard place < range.upperBound, text[place] == UInt8(ascii: "-") else { return nil }
    place += 1
    var number: UInt64 = 0
    let first = place
    while place < range.upperBound, text[place] >= 0x30, text[place] <= 0x39, number <= UInt64(UInt32.max) {
      number = number * 10 + UInt64(text[place] - 0x30)
      place += 1
    }
    guard place > first, place == range.upperBound || text[place] == UInt8(ascii: "-") else { return nil }
    return UInt32(exactly: number)
  }
}

extension LookupContext {
  /// Appends the number that an input has brought for a row of a source table; false if none has, or the kept column has
  /// other values.
  func appendUpdate(_ table: Int, _ row: Int, _ column: Int, to output: inout OutputBuffer) -> Bool {
    for given in numbers where given.hasUpdates && given.table == tables[table].table {
      guard given.column == tables[table].columns[column] else { continue }
      return given.appendUpdate(of: tables[table].id(of: row), to: &output)
    }
    return false
  }

  /// Appends the number that was given to a row of a source table, if the kept column is the one that holds it.
  func appendNumber(_ table: Int, _ row: Int, _ column: Int, to output: inout OutputBuffer) {
    for given in numbers where given.table == tables[table].table && given.column == tables[table].columns[column] {
      given.append(of: tables[table].id(of: row), to: &output)
    }
  }
}
