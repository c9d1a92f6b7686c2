import Conversion
public import TemplateTesting

extension TemplateTestSummary {
  /// The tests in words, a line for each and for each difference, and the sum.
  public var lines: [String] {
    outcomes.flatMap(\.lines) + ["\(passed) passed, \(failed) failed"]
  }

  /// The tests as one JSON document.
  public func json() throws -> String { try TemplateTestJSON(self).indentedJSON() }
}

extension TemplateTestOutcome {
  /// The test in words.
  fileprivate var lines: [String] {
    if differences.isEmpty { return ["ok \(template): \(name)"] }
    return differences.map { difference in
      let place = "FAIL \(template): \(name): \(difference.task) row \(difference.row)"
      return "\(place): \(difference.field) is \"\(difference.actual)\", expected \"\(difference.expected)\""
    }
  }
}

/// The shape of the JSON of tests.
private struct TemplateTestJSON: Encodable {
  struct Test: Encodable {
    var file: String
    var template: String
    var name: String
    var result: String
    var differences: [TemplateTestDifference]
  }

  var schemaVersion = 1
  var tool = "p2c"
  var version = ToolVersion.text
  var command = "templates test"
  var passed: Int
  var failed: Int
  var tests: [Test]

  init(_ summary: TemplateTestSummary) {
    passed = summary.passed
    failed = summary.failed
    tests = summary.outcomes.map { outcome in
      Test(
        file: outcome.file, template: outcome.template, name: outcome.name,
        result: outcome.differences.isEmpty ? "passed" : "failed", differences: outcome.differences)
    }
  }
}
