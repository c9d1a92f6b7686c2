/// What is reported of a column.
package struct ColumnProfile: Sendable {
  /// How many patterns are reported.
  static let mostPatterns = 5

  /// How many values are of a kind.
  package struct KindCount: Sendable {
    package var kind: ValueKind
    package var count: Int
  }

  /// A frequent value. `length` is that of the whole, in UTF-16 code units, if the text is cut.
  package struct Value: Sendable {
    package var text: String
    package var count: Int
    package var length: Int?
  }

  /// A pattern and how many values have it.
  package struct Pattern: Sendable {
    package var text: String
    package var count: Int
  }

  /// A value that the schema's type does not take, and its record's number within the entity.
  package struct Misfit: Sendable {
    package var text: String
    package var length: Int?
    package var record: Int
  }

  /// Whether the column may be a key.
  package enum KeyCandidate: String, Sendable { case yes, likely, no }

  package var name: String
  /// Whether the entity's schema has the column, and of which type.
  package var isKnown: Bool
  package var schemaType: String?
  /// The kinds of its values; those of none are left out.
  package var kinds: [KindCount]
  package var records: Int
  package var filled: Int
  package var distinct: Int
  package var isDistinctExact: Bool
  package var distinctKeys: Int
  package var shortest: Int?
  package var longest: Int?
  package var least: String?
  package var greatest: String?
  package var top: [Value]
  package var patterns: [Pattern]
  package var misfits: Int
  package var misfit: Misfit?
  /// How many values show each of `ValueCulture`.
  package var cultures: [Int]
  package var key: KeyCandidate

  /// The kind of the column as a whole.
  package var type: String {
    let found = kinds.map(\.kind)
    switch found {
    case []: return "empty"
    case [.integer, .decimal]: return ValueKind.decimal.name
    case [.date, .datetime]: return ValueKind.datetime.name
    default: return found.count == 1 ? found[0].name : "mixed"
    }
  }
}
