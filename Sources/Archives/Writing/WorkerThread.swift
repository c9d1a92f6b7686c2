internal import Faults
internal import Glibc

/// A thread of one's own that runs a closure to its end. It has 512 KiB of stack.
enum WorkerThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Begins to run the closure. Errors: the system has no thread to give.
  static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    if let number = Fault.number(of: .thread) { throw SystemError(number: number) }
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    // The attributes are used between init and destroy only.
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 512 << 10)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // The new thread takes over the one retain, once; if there is no thread, it is released here.
    let work = unsafe Unmanaged.passRetained(Work(body))
    let code = unsafe pthread_create(
      &thread, &attributes,
      { context in
        if let context = unsafe context { unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      throw SystemError(number: code)
    }
  }
}
