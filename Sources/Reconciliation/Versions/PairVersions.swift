// Hot path (`add`): no allocation per pair.

import Archives
import Packages
import Records

/// Compares the pairs of many-to-many relationships in two exports of Sales. A pair is known by relationship and both ids,
/// and counts once, however often an export has it.
package struct PairVersions {
  /// What became of the pairs of one relationship.
  package struct Relationship: Equatable {
    package var name: String
    package var same = 0
    package var added = 0
    package var removed = 0
  }

  private let pairs: RowBalance
  private var key = OutputBuffer(capacity: 256)
  private var shown = OutputBuffer(capacity: 256)

  /// No pairs yet; those that do not fit in memory go to files that the function makes.
  init(makeFile: @escaping @Sendable () throws -> ScratchFile) { pairs = RowBalance(makeFile: makeFile) }

  /// Adds the pairs of packages of one export, the old one first.
  mutating func add(_ packages: [Package], isOld: Bool) throws {
    for package in packages {
      try RelatedPairs(package).forEach { relationship, source, target in
        key.truncate(to: 0)
        KeyText.append(relationship, to: &key)
        key.append(0)
        PairVersions.append(source, to: &key)
        key.append(UInt8(ascii: "|"))
        PairVersions.append(target, to: &key)
        shown.truncate(to: 0)
        shown.append(relationship.extracting(KeyText.trimmed(relationship)))
        shown.append(0)
        PairVersions.append(source, to: &shown)
        shown.append(UInt8(ascii: "|"))
        PairVersions.append(target, to: &shown)
        try pairs.add(key, shown.span, isOld: isOld)
      }
    }
  }

  /// Appends an id in the one form of ids; what is none as it is compared.
  private static func append(_ id: Span<UInt8>, to output: inout OutputBuffer) {
    if let guid = GUID(id) { guid.append(to: &output) } else { KeyText.append(id, to: &output) }
  }

  /// Reports what was added and removed, relationship by relationship; `first` is the place of the first among all entities.
  func report(from first: Int, to rows: ChangeFile) throws -> [Relationship] {
    var reported: [Relationship] = []
    try pairs.forEach { row, old, new in
      var end = 0
      while end < row.count, row[end] != 0 { end += 1 }
      let name = KeyText.string(row.extracting(0..<end))
      if reported.last?.name.lowercased() != name.lowercased() { reported.append(Relationship(name: name)) }
      let last = reported.count - 1
      if old > 0, new > 0 {
        reported[last].same += 1
        return
      }
      if old > 0 { reported[last].removed += 1 } else { reported[last].added += 1 }
      var key = OutputBuffer(capacity: 128)
      key.append(row.extracting(end + 1..<row.count))
      let none = row.extracting(0..<0)
      try rows.add(
        first + last, reported[last].name, old > 0 ? .removed : .added, key: key, field: ("", 0), old: none, new: none,
        kind: "", company: .none)
    }
    return reported
  }
}
