import Archives
import ArgumentParser
import Foundation
import ProspectToCash

/// Standard output and standard error. Results go to the first, everything else to the second.
enum Terminal {
  /// Makes signals, closed pipes and time zones harmless. To be called before anything else.
  static func prepare() {
    StandardOutput.reserveStreams()
    LocalTime.ignore()
    Signals.removeOnSignal()
    Signals.ignoreBrokenPipes()
  }

  /// Writes a result. A reader that has gone away is no error, a disk that is full is one.
  static func print(_ text: String) throws { try StandardOutput.write(text.hasSuffix("\n") ? text : text + "\n") }

  /// Writes a piece of a long result. Throws `ArchiveError`.
  static func write(_ text: String) throws { try StandardOutput.write(text) }

  /// Writes a message.
  static func say(_ text: String) { show(text + "\n") }

  /// Writes a piece of text on standard error.
  static func show(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Ends the program with the exit code.
  static func end(_ code: Int32) -> Never { Foundation.exit(code) }

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
