internal import Glibc

/// What the process does with signals. Signals belong to the process and not to a value, so their state is the module's.
public enum Signals {
  /// On SIGINT, SIGTERM and SIGHUP the hidden folders of this process are removed, and then the signal ends it as it would
  /// have without. `report` is called in between, with the signal and whether the output was complete before. To be called
  /// once, at the begin of the program, while it has one thread: later threads are made without these signals, and one
  /// thread waits for them, which may do what a signal handler may not.
  public static func removeOnSignal(report: @escaping @Sendable (Int32, Bool) -> Void = { _, _ in }) {
    var ours = sigset_t()
    // The set is filled before it is used, and stays in place for the length of each call.
    unsafe sigemptyset(&ours)
    let numbers = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }
    for number in numbers { unsafe sigaddset(&ours, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &ours, nil)
    let waited = ours
    let thread = Result { () throws(MachineLimit) in
      try WorkerThread.start(name: "signals") { wait(for: waited, report) }
    }
    if case .failure = thread {
      for number in numbers { HiddenFolders.removeAll(onSignal: number) }
      unsafe pthread_sigmask(SIG_UNBLOCK, &ours, nil)
    }
  }

  /// Signals of broken pipes and of files past their limit become errors of the call, `EPIPE` and `EFBIG`.
  public static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  private static func wait(for signals: sigset_t, _ report: (Int32, Bool) -> Void) {
    var signals = signals
    var number: Int32 = 0
    // The set and the number stay in place for the length of each call.
    while unsafe sigwait(&signals, &number) != 0 {}
    // The lock is kept to the end of the process: nobody commits or discards any more, and no error of a thread that
    // finds its folder gone gets as far as the exit code.
    HiddenFolders.removeAll()
    // No other thread writes a line from now on.
    MemoryReserve.end(128 + number)
    report(number, HiddenFolders.isCommitted)
    _ = signal(number, SIG_DFL)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    kill(getpid(), number)
    exit(128 + number)
  }

  /// A signal that was ignored when the program began stays ignored, as `nohup` means it.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // The action stays in place for the length of the call, which fills it.
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

/// What becomes of the process when the one that started it is gone.
public enum ParentProcess {
  /// Lets the process end with the one that has started it.
  public static func endWithIt() {
    typealias Function = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    // The C library exports one function of this name, which takes up to four numbers behind the first (prctl(2)). Swift does
    // not see it, since the number of its arguments varies.
    guard let symbol = unsafe dlsym(nil, "prctl") else { return }
    let prctl = unsafe unsafeBitCast(symbol, to: Function.self)
    // PR_SET_PDEATHSIG is 1.
    _ = prctl(1, UInt(SIGTERM), 0, 0, 0)
  }
}
