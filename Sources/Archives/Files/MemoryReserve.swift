internal import CReserve

/// What is done when the machine refuses memory, which no Swift code can catch: the process ends in order, with the exit
/// code 71, one line and nothing left behind. It belongs to the process and not to a value, as memory does.
public enum MemoryReserve {
  /// Begins to see to it. To be called once, at the begin of the program, while it has one thread. Without it a refusal ends
  /// the process as Swift does.
  public static func prepare() { reserve_prepare() }

  /// Waits for ever if another thread is ending the process: there is one line and one exit code.
  public static func yieldToEnd() { reserve_yield() }

  /// Says that the process ends with a code, whatever memory is refused from now on.
  public static func end(_ code: Int32) { reserve_end(code) }
}

/// Hidden folders of outputs under way, which are removed however the process ends, unless it is killed.
enum HiddenFolders {
  /// A hidden folder that is there.
  struct Kept {
    fileprivate let place: Int32
  }

  /// Does something under the lock: no signal's thread and no refusal of memory comes between.
  static func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    reserve_lock()
    defer { reserve_unlock() }
    return try body()
  }

  /// Takes the lock for ever and removes all folders; the process is about to end.
  static func removeAll() {
    reserve_lock()
    reserve_remove_all()
  }

  /// Removes all folders when a signal comes, before it ends the process: what a signal handler may do. A thread that waits
  /// for signals can do it under the lock, and is better.
  static func removeAll(onSignal number: Int32) { reserve_remove_on_signal(number) }

  /// Makes a folder by a closure and keeps it. Under the lock.
  static func make(_ path: String, by body: () throws(SystemError) -> Void) throws(SystemError) -> Kept {
    // The path lives as a C string for the length of the call, which copies it.
    let place = unsafe reserve_take(path)
    do throws(SystemError) {
      try body()
    } catch {
      reserve_give(place)
      throw error
    }
    reserve_keep(place)
    return Kept(place: place)
  }

  /// The folder is gone, or no hidden one any more.
  static func forget(_ folder: Kept) { reserve_give(folder.place) }

  /// An output has got its name, and the command's exit code is this one. Under the lock.
  static func committed(exitCode: Int32) { reserve_committed(exitCode) }

  /// Whether an output has got its name. Under the lock.
  static var isCommitted: Bool { reserve_is_committed() != 0 }
}
