import Mapping
import Synchronization

/// Finds out whose records a loose file holds: by its columns, and by its name where columns leave a doubt.
public final class SchemaMatch: Sendable {
  let schemas: SchemaCatalogue
  /// What was found for headings before, nil for nothing: exports often hold many files of one entity.
  private let found = Mutex<[[String]: String?]>([:])
  /// Which schemas know a heading, once one was sought.
  private let index = Mutex<Index?>(nil)
  /// The same with display names in other languages.
  private let localizedIndex = Mutex<Index?>(nil)

  /// The names of entities by their labels, as file names have these: without the characters that Windows forbids.
  private let names: [String: String]

  init(schemas: SchemaCatalogue) {
    self.schemas = schemas
    let labelled = schemas.entries.map { entry in
      (entry.label.filter { !"\\/:*?\"<>|".contains($0) }.lowercased(), entry.name)
    }
    names = Dictionary(labelled, uniquingKeysWith: { first, _ in first })
  }

  /// Columns that rejects have behind those of the source.
  public static let added = Set(addedInOrder)
  /// The same in the order in which rejects have them.
  public static let addedInOrder = ["p2c_code", "p2c_message", "p2c_company"]

  /// The entity whose columns fit the headings best; nil if none fits.
  ///
  /// At least two columns, or all, must be known, and half of them unless the file bears the entity's name.
  func schema(fileName: String, headings: [String]) throws -> EntitySchema? {
    let wanted = headings.map { $0.trimmingBlanks.lowercased() }.filter {
      !SchemaMatch.added.contains($0) && !$0.isEmpty
    }
    guard !wanted.isEmpty else { return nil }
    if let stated = try schema(stating: headings) { return stated }
    if let named = try schema(named: fileName) {
      if SchemaMatch.isEnough(SchemaMatch.known(wanted, in: named), of: wanted) { return named }
      let names = try schemas.localizedLabels().headings(of: named).names
      if SchemaMatch.isEnough(SchemaMatch.known(wanted, in: named, names), of: wanted) { return named }
    }
    if let name = found.withLock({ $0[wanted] }) { return try name.flatMap { try schemas.schema(named: $0) } }
    let best = try bestFit(wanted)
    found.withLock { $0[wanted] = .some(best) }
    return try best.flatMap { try schemas.schema(named: $0) }
  }

  /// Whether so many known headings are enough for a file that bears the entity's name.
  private static func isEnough(_ known: Int, of headings: [String]) -> Bool {
    known >= min(2, headings.count) && (known * 4 >= headings.count || known >= 3)
  }

  /// The name of the entity whose columns fit best; nil if none fits. Display names in other languages are asked only if
  /// nothing fits without them.
  private func bestFit(_ headings: [String]) throws -> String? {
    let index = try index(self.index, isLocalized: false)
    if let name = bestFit(headings, index) { return name }
    return bestFit(headings, try self.index(localizedIndex, isLocalized: true))
  }

  private func index(_ known: borrowing Mutex<Index?>, isLocalized: Bool) throws -> Index {
    try known.withLock { known in
      if let known { return known }
      let made = try Index(schemas, isLocalized: isLocalized)
      known = made
      return made
    }
  }

  private func bestFit(_ headings: [String], _ index: Index) -> String? {
    var counts = Array(repeating: 0, count: schemas.entries.count)
    for heading in headings {
      for place in index.schemas(thatKnow: heading) { counts[place] += 1 }
    }
    guard let most = counts.max(), let place = counts.firstIndex(of: most) else { return nil }
    return most >= min(2, headings.count) && most * 2 >= headings.count ? schemas.entries[place].name : nil
  }

  /// Which schemas know a heading, by their places in the catalogue.
  private struct Index {
    private var names: [String: [Int]] = [:]
    private var lookups: [String: [Int]] = [:]

