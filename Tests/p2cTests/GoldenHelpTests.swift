import Foundation
import TestSupport
import Testing

@Suite("Help")
struct GoldenHelpTests {
  @Test("The help of every command is the kept one")
  func help() throws {
    let folder = try TestFolder()
    var texts: [String: String] = [:]
    for command in CommandOutline.all {
      let name = (["p2c"] + command.path).joined(separator: "-")
      let run = try CommandRun(command.path + ["--help"], in: folder)
      #expect(run.code == 0)
      #expect(run.messages.isEmpty)
      texts["\(name).txt"] = run.output
    }
    let golden = GoldenFiles(CommandRun.repository.appending(path: "Tests/p2cTests/Snapshots/Help"))
    #expect(try golden.differences(texts) == [])
    #expect(try folder.names.isEmpty)
  }

  @Test("The help of every command is in the language of the console", arguments: ["nl", "da", "sv", "is"])
  func languages(_ language: String) throws {
    let folder = try TestFolder()
    let environment = ["LC_ALL": "\(language)_XX.UTF-8"]
    for command in CommandOutline.all {
      let english = try CommandRun(command.path + ["--help"], in: folder).output
      let run = try CommandRun(command.path + ["--help"], in: folder, environment: environment)
      #expect(run.code == 0 && run.messages.isEmpty)
      let lines = run.output.split(separator: "\n")
      // How a command is called is one line, however long.
      let (call, others) = (lines.filter { $0.contains(": p2c ") }, lines.filter { !$0.contains(": p2c ") })
      #expect(call.count == 1 && others.allSatisfy { $0.count <= 80 }, "\(command.path)")
      // Only names are alike.
      let same = Set(english.split(separator: "\n")).intersection(lines).filter { $0.contains(/[a-z] [a-z]/) }
      #expect(same.isEmpty, "\(same)")
      let option = try CommandRun(command.path + ["--help", "--language", language], in: folder)
      #expect(option.output == run.output)
    }
    let bare = try CommandRun([], in: folder, environment: environment)
    let help = try CommandRun(["--help"], in: folder, environment: environment)
    #expect(bare.code == 64 && bare.output.isEmpty && bare.messages == help.output)
  }

  @Test("Help can be asked for in three ways")
  func ways() throws {
    let folder = try TestFolder()
    let help = try CommandRun(["convert", "--help"], in: folder).output
    #expect(help.contains("USAGE: p2c convert"))
    #expect(try CommandRun(["convert", "-h"], in: folder).output == help)
    #expect(try CommandRun(["help", "convert"], in: folder).output == help)
  }

  @Test("Without a command the help is shown as a message, and the exit code says that nothing was done")
  func bare() throws {
    let folder = try TestFolder()
    let run = try CommandRun([], in: folder)
    #expect(run.code == 64)
    #expect(run.output.isEmpty)
    #expect(run.messages.contains("USAGE: p2c <subcommand>"))
    #expect(try folder.names.isEmpty)
  }

  @Test("The version is one line, with the build and the libraries")
  func version() throws {
    let run = try CommandRun(["--version"], in: TestFolder())
    #expect(run.code == 0)
    #expect(
      run.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+ \([^()\n]*build[^()\n]*libarchive [0-9.]+[^()\n]*\)\n/) != nil)
    #expect(run.messages.isEmpty)
  }
}
