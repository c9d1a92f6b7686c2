import Archives
import ArgumentParser
import Foundation
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
        try Terminal.print(document: P2C.fullMessage(for: error))
      } catch {
        let failure = Failure(error)
        Terminal.say("p2c: \(failure.message)")
        return failure.exitCode
      }
    } else {
      Terminal.say("p2c: \(words(error, of: arguments))")
    }
    return code
  }

  /// The mistake in one line. The parser's own words may have line feeds, and so may what they quote; so it is asked again
  /// about the arguments as they are shown.
  private static func words(_ error: any Error, of arguments: [String]) -> String {
    let shown = arguments.map(TerminalText.line)
    var error = error
    if shown != arguments {
      do {
        _ = try P2C.parseAsRoot(shown)
        return P2C.message(for: error)
      } catch let other {
        error = other
      }
    }
    let lines = P2C.message(for: error).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let text = lines.joined(separator: " ")
    let end = text.last.map { ".!?".contains($0) } == true ? String(text.dropLast()) : text
    return "\(end); see `\(help(error))`"
  }

  /// The command that helps, which the parser names in its last line: `See 'p2c fix --help' for more information.`
  private static func help(_ error: any Error) -> String {
    let quoted = P2C.fullMessage(for: error).split(separator: "\n").last?.split(separator: "'") ?? []
    return quoted.count == 3 ? String(quoted[1]) : "p2c --help"
  }
}
