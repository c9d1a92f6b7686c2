package import Findings

/// How two values differ, or why a record has no partner, by the words of `differences.csv`.
package enum DifferenceKind: String, Sendable, CaseIterable {
  /// Another value.
  case value
  /// The same text but for upper and lower case.
  case letterCase = "case"
  /// The same text but for blanks around or between words.
  case blanks
  /// The same text but for the way its lines end.
  case lineBreaks = "line-breaks"
  /// The text was cut at the length of the field.
  case truncated
  /// The text lost letters on its way through another encoding.
  case encoding
  /// Another number.
  case number
  /// Another date or time.
  case date
  /// Another record is pointed to.
  case lookup
  /// The value is not there.
  case missing
  /// A value is there although there should be none.
  case surplus
  /// No conversion would let the source's value through, so there is nothing to compare with.
  case refused
  /// The task's own filter refuses the record.
  case filter
  /// The filter of the document's header refuses the line.
  case header
  /// F&O has the key several times.
  case finops
  /// Sales has the key several times.
  case sales
  /// Several packages of one side hold the key with different content.
  case packages
  /// Several customers have the party number.
  case partyNumber = "party-number"
  /// Several records of Sales have the natural key.
  case candidates
}

/// What became of a record that is more than being the same, by the words of `differences.csv`.
package enum Outcome: String, Sendable, CaseIterable {
  case different
  case onlyInFinops = "only-in-finops"
  case onlyInSales = "only-in-sales"
  case notExpected = "not-expected"
  case duplicate
  case ambiguous

  /// The code in the catalogue that explains it.
  package var code: FindingCode {
    switch self {
    case .different: .fieldsDiffer
    case .onlyInFinops: .onlyInFinops
    case .onlyInSales: .onlyInSales
    case .notExpected: .presentThoughNotExpected
    case .duplicate: .keyMoreThanOnce
    case .ambiguous: .partnerNotCertain
    }
  }

  /// Its place among the rows of a key.
  var order: UInt8 { UInt8(Outcome.allCases.firstIndex(of: self) ?? 0) }
}