    init(_ schemas: SchemaCatalogue, isLocalized: Bool) throws {
      for (place, entry) in schemas.entries.enumerated() {
        guard let schema = try schemas.schema(named: entry.name) else { continue }
        if isLocalized, schema.side == .sales {
          for name in try schemas.localizedLabels().headings(of: schema).names {
            names[name, default: []].append(place)
          }
        }
        for attribute in schema.attributes {
          let name = attribute.name.lowercased()
          for known in [name, attribute.displayName?.lowercased() ?? name] where names[known]?.last != place {
            names[known, default: []].append(place)
          }
          if schema.attribute(named: name)?.type == .lookup { lookups[name, default: []].append(place) }
        }
      }
    }

    func schemas(thatKnow heading: String) -> [Int] {
      let known = names[heading] ?? []
      guard let dot = heading.firstIndex(of: "."), let more = lookups[String(heading[..<dot])] else { return known }
      return known.isEmpty ? more : Array(Set(known + more))
    }
  }

  private static let hiddenMark = "(do not modify)"

  /// Whether a heading is one of those that Dynamics hides in worksheets and import templates, such as
  /// `(Do Not Modify) Row Checksum`.
  static func isHidden(_ heading: String) -> Bool { heading.trimmingBlanks.lowercased().hasPrefix(hiddenMark) }

  /// The schema of the table whose id a hidden column has: its heading has the table's display name. Nil without one.
  private func schema(stating headings: [String]) throws -> EntitySchema? {
    for heading in headings where SchemaMatch.isHidden(heading) {
      let label = String(heading.trimmingBlanks.dropFirst(SchemaMatch.hiddenMark.count)).trimmingBlanks
      if let schema = try schemas.schema(labelled: label, of: .sales) ?? schemas.schema(localized: label) {
        return schema
      }
    }
    return nil
  }

  /// The schema that a file's name says: a technical name or label, alone or behind `<project>-`, perhaps with the number
  /// of a part behind it, such as `account2`, `account-part2` or `Customers V3 (2)`.
  func schema(named fileName: String) throws -> EntitySchema? {
    var stem = fileName.split(separator: "/").last.map(String.init) ?? fileName
    if let dot = stem.lastIndex(of: ".") { stem = String(stem[..<dot]) }
    while true {
      if let schema = try exactSchema(stem) { return schema }
      if let whole = SchemaMatch.withoutPart(stem), let schema = try exactSchema(whole) { return schema }
      guard let hyphen = stem.firstIndex(of: "-") else { return nil }
      stem = String(stem[stem.index(after: hyphen)...])
    }
  }

  private func exactSchema(_ name: String) throws -> EntitySchema? {
    if let schema = try schemas.schema(named: name) ?? schemas.schema(labelled: name) { return schema }
    if let known = names[name.lowercased()] { return try schemas.schema(named: known) }
    return try schemas.schema(localized: name)
  }

  /// A file's name without the number of a part at its end; nil if it has none.
  private static func withoutPart(_ stem: String) -> String? {
    var name = Substring(stem)
    while let last = name.last, ")] ".contains(last) { name.removeLast() }
    guard name.last?.isNumber ?? false else { return nil }
    while let last = name.last, last.isNumber { name.removeLast() }
    let separators = " -_.(["
    while let last = name.last, separators.contains(last) { name.removeLast() }
    if name.lowercased().hasSuffix("part") {
      let shorter = name.dropLast(4)
      if let last = shorter.last, separators.contains(last) { name = shorter }
    }
    while let last = name.last, separators.contains(last) { name.removeLast() }
    return name.isEmpty ? nil : String(name)
  }

  private static func known(_ headings: [String], in schema: EntitySchema, _ localized: Set<String> = []) -> Int {
    let labels = localized.union(schema.attributes.compactMap { $0.displayName?.lowercased() })
    return headings.count { heading in
      if schema.attribute(named: heading) != nil || labels.contains(heading) { return true }
      guard let dot = heading.firstIndex(of: ".") else { return false }
      return schema.attribute(named: String(heading[..<dot]))?.type == .lookup
    }
  }
}
