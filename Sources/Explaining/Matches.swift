import Conversion
import Findings
import Mapping
import Records

/// Puts what was found out about records together, record by record.
struct Matches {
  let matches: [ExplainSummary.Match]

  init(_ finder: RecordFinder, _ words: FindingSink) {
    var order: [RecordFinder.Place] = []
    var found: [RecordFinder.Place: [RecordFinder.Found]] = [:]
    for one in finder.found {
      if found[one.place] == nil { order.append(one.place) }
      found[one.place, default: []].append(one)
    }
    matches = order.map { place in
      let own = found[place] ?? []
      let first = own[0].explanation
      return ExplainSummary.Match(
        entity: first.task.source, key: first.key, id: first.id,
        role: first.isLine ? "line" : first.isHeader ? "header" : "record", place: first.place, values: first.values,
        outcomes: own.map { one in
          ExplainSummary.Outcome(
            explanation: one.explanation, findings: one.findings.map { ($0, words.message($0)) },
            ties: Matches.ties(of: one, finder))
        })
    }
  }

  private static func ties(of one: RecordFinder.Found, _ finder: RecordFinder) -> [ExplainSummary.Tie] {
    let mine = one.explanation
    var ties: [ExplainSummary.Tie] = []
    let sameTemplate = finder.found.filter { $0.explanation.template == mine.template }
    func tie(_ relation: ExplainSummary.Tie.Relation, _ other: RecordExplanation) {
      ties.append(
        .init(relation: relation, entity: other.task.source, key: other.key, record: other.place.record?.value))
    }
    if mine.isOfDocument, !mine.document.isEmpty {
      let others = sameTemplate.filter { $0.documentKey == one.documentKey && $0.place != one.place }
      if mine.isHeader {
        for other in others.filter({ $0.explanation.isLine }).sorted(by: Matches.stands) {
          tie(.line, other.explanation)
        }
      } else if let header = others.first(where: { $0.explanation.isHeader }) {
        tie(.header, header.explanation)
      } else if let header = finder.headers[one.documentKey] {
        ties.append(.init(relation: .header, entity: header.entity, key: header.key, record: header.record))
      }
    }
    for finding in one.findings {
      switch finding.detail {
      case .earlierRecord(let record), .otherInput(_, let record):
        let isDouble = ties.contains { $0.relation == .double && $0.record == record.value }
        if !isDouble {
          ties.append(.init(relation: .double, entity: mine.task.source, key: mine.key, record: record.value))
        }
      case .culprit(let entity, let key, _):
        let culprit = finder.found.first { $0.explanation.task.source == entity && $0.explanation.key == key }
        ties.append(
          .init(relation: .cause, entity: entity, key: key, record: culprit?.explanation.place.record?.value))
      default: break
      }
    }
    for entity in mine.generated {
      ties.append(.init(relation: .generated, entity: entity, key: mine.key, record: nil))
    }
    return ties
  }

  private static func stands(_ one: RecordFinder.Found, before other: RecordFinder.Found) -> Bool {
    (one.explanation.entity, one.place.record) < (other.explanation.entity, other.place.record)
  }

  /// In the order of the inputs and of their records, but lines after their header.
  static func inOrder(_ matches: [ExplainSummary.Match], packages: [String: Int]) -> [ExplainSummary.Match] {
    func rank(_ match: ExplainSummary.Match) -> (Int, Int, Int) {
      (
        packages[match.place.package] ?? 0, match.outcomes.first?.explanation.entity ?? 0,
        match.place.record?.value ?? 0
      )
    }
    let sorted = matches.sorted { rank($0) < rank($1) }
    func document(_ match: ExplainSummary.Match) -> [UInt8]? {
      guard let first = match.outcomes.first?.explanation, first.isOfDocument, !first.document.isEmpty else {
        return nil
      }
      return Array(first.template.utf8) + [0] + first.document
    }
    var lines: [[UInt8]: [ExplainSummary.Match]] = [:]
    let headers = Set(sorted.filter { $0.role == "header" }.compactMap(document))
    var result: [ExplainSummary.Match] = []
    for match in sorted where match.role == "line" {
      if let key = document(match), headers.contains(key) { lines[key, default: []].append(match) }
    }
    for match in sorted {
      if match.role == "line", let key = document(match), headers.contains(key) { continue }
      result.append(match)
      if match.role == "header", let key = document(match) {
        result += lines[key] ?? []
        lines[key] = nil
      }
    }
    return result
  }
}
