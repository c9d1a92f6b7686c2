import Mapping
import Records

/// What is known of each document of a template after the first pass: a few bytes a header, its number and id.
struct DocumentBook {
  /// What is true of a document.
  struct Flags: OptionSet {
    let rawValue: UInt8
    static let filtered = Flags(rawValue: 1)
    static let faulty = Flags(rawValue: 2)
    static let hasLines = Flags(rawValue: 4)
    static let changed = Flags(rawValue: 8)
    static let unreadable = Flags(rawValue: 16)
  }

  /// The part of a document that is at fault.
  struct Culprit {
    var entity: String
    var key: String
    var code: UInt16
  }

  /// A document's freight tax, to become a line.
  struct Freight {
    var amount: [UInt8]
    var number: [UInt8]
    var currency: ValueSlot
    var highest = 0
  }

  private(set) var flags: [Flags] = []
  private var currencyOf: [UInt16] = []
  private var currencies: [[UInt8]] = [[]]
  private var byNumber = KeyIndex()
  /// The number that was asked for last: the lines of a document mostly come together.
  private var recent: (number: OutputBuffer, header: Int?) = (OutputBuffer(capacity: 64), nil)
  private var byID = GUIDIndex()
  private(set) var culprits: [Int: Culprit] = [:]
  private var lineCounts: [UInt32] = []
  /// The number above zero of each document's price list; 0 where it has none.
  private var lists: [UInt32] = []
  /// The number above zero that each document has in the destination's table, as its lines have found it; 0 if none has yet.
  private var parents: [UInt32] = []
  private var parentTable: UInt32 = 0
  /// Freight taxes by header.
  var freights: [Int: Freight] = [:]
  /// Whether headers are told apart by their ids rather than by their numbers.
  var hasIDs = false

  /// Adds the next header. Lines belong to the first header of their id or number, preferably one that goes over.
  mutating func add(_ flags: Flags, number: borrowing OutputBuffer, id: GUID?, currency: borrowing OutputBuffer) {
    let header = UInt32(self.flags.count)
    self.flags.append(flags)
    currencyOf.append(self.number(of: currency))
    recent.header = nil
    if flags.contains(.unreadable) { return }
    let isFiltered = flags.contains(.filtered)
    if let id {
      hasIDs = true
      let (entry, isNew) = byID.insert(id, value: header)
      if !isNew, !isFiltered, self.flags[Int(byID[entry])].contains(.filtered) { byID[entry] = header }
    }
    guard number.count > 0 else { return }
    let (entry, isNew) = byNumber.insert(number, value: header)
    if !isNew, !isFiltered, self.flags[Int(byNumber[entry])].contains(.filtered) { byNumber[entry] = header }
  }

  private mutating func number(of currency: borrowing OutputBuffer) -> UInt16 {
    for (index, known) in currencies.enumerated() where DocumentBook.equals(known, currency.span) {
      return UInt16(index)
    }
    guard currencies.count < Int(UInt16.max) else { return 0 }
    currencies.append(currency.copy())
    return UInt16(currencies.count - 1)
  }

  private static func equals(_ left: [UInt8], _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }

  /// The header with the number; nil if no input has it.
  mutating func header(number: borrowing OutputBuffer) -> Int? {
    if number.count == 0 { return nil }
    if recent.header == nil || !recent.number.equals(number) {
      recent.number.truncate(to: 0)
      recent.number.append(number.span)
      recent.header = byNumber.find(number.span).map { Int(byNumber[$0]) }
    }
    return recent.header
  }

  /// The header with the id; nil if no input has it.
  func header(id: GUID) -> Int? { byID.value(of: id).map(Int.init) }

  /// The currency of a header's document.
  func currency(of header: Int) -> [UInt8] { currencies[Int(currencyOf[header])] }

  /// Notes something about a document.
  mutating func set(_ flag: Flags, of header: Int) { flags[header].insert(flag) }

  /// What the lookup of a line to its document has found.
  mutating func note(parent: ValueSlot, of header: Int) {
    guard parent.origin == .destination else { return }
    if parents.isEmpty {
      parents = Array(repeating: 0, count: flags.count)
      parentTable = parent.start
    }
    if parent.start == parentTable { parents[header] = parent.end + 1 }
  }

  /// What a line of the document has found before; none if there was none.
  func parent(of header: Int) -> ValueSlot {
    guard header < parents.count, parents[header] > 0 else { return .none }
    return ValueSlot(origin: .destination, start: parentTable, end: parents[header] - 1)
  }

  /// Notes the price list of a header, by its entry in the destination's table; 4 bytes a header, only where lines are asked
  /// for its items.
  mutating func note(list: Int?, of header: Int) {
    guard let list else { return }
    while lists.count < flags.count { lists.append(0) }
    lists[header] = UInt32(list) + 1
  }

  /// The price list of a document, as it was noted.
  func list(of header: Int) -> Int? { header < lists.count && lists[header] > 0 ? Int(lists[header]) - 1 : nil }

  /// Counts a line of a document; 4 bytes a header, only where packages may be split.
  mutating func countLine(of header: Int) {
    while lineCounts.count < flags.count { lineCounts.append(0) }
    lineCounts[header] += 1
  }

  /// The records of each document: header, lines and the line of its freight tax; none of those that stay behind.
  func sizes(where goesOver: (Int) -> Bool) -> UnitSizes {
    var sizes = UnitSizes()
    for header in flags.indices where goesOver(header) {
      let lines = header < lineCounts.count ? Int(lineCounts[header]) : 0
      sizes.add(0, to: header, records: 1 + lines + (freights[header] == nil ? 0 : 1))
    }
    return sizes
  }

  /// Notes that a part of a document is at fault; the first one is told.
  mutating func blame(_ header: Int, entity: String, key: String, code: UInt16) {
    flags[header].insert(.faulty)
    if culprits[header] == nil { culprits[header] = Culprit(entity: entity, key: key, code: code) }
  }
}
