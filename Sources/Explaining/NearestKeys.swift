import Mapping
import Records

/// The keys of the inputs that look most like one that no record has.
package struct NearestKeys {
  /// A key with its score in thousandths.
  package struct Key: Sendable, Equatable {
    package var entity: String
    package var key: String
    package var score: Int
  }

  /// How many are told, and the least score that is.
  private static let (most, least) = (5, 500)
  private let wanted: [Unicode.Scalar]
  private var scalars: [Unicode.Scalar] = []
  /// The best first, then by code points.
  package private(set) var keys: [Key] = []

  init(_ key: String) { wanted = Array(NormalForm.spaced(key).unicodeScalars) }

  /// Compares a key of a record.
  mutating func add(_ shown: Span<UInt8>, entity: String) {
    if shown.count == 0 { return }
    scalars.removeAll(keepingCapacity: true)
    if !NormalForm.appendSpaced(ascii: shown, to: &scalars) {
      scalars = Array(NormalForm.spaced(KeyText.string(shown)).unicodeScalars)
    }
    let score = Spelling.score(wanted, scalars, least: Self.least)
    guard score >= Self.least, keys.count < Self.most || score >= keys[keys.count - 1].score else { return }
    let key = KeyText.string(shown)
    let one = Key(entity: entity, key: key, score: score)
    if keys.contains(one) { return }
    keys.append(one)
    keys.sort { mine, theirs in
      if mine.score != theirs.score { return mine.score > theirs.score }
      let (left, right) = (Array(mine.key.unicodeScalars), Array(theirs.key.unicodeScalars))
      return left == right ? mine.entity < theirs.entity : left.lexicographicallyPrecedes(right)
    }
    if keys.count > Self.most { keys.removeLast() }
  }
}
