import Foundation
import TestSupport

/// What the program itself says of its commands and their arguments.
struct CommandOutline: Decodable {
  /// An option, a flag or an argument that stands by itself.
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      /// The name as it is written on the command line.
      var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    var kind: String
    var names: [Name]?
    var isOptional: Bool
    var isRepeating: Bool
    var valueName: String?
    var abstract: String?
    var defaultValue: String?
    var allValues: [String]?
    var shouldDisplay: Bool?

    /// The name without dashes by which tables name it.
    var name: String { names?.first { $0.kind == "long" }?.name ?? valueName ?? "" }

    /// How messages name it.
    var shown: String { names?.first { $0.kind == "long" }?.text ?? "<\(name)>" }

    /// Whether every command has it.
    var isGeneral: Bool { ["help", "version"].contains(name) }
  }

  private struct Whole: Decodable { var command: CommandOutline }

  var commandName: String
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool?
  var arguments: [Argument]?
  var subcommands: [CommandOutline]?

  /// The whole program.
  static let program: CommandOutline = {
    do {
      let text = try CommandRun(["--experimental-dump-help"], in: TestFolder()).output
      return try JSONDecoder().decode(Whole.self, from: Data(text.utf8)).command
    } catch {
      fatalError("\(CommandRun.program.path) does not describe itself: \(error)")
    }
  }()

  /// All commands with the words that call them, those with subcommands too.
  static let all: [(path: [String], outline: CommandOutline)] = program.listed(under: [])

  private func listed(under path: [String]) -> [(path: [String], outline: CommandOutline)] {
    let parts = (subcommands ?? []).filter { $0.commandName != "help" }
    return [(path, self)] + parts.flatMap { $0.listed(under: path + [$0.commandName]) }
  }

  /// Whether it does something itself.
  var isLeaf: Bool { subcommands?.contains { $0.commandName != "help" } != true }

  /// Options that take a value.
  var options: [Argument] { (arguments ?? []).filter { $0.kind == "option" } }

  /// Options that take none.
  var flags: [Argument] { (arguments ?? []).filter { $0.kind == "flag" && !$0.isGeneral } }

  /// Options and flags.
  var named: [Argument] { (arguments ?? []).filter { $0.kind != "positional" } }

  /// Arguments that stand by themselves.
  var positionals: [Argument] { (arguments ?? []).filter { $0.kind == "positional" } }
}
