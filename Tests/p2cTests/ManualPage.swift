import Foundation

/// The manual page of a command in the macros of man(7), made of what the program says of itself.
struct ManualPage {
  private let path: [String]
  private let outline: CommandOutline

  /// The page of a command by the words that call it; of none for the whole program.
  init(_ path: [String], _ outline: CommandOutline) {
    (self.path, self.outline) = (path, outline)
  }

  /// The name of the page, as `man` takes it.
  private var name: String { (["p2c"] + path).joined(separator: "-") }

  /// The name of the file.
  var file: String { "\(name).1" }

  /// The page.
  var text: String {
    let command = (["p2c"] + path).joined(separator: " ")
    var lines = [
      ".TH \(Self.escaped(name.uppercased())) 1 \"\" \"p2c\" \"User Commands\"", ".SH NAME",
      "\(Self.escaped(name)) \\- \(Self.escaped(Self.sentence(outline.abstract ?? "")))", ".SH SYNOPSIS",
      ".B \(Self.escaped(command))",
    ]
    lines += synopsis
    let discussion = outline.discussion ?? ""
    lines += [".SH DESCRIPTION", Self.paragraphs([outline.abstract ?? "", discussion].filter { !$0.isEmpty })]
    let commands = (outline.subcommands ?? []).filter { $0.commandName != "help" }
    if !commands.isEmpty {
      lines.append(".SH COMMANDS")
      for one in commands {
        lines += [".TP", ".B \(Self.escaped(one.commandName))", Self.paragraphs([one.abstract ?? ""])]
      }
    }
    lines += section("ARGUMENTS", outline.positionals) + section("OPTIONS", outline.named)
    var others = commands.map { "\(name)-\($0.commandName)" }
    if !path.isEmpty { others.insert((["p2c"] + path.dropLast()).joined(separator: "-"), at: 0) }
    lines.append(".SH SEE ALSO")
    lines += others.enumerated().map { ".BR \(Self.escaped($1)) (1)\($0 == others.count - 1 ? "" : ",")" }
    return lines.joined(separator: "\n") + "\n"
  }

  private var synopsis: [String] {
    if !outline.isLeaf { return [".I command"] }
    var parts = outline.positionals.map { argument in
      let value = "\\fI\(Self.escaped(argument.name))\\fR\(argument.isRepeating ? " ..." : "")"
      return argument.isOptional ? "[\(value)]" : value
    }
    parts += outline.named.filter { !$0.isOptional }.map { "\($0.bold) \\fI\(Self.escaped($0.valueName ?? ""))\\fR" }
    return [(parts + ["[\\fIoptions\\fR]"]).joined(separator: " ")]
  }

  private func section(_ title: String, _ arguments: [CommandOutline.Argument]) -> [String] {
    arguments.isEmpty
      ? []
      : [".SH \(title)"]
        + arguments.flatMap { argument in
          let value = argument.kind == "flag" ? "" : "\\fI\(Self.escaped(argument.valueName ?? argument.name))\\fR"
          let head = argument.kind == "positional" ? value : "\(argument.bold)\(value.isEmpty ? "" : " \(value)")"
          var text = argument.abstract ?? ""
          if let values = argument.allValues, !values.isEmpty { text += " Values: \(values.joined(separator: ", "))." }
          if let value = argument.defaultValue, argument.kind == "option" { text += " Default: \(value)." }
          return [".TP", head, Self.paragraphs([text])]
        }
  }

  /// Without its full stop, as names of pages are explained.
  private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

  private static func paragraphs(_ texts: [String]) -> String {
    texts.flatMap { $0.components(separatedBy: "\n\n") }.map { text in
      let escaped = escaped(text.split(separator: "\n").joined(separator: " "))
      // A line that begins so would be a request.
      return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }.joined(separator: "\n.PP\n")
  }

  /// A text in which no character is a command; every hyphen is one that can be copied.
  fileprivate static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      default: String(character)
      }
    }.joined()
  }
}

extension CommandOutline.Argument {
  /// Its names in bold, the short one first.
  fileprivate var bold: String {
    let texts = (names ?? []).map(\.text).sorted { ($0.count, $0) < ($1.count, $1) }
    return texts.map { "\\fB\(ManualPage.escaped($0))\\fR" }.joined(separator: ", ")
  }
}
