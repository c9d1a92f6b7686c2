import Archives
import Findings
import ProspectToCash

/// The words of progress.
struct ProgressText: Sendable {
  /// Back to the beginning of the line, and what it had is erased.
  static let erased = "\r\u{1B}[K"

  private let texts: Texts

  /// Words in the language of the texts, with numbers as people read them.
  init(_ texts: Texts) { self.texts = texts.forPages }

  /// A step in words; nil if it is none of its own. Templates name the tasks that follow.
  func step(_ step: Progress.Step, after earlier: String) -> String? {
    switch step {
    case .looking: texts("progress.looking")
    case .package(let path): path
    case .template(let name): name
    case .records(let task, _):
      earlier.hasSuffix(" \(task)") ? earlier : "\(earlier.split(separator: " ").first ?? "") \(task)"
    case .checking: texts("progress.checking")
    case .writing: texts("progress.writing")
    }
  }

  /// A step with how far the command is: the share of what it reads, the records of the step and how fast they are read, and how
  /// long the command still takes.
  func line(
    _ step: String, _ share: Double?, _ records: Int, in passed: Duration, since start: Duration
  ) -> String {
    var parts: [String] = []
    let (seconds, all) = (Self.seconds(passed), Self.seconds(start))
    if let share { parts.append(texts("progress.share", ["share": Int(share * 100)])) }
    if records > 0 {
      parts.append(texts("summary.records", ["count": records]))
      if seconds >= 1 { parts.append(texts("progress.speed", ["records": Int(Double(records) / seconds)])) }
    }
    if let share, share > 0.01, all >= 1 {
      parts.append(texts("progress.left", ["time": duration(all * (1 - share) / share)]))
    }
    let text = step.isEmpty ? texts("progress.working") : step
    return parts.isEmpty ? text : "\(text): \(parts.joined(separator: ", "))"
  }

  /// The last step when all is done.
  func end(_ step: String) -> String {
    "\(step.isEmpty ? texts("progress.working") : step): \(texts("progress.share", ["share": 100]))"
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  /// Seconds, up to a minute; minutes and hours beyond.
  private func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    if whole < 60 { return texts("progress.seconds", ["time": String(whole)]) }
    let rest = whole % 60
    if whole < 3600 { return texts("progress.minutes", ["time": "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"]) }
    let minutes = whole / 60 % 60
    return texts("progress.hours", ["time": "\(whole / 3600):\(minutes < 10 ? "0" : "")\(minutes)"])
  }
}
