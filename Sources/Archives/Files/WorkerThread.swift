internal import Faults
internal import Glibc

/// A thread of one's own that runs a closure to its end. It is the only way to a thread: whoever starts one learns whether
/// the system has one to give, so that nobody waits for a thread that is not there.
public enum WorkerThread {
  private final class Work {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      setName()
      yieldToDecider()
      body()
    }

    /// Has the scheduler never take the core from another thread for this one when it is woken. Whoever decides wakes others
    /// with each batch and is the one whom all wait for: on two cores it would lose a sixth of its time to those.
    private func yieldToDecider() {
      // SCHED_BATCH of linux/sched.h, which Swift's view of glibc leaves out. A system that does not allow it schedules as ever.
      var parameters = sched_param(sched_priority: 0)
      // The pointer is used for the length of the call only.
      _ = unsafe pthread_setschedparam(pthread_self(), 3, &parameters)
    }

    /// Shows the name in lists of threads. Swift's view of glibc leaves pthread_setname_np(3) out, so it is looked up.
    private func setName() {
      typealias Function = @convention(c) (pthread_t, UnsafePointer<CChar>) -> Int32
      // glibc exports one function of this name, and its signature is the one above.
      guard let symbol = unsafe dlsym(nil, "pthread_setname_np") else { return }
      let function = unsafe unsafeBitCast(symbol, to: Function.self)
      // The name lives as a C string for the length of the call, which copies it; it has at most 15 bytes.
      _ = unsafe function(pthread_self(), name)
    }
  }

  /// Begins to run the closure on a stack of 1 MiB. Errors: `threads`.
  public static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(MachineLimit) {
    if Fault.number(of: .thread) != nil { throw .threads }
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    // The attributes are used between init and destroy only.
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 1 << 20)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // The new thread takes over the one retain, once; if there is no thread, it is released here.
    let work = unsafe Unmanaged.passRetained(Work(name, body))
    let code = unsafe pthread_create(
      &thread, &attributes,
      { context in
        if let context = unsafe context { unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      throw .threads
    }
  }
}
