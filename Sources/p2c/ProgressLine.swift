import ProspectToCash
import Synchronization

/// Shows how far a run is: on a terminal in one line that is written over, elsewhere in lines one after the other.
final class ProgressLine: Sendable {
  /// How it is shown.
  enum Style {
    case hidden, overwritten, plain
  }

  private struct State {
    var template = ""
    var shown: ContinuousClock.Instant?
    var isLineOpen = false
  }

  private let style: Style
  private let state = Mutex(State())

  init(_ style: Style) { self.style = style }

  /// What a run says its progress to.
  var progress: Progress {
    style == .hidden ? .silent : Progress { self.show($0) }
  }

  /// Ends a line that is still open.
  func end() {
    state.withLock { state in
      if state.isLineOpen { Terminal.show("\n") }
      state.isLineOpen = false
    }
  }

  private func show(_ step: Progress.Step) {
    state.withLock { state in
      let now = ContinuousClock.now
      switch step {
      case .looking: write("reading the packages", &state)
      case .package(let path): write(path, &state)
      case .template(let name):
        state.template = name
        write(name, &state)
      case .records(let task, let count):
        if let shown = state.shown, now - shown < pause { return }
        write("\(state.template), \(task): \(count) records", &state)
      case .writing: write("writing the reports", &state)
      }
      state.shown = now
    }
  }

  /// How long counts stay as they are.
  private var pause: Duration { style == .plain ? .seconds(5) : .milliseconds(200) }

  private func write(_ text: String, _ state: inout State) {
    if style == .plain { return Terminal.say("p2c: \(text)") }
    // Back to the begin of the line, and what it held is erased.
    Terminal.show("\r\u{1B}[Kp2c: \(TerminalText.line(text))")
    state.isLineOpen = true
  }
}
