#if FAULT_INJECTION
  import Glibc
  import Synchronization

  /// Which call fails, and how, or from which call on all of its sort fail. One plan at a time holds for the whole process.
  public struct FaultPlan: Sendable {
    /// What happens to the call.
    public enum Kind: Sendable, Equatable {
      /// It fails with the error number.
      case failure(Int32)
      /// It is interrupted once, with the error number for that, and then goes on.
      case interruption(Int32)
      /// It reads or writes one byte only.
      case short
      /// The machine has reached a limit: the call fails, and so does every later one of its sort.
      case limit
    }

    /// What a plan has come to.
    public struct Outcome: Sendable {
      /// The calls since it was armed.
      public var calls = 0
      /// The call that was hit.
      public var hit: Fault.Call?
    }

    /// The calls that a machine refuses at a limit, with the error number for that.
    private static let limited: [Fault.Call: Int32] = [
      .thread: EAGAIN, .allocate: ENOMEM, .open: EMFILE, .text: EMFILE,
    ]

    private struct State {
      var plan: FaultPlan?
      var outcome = Outcome()
      var isShort = false
    }

    private static let state = Mutex(State())

    private let place: Int
    private let kind: Kind

    /// A plan that hits the call at a place, counted from 1. With 0 calls are only counted.
    public init(at place: Int, _ kind: Kind) {
      self.place = place
      self.kind = kind
    }

    /// Begins to count, and to wait for the call.
    public func arm() { FaultPlan.state.withLock { $0 = State(plan: self) } }

    /// Ends the plan under way; what it has come to.
    @discardableResult
    public static func disarm() -> Outcome {
      state.withLock { state in
        defer { state = State() }
        return state.outcome
      }
    }

    /// Only what waits can be interrupted, and only what moves bytes can move fewer.
    private func touches(_ call: Fault.Call) -> Bool {
      switch kind {
      case .failure: true
      case .interruption: [.open, .read, .write].contains(call)
      case .short: [.read, .write].contains(call)
      case .limit: Self.limited[call] != nil
      }
    }

    static func number(of call: Fault.Call) -> Int32? {
      state.withLock { state in
        guard let plan = state.plan, plan.touches(call) else { return nil }
        state.outcome.calls += 1
        if plan.kind == .limit, let hit = state.outcome.hit { return hit == call ? limited[call] : nil }
        guard state.outcome.calls == plan.place else { return nil }
        state.outcome.hit = call
        switch plan.kind {
        case .limit: return limited[call]
        case .failure(let number), .interruption(let number): return number
        case .short:
          state.isShort = true
          return nil
        }
      }
    }

    static func share(of count: Int) -> Int {
      state.withLock { state in
        defer { state.isShort = false }
        return state.isShort ? min(count, 1) : count
      }
    }
  }
#endif
