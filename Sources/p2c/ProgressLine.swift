import Archives
import ProspectToCash
import Synchronization

/// Shows how far a job is: on a terminal in one line that is written over, elsewhere in lines one after the other.
///
/// The line is renewed by a thread of its own, so that it says the truth also while nothing is reported. Without one it is
/// renewed with each step. A job that is done within a second shows none.
final class ProgressLine: Sendable {
  /// How it is shown.
  enum Style {
    case overwritten, plain
  }

  private struct State {
    var step = ""
    /// Whether records are read in this step.
    var isReading = true
    /// The pass over inputs that is under way, and since when.
    var pass = (number: 0, since: ContinuousClock.now)
    var shown: ContinuousClock.Instant?
    var isLineOpen = false
    var isDone = false
  }

  private let style: Style?
  private let words: ProgressText?
  private let start = ContinuousClock.now
  private let meter = ReadMeter()
  private let state = Mutex(State())

  /// A line that is shown as the style says.
  init(_ style: Style, _ words: ProgressText) {
    self.style = style
    self.words = words
    try? WorkerThread.start(name: "progress") { [weak self] in
      while let line = self, !line.tick() { Terminal.pause(milliseconds: 200) }
    }
  }

  /// A line that is never shown.
  static var hidden: ProgressLine { ProgressLine() }

  private init() { (style, words) = (nil, nil) }

  /// What a job reports its progress to.
  var progress: Progress {
    style == nil ? .silent : Progress(meter: meter) { self.show($0) }
  }

  /// Shows that the job is done, if anything was shown of it, and takes the line away.
  func finish() {
    state.withLock { state in
      if let words, !state.isDone, state.shown != nil, ContinuousClock.now - start >= .seconds(1) {
        write(words.end(state.step), &state)
      }
    }
    end()
  }

  /// Takes the line away.
  func end() {
    state.withLock { state in
      if state.isLineOpen { Terminal.show(ProgressText.erased) }
      state.isLineOpen = false
      state.isDone = true
    }
  }

  private func show(_ step: Progress.Step) {
    guard let words else { return }
    state.withLock { state in
      if let text = words.step(step, after: state.step) {
        if text == state.step { return }
        (state.step, state.isReading) = (text, step != .checking && step != .writing)
        // Elsewhere than on a terminal each step is a line.
        if style == .plain { write(text, &state) }
      }
      renew(&state)
    }
  }

  /// Renews the line if it is time; whether the job is done.
  private func tick() -> Bool {
    state.withLock { state in
      if !state.isDone { renew(&state) }
      return state.isDone
    }
  }

  private func renew(_ state: inout State) {
    let now = ContinuousClock.now
    guard let words, !state.isDone, now - start >= .seconds(1) else { return }
    if let shown = state.shown, now - shown < pause { return }
    let reading = meter.reading
    if reading.pass != state.pass.number { state.pass = (reading.pass, now) }
    let records = state.isReading ? reading.records : 0
    write(words.line(state.step, reading.share, records, in: now - state.pass.since, since: now - start), &state)
  }

  /// How long what is shown stays as it is.
  private var pause: Duration { style == .plain ? .seconds(5) : .milliseconds(200) }

  private func write(_ text: String, _ state: inout State) {
    state.shown = .now
    let line = TerminalText.line(text)
    if style == .plain { return Terminal.say("p2c: \(line)") }
    // It never wraps: what is erased is one line.
    Terminal.show(ProgressText.erased + String("p2c: \(line)".prefix(Terminal.errorWidth - 1)))
    state.isLineOpen = true
  }
}
