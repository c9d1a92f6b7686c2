package import Findings

/// The values of a destination field that no value map knows or that the destination lacks.
package struct ValuesWithoutEntry: Sendable {
  /// One of them.
  package struct Value: Sendable {
    package var text: String
    package var records: Int
    package var suggestion: Suggestion?
  }

  /// The spelling of so many values is compared, of the most frequent ones.
  private static let mostSpelled = 1000

  package var template: String
  package var task: String
  package var field: String
  package var source: String
  /// The value map; nil for what is looked up in the destination.
  package var map: String?
  /// The table of the destination; nil for what goes through a value map.
  package var target: String?
  package var code: FindingCode
  /// How many records have such values.
  package var records: Int
  /// The values, in the order in which they came first.
  var firstWritten: [Value]
  /// The value map in which an entry would mend the values; nil if none would.
  var mendingMap: String?

  /// The values, the most frequent first.
  package var ranked: [Value] {
    firstWritten.sorted {
      $0.records == $1.records ? CodePoints.precedes($0.text, $1.text) : $0.records > $1.records
    }
  }

  init(_ field: MissingValues.Field, _ suggester: Suggester) {
    template = field.template
    task = field.task
    self.field = field.field
    source = field.source
    code = field.code
    let isMap = code == .notInValueMap
    map = isMap ? field.map : nil
    target = isMap ? nil : field.target
    mendingMap = isMap || code == .unitUnknown ? field.map : nil
    records = field.values.total
    let values = field.values.values
    let frequent = Set(field.values.ranked(ValuesWithoutEntry.mostSpelled).map(\.text))
    firstWritten = values.map { value in
      Value(
        text: value.text, records: value.count,
        suggestion: suggester.suggestion(
          for: value.text, field.choices, comparesSpelling: frequent.contains(value.text)))
    }
  }
}
