import Archives
import ArgumentParser
import Foundation
import ProspectToCash

/// Standard output and standard error. Results go to the first, everything else to the second.
///
/// Text for people passes `TerminalText` here and nowhere else, so that no terminal obeys what an input, a name or an
/// argument holds. What programs read, JSON and SARIF, has the true values.
enum Terminal {
  /// Makes signals, closed pipes, time zones and the lack of memory harmless. To be called before anything else.
  static func prepare() {
    StandardOutput.reserveStreams()
    LocalTime.ignore()
    MemoryReserve.prepare()
    Signals.removeOnSignal()
    Signals.ignoreBrokenPipes()
  }

  /// Writes a result as lines of text. A reader that has gone away is no error, a disk that is full is one. Throws
  /// `ArchiveError`.
  static func print(_ lines: [String]) throws { try StandardOutput.write(TerminalText.lines(lines)) }

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
  static func report(of output: String?, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ArchiveError {
      guard let output, case .writeFailed = error else { throw error }
      say(
        "p2c: standard output: the summary could not be written (\(error.systemWords ?? "failed")); the result is "
          + "complete in \(output)")
    }
  }

  /// Writes a message of one line.
  static func say(_ line: String) { show(TerminalText.line(line) + "\n") }

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

  /// Whether standard error is a terminal.
  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }
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
