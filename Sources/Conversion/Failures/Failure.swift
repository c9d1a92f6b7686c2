public import Findings

/// An error that knows its words and exit code.
package protocol ExplainedError: Error {
  /// What is wrong, where, and what to do, with the exit code.
  var failure: Failure { get }
}

/// Why a command ends without a result: one line for people, and the exit code.
public struct Failure: Error, Sendable {
  /// What is wrong, where, and what to do: one line, except for line breaks within names.
  public let words: Message
  /// The exit code.
  public let exitCode: Int32

  /// The words in English.
  public var message: String { words.description }

  /// The words and the exit code of whatever was thrown.
  public init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as any ExplainedError: self = error.failure
    default: self.init(message: "a defect of the tool itself: \(String(describing: error))", exitCode: 70)
    }
  }

  /// A failure of the command line or the like.
  public init(message: Message, exitCode: Int32) {
    words = message
    self.exitCode = exitCode
  }
}
