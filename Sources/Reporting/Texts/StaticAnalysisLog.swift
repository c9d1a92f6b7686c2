import Conversion
import Findings
import Foundation
import Mapping

/// The findings of a validation as SARIF 2.1.0, so that pipelines show them in place.
///
/// Pipelines refuse logs with more results than `mostResults`. Of more findings each code has the same share, or all it has,
/// and a notification says how many there are.
struct StaticAnalysisLog: Encodable {
  struct Text: Encodable {
    var text: String
  }

  struct Rule: Encodable {
    struct Configuration: Encodable {
      var level: String
    }
    var id: String
    var shortDescription: Text
    var fullDescription: Text
    var help: Text
    var defaultConfiguration: Configuration
  }

  struct Run: Encodable {
    struct Tool: Encodable {
      struct Driver: Encodable {
        var name = "p2c"
        var version = ToolVersion.text
        var rules: [Rule]
      }
      var driver: Driver
    }
    var tool: Tool
    struct Invocation: Encodable {
      struct Notification: Encodable {
        var level = "warning"
        var message: Text
      }
      var executionSuccessful = true
      var toolExecutionNotifications: [Notification]
    }
    var columnKind = "utf16CodeUnits"
    var invocations: [Invocation]?
    var results = JSONStream.place
  }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  /// The most results of a log.
  static let mostResults = 25_000

  private let findings: FindingSink
  /// How many findings of each code are listed.
  private let shares: [String: Int]
  private let places: [String: Int]

  init(_ findings: FindingSink, mostResults: Int = mostResults) {
    let codes = findings.byCode.keys.sorted()
    let rules = codes.map { code in
      let about = findings.catalogue.description(of: code)
      return Rule(
        id: code.rawValue, shortDescription: Text(text: about?.title ?? code.rawValue),
        fullDescription: Text(text: about?.why ?? code.rawValue), help: Text(text: about?.whatToDo ?? code.rawValue),
        defaultConfiguration: Rule.Configuration(level: StaticAnalysisLog.level(about?.severity ?? .warning)))
    }
    self.findings = findings
    shares = StaticAnalysisLog.shares(
      findings.byCode.map { ($0.key.rawValue, min($0.value, findings.mostPerCode)) }, of: mostResults)
    places = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($0.element.rawValue, $0.offset) })
    runs = [Run(tool: Run.Tool(driver: Run.Tool.Driver(rules: rules)))]
    let (listed, all) = (shares.values.reduce(0, +), findings.byCode.values.reduce(0, +))
    if listed < all {
      let note = "\(listed) of \(all) findings are listed; findings.csv of an output folder has all of them"
      runs[0].invocations = [Run.Invocation(toolExecutionNotifications: [.init(message: Text(text: note))])]
    }
  }

  /// How many of the findings of each code are listed, if there may be so many in all.
  private static func shares(_ counts: [(code: String, count: Int)], of most: Int) -> [String: Int] {
    var shares: [String: Int] = [:]
    var left = most
    // Codes that need less than their share leave the rest to the others.
    let ordered = counts.sorted { ($0.count, $0.code) < ($1.count, $1.code) }
    for (place, one) in ordered.enumerated() {
      shares[one.code] = min(one.count, left / (ordered.count - place))
      left -= shares[one.code] ?? 0
    }
    return shares
  }

  /// Writes the log in pieces.
  func write(to write: (String) throws -> Void) throws {
    var stream = try JSONStream(self)
    var left = shares
    try findings.forEachItem { cells in
      let row = Row(cells: cells)
      guard let count = left[row["code"]], count > 0 else { return }
      left[row["code"]] = count - 1
      try stream.add(result(row), to: write)
    }
    try stream.end(to: write)
  }

  private static func level(_ severity: Severity?) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    default: "note"
    }
  }

  /// A finding by its cells.
  private struct Row {
    let cells: [String]

    subscript(column: String) -> String {
      FindingRow.columns.firstIndex(of: column).map { cells[$0] } ?? ""
    }
  }

  private func result(_ row: Row) -> JSONText {
    let properties = ["company", "entity", "field", "file", "key", "record", "value"].filter {
      !row[$0].isEmpty || $0 == "value"
    }
    return .object([
      .init("level", .string(StaticAnalysisLog.level(Severity(rawValue: row["severity"])))),
      .init("locations", .array(locations(row))),
      .init("message", .object([.init("text", .string(row["message"]))])),
      .init("properties", .object(properties.map { .init($0, .string(row[$0])) })),
      .init("ruleId", .string(row["code"])), .init("ruleIndex", .number(places[row["code"]] ?? -1)),
    ])
  }

  /// The package is the artifact; the line is that of the file in it, which the logical location names.
  private func locations(_ row: Row) -> [JSONText] {
    let package = row["package"]
    guard !package.isEmpty else { return [] }
    let uri = package.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? package
    let parts = ["file", "entity", "key", "field"].map { row[$0] }.filter { !$0.isEmpty }
    let kind = row["field"].isEmpty ? row["record"].isEmpty ? "resource" : "element" : "member"
    var location: [JSONText.Member] = []
    if !parts.isEmpty {
      let logical: [JSONText.Member] = [
        .init("fullyQualifiedName", .string(parts.joined(separator: "/"))), .init("kind", .string(kind)),
      ]
      location.append(.init("logicalLocations", .array([.object(logical)])))
    }
    var physical: [JSONText.Member] = [.init("artifactLocation", .object([.init("uri", .string(uri))]))]
    if let line = Int(row["line"]) { physical.append(.init("region", .object([.init("startLine", .number(line))]))) }
    location.append(.init("physicalLocation", .object(physical)))
    return [.object(location)]
  }
}
