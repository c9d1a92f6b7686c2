import Archives
import ArgumentParser
import Findings
import Foundation
import Mapping
import ProspectToCash

/// What the command line says, and what is said of a wrong one.
enum Usage {
  /// The arguments of the process. Throws `Failure` for one that is not UTF-8.
  static func arguments() throws -> [String] {
    // The vector and its strings live as long as the process and are never changed; there are `argc` of them.
    let vector = unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return try unsafe vector.dropFirst().compactMap { argument -> String? in
      guard let start = unsafe argument else { return nil }
      let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: strlen(start)))
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Failure(
          message: "the argument \(NameText.shown(bytes)) is not UTF-8; rename the file or folder", exitCode: 64)
      }
      return text
    }
  }

  /// Reports what the parser of the command line has thrown: help on standard output, a mistake in one line on standard
  /// error. The exit code.
  static func report(_ error: any Error, of arguments: [String]) -> Int32 {
    let code = P2C.exitCode(for: error).rawValue
    if code == 0 {
      do {
        let text = P2C.fullMessage(for: error)
        try Terminal.print(document: help(text, of: arguments) ?? text)
      } catch {
        let failure = Failure(error)
        Terminal.report(failure, to: arguments)
        return failure.exitCode
      }
    } else {
      Terminal.report(Failure(message: message(error, of: arguments), exitCode: code), to: arguments)
    }
    return code
  }

  /// Shows the help to whoever gives no command. It is no result, and nothing was done; the exit code says so.
  static func explain(in languages: LanguageArguments) -> Int32 {
    let help = HelpText(languages.messages, columns: TerminalStyle.helpWidth).text(of: [])
    Terminal.show((help ?? P2C.helpMessage()) + "\n")
    return ExitCode.validationFailure.rawValue
  }

  /// Help that the parser has made, in the language of the command line; nil if the text is another one.
  private static func help(_ text: String, of arguments: [String]) -> String? {
    guard let command = CommandOutline.types.first(where: { P2C.helpMessage(for: $0.type) == text }) else { return nil }
    return HelpText(LanguageArguments(of: arguments).messages, columns: TerminalStyle.helpWidth).text(of: command.path)
  }

  /// Whether arguments ask for JSON, whatever else may be wrong with them.
  static func wantsJSON(_ arguments: [String]) -> Bool {
    let options = arguments.prefix { $0 != "--" }
    return options.contains("--format=json")
      || zip(options, options.dropFirst()).contains { $0 == "--format" && $1 == "json" }
  }

  /// The command that the parser adds.
  private static let builtIn = ["help"]

  /// The command that a word is most like which is none, as a hint behind a message.
  private static func suggestion(_ arguments: [String]) -> Message {
    var commands = P2C.configuration.subcommands
    for word in arguments {
      if let group = commands.first(where: { $0._commandName == word }) {
        commands = group.configuration.subcommands
        if commands.isEmpty { return "" }
        continue
      }
      if word.hasPrefix("-") { return "" }
      return NameDistance.nearest(to: word, among: commands.map { $0._commandName } + builtIn)
        .map { ", did you mean '\($0)'?" } ?? ""
    }
    return ""
  }

  /// The mistake in one line. The parser's own words may have line feeds, and so may what they quote; so it is asked again
  /// about the arguments as they are shown.
  private static func message(_ error: any Error, of arguments: [String]) -> Message {
    let words = LanguageArguments(of: arguments).messages
    let shown = arguments.map(TerminalText.line)
    var error = error
    if shown != arguments {
      do {
        _ = try P2C.parseAsRoot(shown)
        return Message(verbatim: P2C.message(for: error))
      } catch let other {
        error = other
      }
    }
    let lines = P2C.message(for: error).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let text = lines.joined(separator: " ")
    let end = text.last.map { ".!?".contains($0) } == true ? String(text.dropLast()) : text
    return "\(words.recognised(end) ?? Message(verbatim: end))\(suggestion(shown)); see `\(helpCommand(error))`"
  }

  /// The command that helps, which the parser names in its last line: `See 'p2c fix --help' for more information.`
  private static func helpCommand(_ error: any Error) -> String {
    let quoted = P2C.fullMessage(for: error).split(separator: "\n").last?.split(separator: "'") ?? []
    return quoted.count == 3 ? String(quoted[1]) : "p2c --help"
  }
}
