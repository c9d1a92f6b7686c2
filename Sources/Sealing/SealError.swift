import Conversion
import Findings

/// Why a folder cannot be sealed, or its seal not be checked.
public enum SealError: Error, Sendable, Equatable {
  /// The file is no Ed25519 key in PEM, of the kind that is needed.
  case notAKey(path: String, isPrivate: Bool)
  /// The file is no list of checksums, from this line on.
  case notAList(path: String, line: Int)
  /// The list has CR LF, so it is not the file that was written.
  case otherLineEnds(path: String)

  /// The exit code of the command.
  public var exitCode: Int32 { 65 }
}

extension SealError: ExplainedError {
  var failure: Failure { Failure(message: words, exitCode: exitCode) }

  /// One line: the place, what is wrong there, and what to do.
  private var words: Message {
    switch self {
    case .notAKey(let path, isPrivate: true):
      "\(path): is not a private Ed25519 key in PEM; make a key pair with `p2c keygen`"
    case .notAKey(let path, isPrivate: false):
      "\(path): is not a public Ed25519 key in PEM; make a key pair with `p2c keygen`"
    case .notAList(let path, let line):
      "\(path), line \(line): is not a list of SHA-256 checksums; use the file that `p2c convert` has written"
    case .otherLineEnds(let path):
      "\(path): its line ends were changed to CR LF, as by a transfer in text mode; copy the folder again in binary mode"
    }
  }
}
