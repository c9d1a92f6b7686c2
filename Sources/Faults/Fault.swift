/// The calls to the system that can fail. Each of them asks here first, so that a test can make any one of them fail.
///
/// Builds for users hold nothing of this: there `number(of:)` is nil, and the compiler drops the question.
public enum Fault {
  /// What a call is for.
  public enum Call: String, Sendable, CaseIterable {
    case open, read, write, sync, close, rename, remove, folder, list, status, lock, thread
    /// A small file that is read whole by the standard library.
    case text
    /// The handle of a C library, which takes memory.
    case allocate
  }

  /// The error number that a call must fail with instead of being made; nil to make it.
  @inline(__always)
  public static func number(of call: Call) -> Int32? {
    #if FAULT_INJECTION
      FaultPlan.number(of: call)
    #else
      nil
    #endif
  }

  /// How many of the bytes that a call is to read or write it may take: all, but for tests of short ones.
  @inline(__always)
  public static func share(of count: Int) -> Int {
    #if FAULT_INJECTION
      FaultPlan.share(of: count)
    #else
      count
    #endif
  }
}
