/// An entry that is proposed for a value map.
package struct Proposal: Sendable {
  package var map: String
  /// The value as it was first written.
  package var value: String
  /// What might be meant; nil if nobody knows.
  package var suggestion: Suggestion?
  /// Whether the suggestion was good enough to be accepted by the command line.
  package var isAccepted: Bool
  /// The templates whose records have it.
  package var templates: [String]
  /// How many records have it.
  package var records: Int

  /// The proposals for the values of a run that a value map can mend, sorted. `accept` is the least score, in thousandths, that
  /// is accepted; nil for none.
  static func all(_ values: [ValuesWithoutEntry], accept: Int?) -> [Proposal] {
    var proposals: [Proposal] = []
    var known: [String: Int] = [:]
    for field in values {
      guard let map = field.mendingMap else { continue }
      for value in field.firstWritten {
        let key = "\(map)\u{0}\(value.text.lowercased())"
        if let place = known[key] {
          proposals[place].records += value.records
          if proposals[place].suggestion == nil { proposals[place].suggestion = value.suggestion }
          if !proposals[place].templates.contains(field.template) { proposals[place].templates.append(field.template) }
        } else {
          known[key] = proposals.count
          proposals.append(
            Proposal(
              map: map, value: value.text, suggestion: value.suggestion, isAccepted: false,
              templates: [field.template], records: value.records))
        }
      }
    }
    if let accept {
      for place in proposals.indices {
        if let suggestion = proposals[place].suggestion { proposals[place].isAccepted = suggestion.score >= accept }
      }
    }
    return proposals.sorted { left, right in
      if left.map != right.map { return CodePoints.precedes(left.map, right.map) }
      return left.records == right.records
        ? CodePoints.precedes(left.value, right.value) : left.records > right.records
    }
  }
}

/// The order of texts by their code points.
enum CodePoints {
  static func precedes(_ one: String, _ other: String) -> Bool { one.utf8.lexicographicallyPrecedes(other.utf8) }
}
