import Conversion
import Mapping
import Records

/// What all parts must know beforehand: the companies of the run, and which meeting texts are tied.
struct Settled {
  var companies: SettledCompanies?
  /// The names of the companies that run, in their order.
  var running: [String] = []
  /// How many companies have records and do not run, business units of none among them.
  var others = 0
  /// For each text that is tied to others the one that comes first.
  var ties: [[UInt8]: [UInt8]] = [:]

  init() {}

  var bytes: [UInt8] {
    var packed = PackedWriter()
    packed.add(companies != nil)
    packed.add(companies?.owners ?? []) { writer, owner in
      writer.add(owner.company?.description ?? "")
      writer.add(owner.unit)
    }
    packed.add((companies?.found ?? []).sorted()) { $0.add($1) }
    packed.add(running) { $0.add($1) }
    packed.add(others)
    let sorted = ties.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    packed.add(sorted) { writer, tie in
      writer.add(tie.key.span)
      writer.add(tie.value.span)
    }
    return packed.take()
  }

  /// Business units of no company in the order in which a run meets them: entity by entity, and in the order of the owners.
  func inOrder(_ records: [ForeignRecords]) -> [ForeignRecords] {
    var entities: [String] = []
    for record in records where !entities.contains(record.entity) { entities.append(record.entity) }
    let owners = companies?.owners ?? []
    let rank = { (record: ForeignRecords) in
      (
        entities.firstIndex(of: record.entity) ?? 0,
        owners.firstIndex { $0.company == nil && $0.unit == record.unit } ?? owners.count
      )
    }
    return records.sorted { rank($0) < rank($1) }
  }

  init(_ bytes: [UInt8]) throws {
    var reader = PackedReader(bytes)
    let isSettled = try reader.bool()
    let owners = try reader.list {
      SettledCompanies.Owner(company: CompanyID(try $0.string()), unit: try $0.string())
    }
    let found = Set(try reader.list { try $0.int() })
    guard found.allSatisfy(owners.indices.contains) else { throw PackedError() }
    if isSettled { companies = SettledCompanies(owners: owners, found: found) }
    running = try reader.list { try $0.string() }
    others = try reader.int(in: 0...Int(UInt16.max))
    for (text, first) in try reader.list({ (try $0.data(), try $0.data()) }) { ties[text] = first }
    guard reader.isAtEnd else { throw PackedError() }
  }
}

/// Texts that are tied to each other, directly or by others.
struct TiedTexts {
  private var places: [[UInt8]: Int] = [:]
  private var texts: [[UInt8]] = []
  private var parents: [Int] = []

  mutating func tie(_ text: [UInt8], _ other: [UInt8]) {
    if text == other { return }
    let (left, right) = (root(place(text)), root(place(other)))
    if left == right { return }
    // The one that comes first stands for all.
    if texts[left].lexicographicallyPrecedes(texts[right]) { parents[right] = left } else { parents[left] = right }
  }

  private mutating func place(_ text: [UInt8]) -> Int {
    if let known = places[text] { return known }
    places[text] = texts.count
    texts.append(text)
    parents.append(parents.count)
    return texts.count - 1
  }

  private mutating func root(_ place: Int) -> Int {
    var place = place
    while parents[place] != place {
      parents[place] = parents[parents[place]]
      place = parents[place]
    }
    return place
  }

  /// For each text that is not the first of its own the one that is.
  var firsts: [[UInt8]: [UInt8]] {
    mutating get {
      var firsts: [[UInt8]: [UInt8]] = [:]
      for place in texts.indices where root(place) != place { firsts[texts[place]] = texts[root(place)] }
      return firsts
    }
  }
}
