import Foundation
import TestSupport
import Testing

@Suite("Messages of commits")
struct CommitMessageTests {
  private static let hook = CommandRun.repository.appending(path: ".ci/hooks/commit-msg").path
  private static let body = "\n\nMotivation: a.\nModification: b.\nResult: c.\n"
  private static let hasGit =
    (try? CommandRun(script: "command -v git", in: TestFolder()).code == 0) ?? false

  private func run(_ message: String) throws -> CommandRun {
    let folder = try TestFolder()
    try folder.write("message", message)
    return try CommandRun(script: "'\(Self.hook)' message", in: folder)
  }

  @Test(
    "A first line, an empty one and the three parts are accepted",
    arguments: [
      "Keep the first document" + body,
      String(repeating: "x", count: 72) + body,
      String(repeating: "ä", count: 72) + body,
      "Keep it\n\nMotivation: a\nmore of it.\n\nModification:\nb\n\nResult: c",
      "\n# A comment\nKeep it" + body + "# Please enter the commit message\n",
      "Keep it" + body + "# ------------------------ >8 ------------------------\n" + String(repeating: "x", count: 99),
      "Merge branch 'main' into other", "fixup! Keep it", "squash! Keep it",
    ])
  func accepted(_ message: String) throws {
    let run = try run(message)
    #expect(run.code == 0, "\(run.messages)")
    #expect(run.messages.isEmpty)
  }

  @Test(
    "What is missing or too long is named",
    arguments: [
      ("", ["the message is empty", "\"Motivation:\"", "\"Modification:\"", "\"Result:\""]),
      ("# Only a comment\n", ["the message is empty"]),
      (String(repeating: "x", count: 73) + body, ["the first line has 73 characters; at most 72"]),
      (String(repeating: "ä", count: 73) + body, ["the first line has 73 characters; at most 72"]),
      ("Keep it\nand more" + body, ["the second line is not empty"]),
      ("Keep it\nMotivation: a\nModification: b\nResult: c", ["the second line is not empty"]),
      ("Keep it", ["\"Motivation:\"", "\"Modification:\"", "\"Result:\""]),
      ("Keep it\n\nMotivation: a\nResult: c", ["\"Modification:\""]),
      ("Keep it\n\nMotivation: a\nThe modification: b\nResult: c", ["\"Modification:\""]),
      ("Keep it\n\n# Motivation: a\nModification: b\nResult: c", ["\"Motivation:\""]),
      ("Keep it\n\nModification: b\nMotivation: a\nResult: c", ["they must be Motivation: Modification: Result:"]),
      ("Keep it" + body + "Result: d", ["the parts are Motivation: Modification: Result: Result:"]),
    ])
  func refused(_ message: String, words: [String]) throws {
    let run = try run(message)
    #expect(run.code == 1)
    for words in words { #expect(run.messages.contains(words), "\(run.messages)") }
    #expect(run.messages.hasSuffix("see CONTRIBUTING.md, section Commits\n"))
  }

  @Test(
    "The hook is installed in a clone, unless the clone has hooks of its own; then Git refuses such a message",
    .enabled(if: hasGit, "Git is not installed"))
  func installed() throws {
    let folder = try TestFolder()
    let script = """
      set -euo pipefail
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
      export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
      unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
      install() { (cd "$1" && source '\(CommandRun.repository.path)/bin/setup' && use_hooks); }
      path() { git -C "$1" config core.hooksPath || echo none; }

      git init -q plain && install plain && path plain
      git init -q chosen && git -C chosen config core.hooksPath mine && install chosen && path chosen
      git init -q own && echo true >own/.git/hooks/pre-push && install own && path own
      # A copy of the sources in another work tree is none of its own, and one without Git is left alone.
      mkdir plain/inner && git -C plain config --unset core.hooksPath && install plain/inner && path plain
      mkdir bare && install bare && test -z "$(ls -A bare)"

      install plain
      cp -r '\(CommandRun.repository.path)/.ci' plain/
      git -C plain commit -q --allow-empty -m 'Keep it' 2>&1 || echo refused
      printf 'Keep it\\n\\nMotivation: a\\nModification: b\\nResult: c\\n' >message
      git -C plain commit -q --allow-empty --file ../message && git -C plain log --format=%s
      """
    let run = try CommandRun(script: script, in: folder)
    #expect(run.code == 0, "\(run.messages)")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.prefix(4) == [".ci/hooks", "mine", "none", "none"])
    #expect(lines.suffix(2) == ["refused", "Keep it"])
  }
}
