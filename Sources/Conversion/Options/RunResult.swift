/// What a conversion came to.
public enum RunResult: String, Sendable {
  /// No finding of severity error.
  case ok
  /// Records were rejected, or other errors were found.
  case findings
  /// More records were rejected than the limit allows; nothing may be imported.
  case failed

  /// The exit code of the command.
  public var exitCode: Int32 { self == .ok ? 0 : 1 }
}
