import ArgumentParser
import Foundation

/// What the parser of command lines knows of the commands.
struct CommandOutline: Decodable {
  /// An argument, an option or a flag.
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    var kind: String
    var names: [Name]?
    var valueName: String?
    var abstract: String?
    var defaultValue: String?
    var allValues: [String]?
    var shouldDisplay: Bool
  }

  /// What help shows of an argument, an option, a flag, or of a flag with its opposite.
  struct Item {
    var isPositional: Bool
    /// How it is written.
    var label: String
    var abstract: String
    var values: [String]
    /// The value if none is given.
    var usual: String
  }

  private struct Whole: Decodable { var command: CommandOutline }

  var commandName: String
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool
  var arguments: [Argument]?
  var subcommands: [CommandOutline]?

  /// The whole program; nil if the parser describes it in another way than it should.
  static var program: CommandOutline? {
    try? JSONDecoder().decode(Whole.self, from: Data(P2C._dumpHelp().utf8)).command
  }

  /// All commands with the words that call them, the program itself first.
  static let types: [(path: [String], type: any ParsableCommand.Type)] = types(of: P2C.self, [])

  private static func types(
    of type: any ParsableCommand.Type, _ path: [String]
  ) -> [(path: [String], type: any ParsableCommand.Type)] {
    [(path, type)] + type.configuration.subcommands.flatMap { types(of: $0, path + [$0._commandName]) }
  }

  /// How the command is called.
  static func usage(of path: [String]) -> String {
    types.first { $0.path == path }.map { P2C.usageString(for: $0.type) } ?? ""
  }

  /// The command that such words call.
  func command(at path: [String]) -> CommandOutline? {
    guard let name = path.first else { return self }
    return commands.first { $0.commandName == name }?.command(at: Array(path.dropFirst()))
  }

  /// What it does, paragraph by paragraph.
  var paragraphs: [String] {
    [abstract ?? ""] + (discussion ?? "").components(separatedBy: "\n\n").filter { !$0.isEmpty }
  }

  /// The commands within, without that for help.
  var commands: [CommandOutline] { (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" } }

  /// The arguments as help shows them.
  var items: [Item] {
    var items: [Item] = []
    var opposite: String?
    for argument in (arguments ?? []) where argument.shouldDisplay {
      let long = argument.names?.first { $0.kind == "long" }?.name
      if let opposite, long == opposite, !items.isEmpty {
        items[items.count - 1].label += "/--\(opposite)"
        continue
      }
      opposite = argument.kind == "flag" ? long.map { "no-\($0)" } : nil
      let names = (argument.names ?? []).sorted { $0.kind == "short" && $1.kind != "short" }.map(\.text)
      let value = argument.kind == "flag" ? "" : "<\(argument.valueName ?? "")>"
      items.append(
        Item(
          isPositional: argument.kind == "positional",
          label: [names.joined(separator: ", "), value].filter { !$0.isEmpty }.joined(separator: " "),
          abstract: argument.abstract ?? "", values: argument.allValues ?? [], usual: argument.defaultValue ?? ""))
    }
    return items
  }
}
