import Foundation
import TestSupport
import Testing

@Suite("Commands in the documentation")
struct GoldenConsoleTests {
  /// Set `P2C_UPDATE_DOCS=1` to write the output that pages show again, and review the difference.
  private static let isUpdating = ProcessInfo.processInfo.environment["P2C_UPDATE_DOCS"] == "1"

  @Test("Every command on a page runs, and prints what the page shows", arguments: ConsolePage.all)
  func commands(_ name: String) throws {
    var page = try ConsolePage(name)
    var outputs: [(command: ConsolePage.Block.Command, text: String)] = []
    var session: TestFolder?
    for block in page.blocks {
      let folder = try page.isOneSession ? session ?? prepared(block, of: name) : prepared(block, of: name)
      if page.isOneSession { session = folder }
      for command in block.commands where CommandsNotRun.reason(command.text) == nil {
        if let program = missingProgram(command.text) {
          print("\(name): \(command.text): not run without \(program)")
          continue
        }
        let run = try CommandRun(script: "{\n\(command.text)\n} 2>&1", in: folder)
        // 1 says that there are findings or differences.
        let isRight = run.code == 0 || run.code == 1 && command.text.contains("p2c ")
        #expect(isRight, "\(name):\(block.line): \(command.text): \(run.code)\n\(run.output)")
        if block.showsOutput { outputs.append((command, run.output)) }
      }
    }
    if Self.isUpdating, outputs.contains(where: { page.output(of: $0.command) != $0.text }) { try page.show(outputs) }
    if Self.isUpdating { return }
    for (command, text) in outputs { #expect(page.output(of: command) == text, "\(name): \(command.text)") }
  }

  @Test("The README shows a conversion with what it prints")
  func example() throws {
    let block = try #require(try ConsolePage("README.md").blocks.first(where: \.showsOutput))
    #expect(block.commands.map(\.text) == ["bin/p2c convert samples/contoso-sales.zip --output out"])
    #expect(block.commands[0].shown.count > 10)
  }

  @Test("Each preparation and each reason not to run a command is of a command on a page")
  func tables() throws {
    let pages = try ConsolePage.all.map { try ConsolePage($0) }
    for preparation in BlockPreparation.all {
      let blocks = pages.flatMap { page in page.blocks.filter { preparation.isFor($0, of: page.name) } }
      #expect(blocks.count == 1, "\(preparation.page): \(preparation.command)")
    }
    let commands = pages.flatMap { $0.blocks.flatMap { $0.commands.map(\.text) } }
    for (start, _) in CommandsNotRun.all { #expect(commands.contains { $0.hasPrefix(start) }, "\(start)") }
    for program in CommandsNotRun.programs.keys { #expect(commands.contains { $0.hasPrefix(program) }, "\(program)") }
  }

  /// A folder with the samples, the program where pages have it, and what the block needs.
  private func prepared(_ block: ConsolePage.Block, of page: String) throws -> TestFolder {
    let folder = try TestFolder()
    try FileManager.default.copyItem(
      at: CommandRun.repository.appending(path: "samples"), to: folder.url.appending(path: "samples"))
    try FileManager.default.createDirectory(at: folder.url.appending(path: "bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "bin/p2c"), withDestinationURL: CommandRun.program)
    for preparation in BlockPreparation.all where preparation.isFor(block, of: page) {
      let run = try CommandRun(script: preparation.script, in: folder)
      #expect(run.code <= 1, "\(page): \(preparation.script)\n\(run.messages)")
    }
    return folder
  }

  /// A program that the command needs and the machine does not have.
  private func missingProgram(_ command: String) -> String? {
    CommandsNotRun.programs.keys.first { program in
      let isThere = try? CommandRun(script: "command -v \(program)", in: TestFolder()).code == 0
      return command.hasPrefix(program) && isThere != true
    }
  }
}
