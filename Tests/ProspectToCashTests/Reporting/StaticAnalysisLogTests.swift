import Conversion
import Findings
import Foundation
import Mapping
import Testing

@testable import Reporting

@Suite("Findings as SARIF")
struct StaticAnalysisLogTests {
  private struct Log: Decodable {
    struct Run: Decodable {
      struct Result: Decodable { var ruleId: String }
      struct Invocation: Decodable {
        struct Notification: Decodable {
          struct Message: Decodable { var text: String }
          var message: Message
        }
        var executionSuccessful: Bool
        var toolExecutionNotifications: [Notification]
      }
      var results: [Result]
      var invocations: [Invocation]?
    }
    var runs: [Run]
  }

  /// The log of so many findings of two codes.
  private func log(_ first: Int, _ second: Int, most: Int) throws -> Log.Run {
    let sink = FindingSink(
      catalogue: try .builtIn(), mostPerCode: .max, items: FindingSpool(showsValues: false))
    for number in 0..<first + second {
      try sink.add(
        Finding(
          number < first ? .keyIsEmpty : .noCurrency, .warning, at: FindingPlace(package: "in.zip", file: "account.csv")
        ))
    }
    try sink.finish()
    var text = ""
    try StaticAnalysisLog(sink, mostResults: most).write { text += $0 }
    return try #require(try JSONDecoder().decode(Log.self, from: Data(text.utf8)).runs.first)
  }

  @Test("A log that pipelines take has all findings and no notification")
  func whole() throws {
    let run = try log(30, 20, most: 50)
    #expect(run.results.count == 50)
    #expect(run.invocations == nil)
  }

  @Test(
    "Of more findings each code has its share, and the log says how many there are", arguments: [(30, 40), (5, 400)])
  func capped(_ first: Int, _ second: Int) throws {
    let run = try log(first, second, most: 20)
    let counts = Dictionary(grouping: run.results, by: \.ruleId).mapValues(\.count)
    #expect(counts == ["P2C2101": min(first, 10), "P2C2402": 20 - min(first, 10)])
    let notes = run.invocations?.first?.toolExecutionNotifications.map(\.message.text)
    #expect(
      notes == ["20 of \(first + second) findings are listed; findings.csv of an output folder has all of them"])
    #expect(run.invocations?.first?.executionSuccessful == true)
  }
}
