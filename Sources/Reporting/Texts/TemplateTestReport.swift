import Conversion
public import Findings
public import TemplateTesting

extension TemplateTestSummary {
  /// The tests in words, a line for each and for each difference, and the sum.
  public func lines(_ texts: Texts) -> [String] {
    outcomes.flatMap { $0.lines(texts) }
      + ["\(texts("tests.passed", ["count": passed])), \(texts("tests.failed", ["count": failed]))"]
  }

  /// The tests as one JSON document.
  public func json() throws -> String { try TemplateTestJSON(self).indentedJSON() }
}

extension TemplateTestOutcome {
  /// The test in words.
  fileprivate func lines(_ texts: Texts) -> [String] {
    if differences.isEmpty { return ["ok \(template): \(name)"] }
    return differences.map { difference in
      let row = texts("tests.row", ["row": "\(difference.row)"])
      let found = texts(
        "tests.difference",
        ["field": difference.field, "found": difference.actual, "expected": difference.expected])
      return "FAIL \(template): \(name): \(difference.task) \(row): \(found)"
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
