import Foundation
import Testing

/// The page that is made from the help. `P2C_UPDATE_DOCS=1` writes it again.
@Suite("Generated documentation of the commands")
struct GeneratedPageOfCommandsTests {
  private static let file = CommandRun.repository.appending(path: "docs/COMMANDS.md")

  @Test("The page on the commands is what the help says")
  func page() throws {
    let page = CommandPage(CommandOutline.all).text
    if ProcessInfo.processInfo.environment["P2C_UPDATE_DOCS"] == "1" { try Data(page.utf8).write(to: Self.file) }
    let written = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(
      written == page, "docs/COMMANDS.md is stale; P2C_UPDATE_DOCS=1 bin/test --filter GeneratedPage writes it again")
  }

  @Test("The page has every command with every option")
  func everything() throws {
    let page = try String(contentsOf: Self.file, encoding: .utf8)
    for command in CommandOutline.all where command.outline.isLeaf && !command.path.isEmpty {
      if command.outline.shouldDisplay == false { continue }
      let name = "p2c " + command.path.joined(separator: " ")
      let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix(name + "\n") }, "\(name)")
      for argument in command.outline.options + command.outline.flags where argument.shouldDisplay != false {
        #expect(section.contains("`\(argument.shown)"), "\(name) \(argument.shown)")
      }
      for argument in command.outline.positionals where argument.shouldDisplay != false {
        #expect(section.contains("| `\(argument.name.uppercased())"), "\(name) \(argument.name)")
      }
    }
  }
}
