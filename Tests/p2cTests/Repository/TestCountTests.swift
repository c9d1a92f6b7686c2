import Foundation
import TestSupport
import Testing

@Suite("How bin/test counts")
struct TestCountTests {
  private func event(_ kind: String, _ symbol: String, _ text: String) -> String {
    #"{"kind":"event","payload":{"instant":{"since1970":1},"kind":"\#(kind)","messages":[{"symbol":"\#(symbol)","#
      + #""text":"\#(text)"}],"testID":"t"},"version":"6.3"}"# + "\n"
  }

  @Test("Tests count once by what became of them; suites, cases and issues do not count")
  func counts() throws {
    let folder = try TestFolder()
    let events = [
      #"{"kind":"test","payload":{"id":"t","kind":"function","name":"t()"},"version":"6.3"}"# + "\n",
      event("testStarted", "default", #"Test \"One\" started."#),
      event("testEnded", "pass", #"Test \"One\" passed after 0.1 seconds."#),
      event("testEnded", "pass", "Test two() with 5 test cases passed after 0.1 seconds."),
      event("testCaseEnded", "pass", "Test case passing 1 argument passed after 0.1 seconds."),
      event("testEnded", "passWithKnownIssue", #"Test \"Three\" passed after 0.1 seconds with 1 known issue."#),
      event("testEnded", "fail", #"Test \"Suite four failed\" failed after 0.1 seconds with 1 issue."#),
      event("issueRecorded", "fail", #"Test \"Suite four failed\" recorded an issue at A.swift:1:1"#),
      event("testSkipped", "skip", #"Test \"Five\" skipped."#),
      event("testSkipped", "skip", #"Suite \"Six\" skipped."#),
      event("testEnded", "pass", #"Suite \"Seven\" passed after 0.1 seconds."#),
      event("testEnded", "fail", #"Suite \"Test four\" failed after 0.1 seconds with 1 issue."#),
      event("runEnded", "fail", "Test run with 5 tests in 3 suites failed after 0.1 seconds with 1 issue."),
    ]
    try folder.write("events", events.joined())
    let setup = CommandRun.repository.appending(path: "bin/setup").path
    let script = """
      set -euo pipefail
      source '\(setup)'
      for result in passed failed skipped; do tests_that $result events; done
      tests_that passed /dev/null
      """
    let run = try CommandRun(script: script, in: folder)
    #expect(run.output == "3\n1\n1\n0\n")
    #expect(run.messages.isEmpty)
  }
}
