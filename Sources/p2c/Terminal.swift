import Archives
import ArgumentParser
import Findings
import Findings
import Foundation
import ProspectToCash

/// Standard output and standard error. Results go to the first, everything else to the second.
///
/// Text for people passes `TerminalText` here and nowhere else, so that no terminal obeys what an input, a name or an
/// argument holds. What programs read, JSON and SARIF, has the true values.
enum Terminal {
  /// Makes closed pipes, time zones and the lack of memory harmless. To be called before anything else.
  static func prepare() {
    StandardOutput.reserveStreams()
    LocalTime.ignore()
    MemoryReserve.prepare()
    Signals.ignoreBrokenPipes()
  }

  /// Says in a language that a signal has ended the program, and what is left. To be called once, before any thread is made.
  static func reportSignals(in languages: LanguageArguments) {
    Signals.removeOnSignal { number, isCommitted in
      // Behind what the terminal shows of the keys.
      if isInteractive { show("\n") }
      let message: Message =
        switch (number == SIGINT, isCommitted) {
        case (true, false): "interrupted; nothing was written"
        case (true, true): "interrupted; the output is complete"
        case (false, false): "ended by a signal; nothing was written"
        case (false, true): "ended by a signal; the output is complete"
        }
      say("p2c: \(languages.messages(message))")
    }
  }

  /// Writes a result as lines of text. A reader that has gone away is no error, a disk that is full is one. Throws
  /// `ArchiveError`.
  static func print(_ lines: [String]) throws {
    guard let style = TerminalStyle(of: STDOUT_FILENO) else {
      return try StandardOutput.write(TerminalText.lines(lines))
    }
    try StandardOutput.write(lines.map { style.shown(TerminalText.line($0)) + "\n" }.joined())
  }

  /// Writes the summary of a job that has made an output. On a terminal long lines are broken between words. Throws
  /// `ArchiveError`.
  static func print(summary lines: [String]) throws {
    guard let style = TerminalStyle(of: STDOUT_FILENO) else { return try print(lines) }
    try StandardOutput.write(
      lines.flatMap { style.broken(TerminalText.line($0)) }.map { style.shown($0) + "\n" }.joined())
  }

  /// Writes a text of the tool's own, which has line feeds.
  static func print(ownText text: String) throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    try print(lines)
  }

  /// Writes a result, or a piece of one, for programs. Throws `ArchiveError`.
  static func write(_ text: String) throws { try StandardOutput.write(text) }

  /// Writes a whole document for programs. Throws `ArchiveError`.
  static func print(document text: String) throws { try write(text.hasSuffix("\n") ? text : text + "\n") }

  /// Reports the result of a command. Once its output is complete, a summary that cannot be written is worth a line and
  /// no failure. `output` is the folder, if the command has made one. Throws what `body` does.
  static func report(of output: String?, in languages: LanguageArguments, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ArchiveError {
      guard let output, case .writeFailed = error else { throw error }
      let message: Message = """
        standard output: the summary could not be written (\(error.systemWords ?? "failed")); the result is complete in \
        \(output)
        """
      say("p2c: \(languages.messages(message))")
    }
  }

  /// Writes a message of one line.
  static func say(_ line: String) {
    let text = TerminalText.line(line)
    show((TerminalStyle(of: STDERR_FILENO)?.message(text) ?? text) + "\n")
  }

  /// Reports a failure in one line: words for people, or an object if the command line asks for JSON.
  static func report(_ failure: Failure, to arguments: [String]) {
    let languages = LanguageArguments(of: arguments)
    if Usage.wantsJSON(arguments) {
      show(failure.json(languages.messagesOfFiles) + "\n")
    } else {
      say("p2c: \(languages.messages(failure.words))")
    }
  }

  /// Writes a piece of text on standard error as it is.
  static func show(_ text: String) {
    MemoryReserve.yieldToEnd()
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Ends the program with the exit code.
  static func end(_ code: Int32) -> Never {
    MemoryReserve.end(code)
    Foundation.exit(code)
  }

  /// Lets the calling thread wait.
  static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// Whether standard error is a terminal that can write a line over.
  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 && !TerminalStyle.isDumb }

  /// The columns of the terminal that standard error is.
  static var errorWidth: Int { TerminalStyle.width(of: STDERR_FILENO) }
}

/// Runs a command's body; whatever it throws becomes a failure with its words and exit code.
func reportingFailures(_ body: () throws -> Void) throws {
  do {
    try body()
  } catch let failure as Failure {
    throw failure
  } catch let code as ExitCode {
    throw code
  } catch {
    throw Failure(error)
  }
}
