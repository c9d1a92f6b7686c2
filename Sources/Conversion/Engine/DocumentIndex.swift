import Findings
import Mapping
import Records

/// What is known of each document of a template after the first pass: a few bytes a header, its number and id.
package struct DocumentIndex {
  /// What is true of a document.
  struct Flags: OptionSet {
    let rawValue: UInt8
    static let filtered = Flags(rawValue: 1)
    static let faulty = Flags(rawValue: 2)
    static let hasLines = Flags(rawValue: 4)
    static let changed = Flags(rawValue: 8)
    static let unreadable = Flags(rawValue: 16)
    /// The mapped values of the header, or of a line, were put aside.
    static let headerIsMapped = Flags(rawValue: 32)
    static let linesAreMapped = Flags(rawValue: 64)
    /// Lines find the header in the destination's table.
    static let isExpected = Flags(rawValue: 128)
  }

  /// The part of a document that is at fault.
  struct Culprit {
    var entity: String
    var key: String
    var code: FindingCode
  }

  /// A document's freight tax, to become a line.
  package struct Freight {
    var amount: [UInt8]
    package var number: [UInt8]
    var currency: ValueSlot
    /// The number of the company whose document it is.
    package var company: Int
    var highest = 0
  }

  private(set) var flags: [Flags] = []
  /// For each company the number of its first header, in the order in which they came, and its headers by number and id.
  private var companies: [(number: Int, first: Int, byNumber: KeyIndex, byID: GUIDIndex)] = []
  /// The place in `companies` of the one at hand.
  private var atHand = 0
  private var currencyOf: [UInt16] = []
  private var currencies: [[UInt8]] = [[]]
  /// The number that was asked for last: the lines of a document mostly come together.
  private var recent: (number: OutputBuffer, header: Int?) = (OutputBuffer(capacity: 64), nil)
  private(set) var culprits: [Int: Culprit] = [:]
  /// The numbers of the clauses that have filtered documents out; 0, or no entry, for those that none has.
  private var clauses: [UInt32] = []
  private var lineCounts: [UInt32] = []
  /// The number above zero of each document's price list; 0 where it has none.
  private var lists: [UInt32] = []
  /// The number above zero that each document has in the destination's table, as its lines have found it; 0 if none has yet.
  private var parents: [UInt32] = []
  private var parentTable: UInt32 = 0
  /// Freight taxes by header.
  var freights: [Int: Freight] = [:]
  /// Whether headers are distinguished by their ids rather than by their numbers.
  var hasIDs = false

  /// Goes on with the headers and lines of a company, by its number.
  mutating func select(company: Int) {
    recent.header = nil
    if let known = companies.firstIndex(where: { $0.number == company }) {
      atHand = known
      return
    }
    companies.append((company, flags.count, KeyIndex(), GUIDIndex()))
    atHand = companies.count - 1
  }

  /// The headers of a company, by its number.
  func headers(of company: Int) -> Range<Int> {
    guard let place = companies.firstIndex(where: { $0.number == company }) else { return 0..<0 }
    return companies[place].first..<(place + 1 < companies.count ? companies[place + 1].first : flags.count)
  }

  /// Adds the next header. Lines belong to the first header of their id or number, preferably one that is written.
  /// A header that a filter refuses comes with the number of the clause.
  mutating func add(
    _ flags: Flags, clause: Int = 0, number: borrowing OutputBuffer, id: GUID?, currency: borrowing OutputBuffer
  ) {
    let header = UInt32(self.flags.count)
    self.flags.append(flags)
    if clause > 0 { note(clause: clause, of: Int(header)) }
    currencyOf.append(self.number(of: currency))
    recent.header = nil
    if flags.contains(.unreadable) { return }
    let isFiltered = flags.contains(.filtered)
    if let id {
      hasIDs = true
      let (entry, isNew) = companies[atHand].byID.insert(id, value: header)
      if !isNew, !isFiltered, self.flags[Int(companies[atHand].byID[entry])].contains(.filtered) {
        companies[atHand].byID[entry] = header
      }
    }
    guard number.count > 0 else { return }
    let (entry, isNew) = companies[atHand].byNumber.insert(number, value: header)
    if !isNew, !isFiltered, self.flags[Int(companies[atHand].byNumber[entry])].contains(.filtered) {
      companies[atHand].byNumber[entry] = header
    }
  }

  private mutating func number(of currency: borrowing OutputBuffer) -> UInt16 {
    for (index, known) in currencies.enumerated() where DocumentIndex.equals(known, currency.span) {
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
      recent.header = companies[atHand].byNumber.find(number.span).map { Int(companies[atHand].byNumber[$0]) }
    }
    return recent.header
  }

  /// The header with the id; nil if no input has it.
  func header(id: GUID) -> Int? { companies[atHand].byID.value(of: id).map(Int.init) }

  /// The currency of a header's document.
  func currency(of header: Int) -> [UInt8] { currencies[Int(currencyOf[header])] }

  /// Hands out the numbers of the headers of the company at hand, in their comparable form, each with the header that has
  /// the lines.
  func forEachNumber(_ body: (Span<UInt8>, _ header: Int) -> Void) {
    var number = OutputBuffer(capacity: 64)
    let index = companies[atHand].byNumber
    for entry in 0..<index.count {
      number.truncate(to: 0)
      index.appendKey(entry, to: &number)
      body(number.span, Int(index[entry]))
    }
  }

  /// Notes something about a document.
  mutating func set(_ flag: Flags, of header: Int) { flags[header].insert(flag) }

  /// What the lookup of a line to its document has found.
  mutating func note(parent: ValueSlot, of header: Int) {
    guard parent.origin == .destination else { return }
    if parents.isEmpty { parentTable = parent.start }
    while parents.count < flags.count { parents.append(0) }
    if parent.start == parentTable { parents[header] = parent.end + 1 }
  }

  /// What a line of the document has found before; none if there was none.
  func parent(of header: Int) -> ValueSlot {
    guard header < parents.count, parents[header] > 0 else { return .none }
    return ValueSlot(origin: .destination, start: parentTable, end: parents[header] - 1)
  }

  /// Filters a document out, by the clause of that number.
  mutating func filter(_ header: Int, clause: Int) {
    flags[header].insert(.filtered)
    note(clause: clause, of: header)
  }

  private mutating func note(clause: Int, of header: Int) {
    while clauses.count <= header { clauses.append(0) }
    clauses[header] = UInt32(clause)
  }

  /// The number of the clause that has filtered a document out; 0 if none has.
  func clause(of header: Int) -> Int { header < clauses.count ? Int(clauses[header]) : 0 }
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
  func sizes(where isWritten: (Int) -> Bool) -> UnitSizes {
    var sizes = UnitSizes()
    for header in flags.indices where isWritten(header) {
      let lines = header < lineCounts.count ? Int(lineCounts[header]) : 0
      sizes.add(0, to: header, records: 1 + lines + (freights[header] == nil ? 0 : 1))
    }
    return sizes
  }

  /// Notes that a part of a document is at fault; the first one is reported.
  mutating func blame(_ header: Int, entity: String, key: String, code: FindingCode) {
    flags[header].insert(.faulty)
    if culprits[header] == nil { culprits[header] = Culprit(entity: entity, key: key, code: code) }
  }
}
