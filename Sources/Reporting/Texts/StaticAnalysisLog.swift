import Conversion
import Findings
import Foundation
import Mapping

/// The findings of a validation as SARIF 2.1.0, so that pipelines show them in place.
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
    var columnKind = "utf16CodeUnits"
    var results = JSONStream.place
  }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  private let findings: FindingSink
  private let places: [String: Int]

  init(_ findings: FindingSink) {
    let codes = findings.byCode.keys.sorted()
    let rules = codes.map { code in
      let about = findings.catalogue.description(of: code)
      return Rule(
        id: code.rawValue, shortDescription: Text(text: about?.title ?? code.rawValue),
        fullDescription: Text(text: about?.why ?? code.rawValue), help: Text(text: about?.whatToDo ?? code.rawValue),
        defaultConfiguration: Rule.Configuration(level: StaticAnalysisLog.level(about?.severity ?? .warning)))
    }
    self.findings = findings
    places = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($0.element.rawValue, $0.offset) })
    runs = [Run(tool: Run.Tool(driver: Run.Tool.Driver(rules: rules)))]
  }

  /// Writes the log in pieces.
  func write(to write: (String) throws -> Void) throws {
    var stream = try JSONStream(self)
    try findings.forEachItem { try stream.add(result(Row(cells: $0)), to: write) }
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
