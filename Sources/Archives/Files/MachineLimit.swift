public import Findings
internal import Glibc

/// What the machine refuses a process, by a limit or because it has no more itself.
public enum MachineLimit: Error, Sendable, Equatable {
  /// No further thread (`ulimit -u`).
  case threads
  /// No more memory (`ulimit -v`).
  case memory
  /// No further file descriptor (`ulimit -n`).
  case descriptors

  /// The limit that the error number of a call for files or memory stands for; nil if it is about something else.
  public init?(errno: Int32) {
    switch errno {
    case EMFILE, ENFILE: self = .descriptors
    case ENOMEM: self = .memory
    default: return nil
    }
  }

  /// The exit code of the command line: `EX_OSERR` of `sysexits.h`.
  public static let exitCode: Int32 = 71
}

extension MachineLimit: CustomStringConvertible {
  /// The same in English.
  public var description: String { words.description }

  /// What was refused, and what to do.
  public var words: Message {
    switch self {
    case .threads: "the machine refuses another thread; raise the limit (ulimit -u) or lower --jobs"
    case .memory: "the machine refuses memory; raise the limit (ulimit -v), lower --jobs or use a larger machine"
    case .descriptors: "the machine refuses another file descriptor; raise the limit (ulimit -n)"
    }
  }
}
