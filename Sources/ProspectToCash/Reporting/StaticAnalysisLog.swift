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

  struct Location: Encodable {
    struct Physical: Encodable {
      struct Artifact: Encodable {
        var uri: String
      }
      struct Region: Encodable {
        var startLine: Int
      }
      var artifactLocation: Artifact
      var region: Region?
    }
    struct Logical: Encodable {
      var fullyQualifiedName: String
      var kind: String
    }
    var physicalLocation: Physical?
    var logicalLocations: [Logical]?
  }

  struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Text
    var locations: [Location]
    var properties: [String: String]
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
    var results: [Result]
  }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  init(_ findings: FindingSink) {
    let codes = findings.byCode.keys.sorted()
    let rules = codes.map { code in
      let about = findings.catalogue.description(of: code)
      return Rule(
        id: code.rawValue, shortDescription: Text(text: about?.title ?? code.rawValue),
        fullDescription: Text(text: about?.why ?? code.rawValue), help: Text(text: about?.whatToDo ?? code.rawValue),
        defaultConfiguration: Rule.Configuration(level: StaticAnalysisLog.level(about?.severity ?? .warning)))
    }
    let places = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($0.element, $0.offset) })
    let results = findings.items.map { item in
      Result(
        ruleId: item.code.rawValue, ruleIndex: places[item.code] ?? -1, level: StaticAnalysisLog.level(item.severity),
        message: Text(text: findings.message(item)), locations: StaticAnalysisLog.locations(item),
        properties: StaticAnalysisLog.properties(item))
    }
    runs = [Run(tool: Run.Tool(driver: Run.Tool.Driver(rules: rules)), results: results)]
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  /// The package is the artifact; the line is that of the file in it, which the logical location names.
  private static func locations(_ finding: Finding) -> [Location] {
    guard !finding.package.isEmpty else { return [] }
    let uri = finding.package.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? finding.package
    let parts = [finding.file, finding.entity, finding.key, finding.field].filter { !$0.isEmpty }
    let kind = finding.field.isEmpty ? finding.record > 0 ? "element" : "resource" : "member"
    return [
      Location(
        physicalLocation: Location.Physical(
          artifactLocation: .init(uri: uri), region: finding.line > 0 ? .init(startLine: finding.line) : nil),
        logicalLocations: parts.isEmpty ? nil : [.init(fullyQualifiedName: parts.joined(separator: "/"), kind: kind)])
    ]
  }

  private static func properties(_ finding: Finding) -> [String: String] {
    let all = [
      "file": finding.file, "entity": finding.entity, "record": finding.record > 0 ? String(finding.record) : "",
      "field": finding.field, "key": finding.key,
    ]
    return all.filter { !$0.value.isEmpty }
  }

  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
