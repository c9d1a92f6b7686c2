import Foundation
import TestSupport
import Testing

@Suite("Manual pages and completions")
struct GoldenManualTests {
  private static let docs = CommandRun.repository.appending(path: "docs")

  @Test("The manual page of every command is the kept one")
  func manual() throws {
    let pages = CommandOutline.all.map { ManualPage($0.path, $0.outline) }
    let texts = Dictionary(uniqueKeysWithValues: pages.map { ($0.file, $0.text) })
    #expect(try GoldenFiles(Self.docs.appending(path: "man")).differences(texts) == [])
  }

  @Test("The completions of every shell are the kept ones")
  func completions() throws {
    var texts: [String: String] = [:]
    for (shell, name) in [("bash", "p2c.bash"), ("zsh", "_p2c"), ("fish", "p2c.fish")] {
      let run = try CommandRun(["--generate-completion-script", shell], in: TestFolder())
      #expect(run.code == 0)
      texts[name] = run.output
    }
    #expect(try GoldenFiles(Self.docs.appending(path: "completions")).differences(texts) == [])
  }

  @Test(
    "Bash completes commands, options, files, templates, entities and codes",
    arguments: [
      (["p2c", "conv"], "convert"), (["p2c", "convert", "--exc"], "--excel"),
      (["p2c", "convert", "--template", "acc"], "accounts"),
      (["p2c", "schema", "show", "CustC"], "CustCustomerV2Entity"),
      (["p2c", "codes", "P2C210"], "P2C2104"), (["p2c", "convert", "--format", "js"], "json"),
      (["p2c", "inspect", "exp"], "export.zip"),
    ])
  func bash(_ words: [String], completed: String) throws {
    let folder = try TestFolder()
    try folder.write("export.zip", "")
    let script = """
      source '\(Self.docs.path)/completions/p2c.bash'
      COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1); COMP_LINE='\(words.joined(separator: " "))'
      COMP_POINT=${#COMP_LINE}; COMP_TYPE=9; COMP_KEY=9
      _p2c p2c '\(words.last ?? "")' '\(words.dropLast().last ?? "")' 2>/dev/null
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try CommandRun(script: script, in: folder)
    let found = run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(found.contains(completed), "\(run.output)\(run.messages)")
  }
}
