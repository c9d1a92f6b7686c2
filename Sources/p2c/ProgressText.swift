import Archives
import ProspectToCash

/// The words of progress.
enum ProgressText {
  /// Back to the beginning of the line, and what it had is erased.
  static let erased = "\r\u{1B}[K"

  /// A step in words; nil if it is none of its own. Templates name the tasks that follow.
  static func step(_ step: Progress.Step, after earlier: String) -> String? {
    switch step {
    case .looking: "reading the packages"
    case .package(let path): path
    case .template(let name): name
    case .records(let task, _):
      earlier.hasSuffix(" \(task)") ? earlier : "\(earlier.split(separator: " ").first ?? "") \(task)"
    case .checking: "reading back what was written"
    case .writing: "writing the reports"
    }
  }

  /// A step with how far it is: the share of its bytes, its records, how fast it goes, and how long it still takes.
  static func line(_ step: String, _ reading: ReadMeter.Reading, since passed: Duration) -> String {
    var parts: [String] = []
    let seconds = Double(passed.components.seconds) + Double(passed.components.attoseconds) / 1e18
    if let share = reading.share { parts.append("\(Int(share * 100)) %") }
    if reading.records > 0 {
      parts.append(count(reading.records, "record"))
      if seconds >= 1 { parts.append("\(grouped(Int(Double(reading.records) / seconds)))/s") }
    }
    if let share = reading.share, share > 0.01, seconds >= 1 {
      parts.append("\(duration(seconds * (1 - share) / share)) left")
    }
    let text = step.isEmpty ? "working" : step
    return parts.isEmpty ? text : "\(text): \(parts.joined(separator: ", "))"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Digits in groups of three.
  private static func grouped(_ number: Int) -> String {
    var text = ""
    let digits = String(number)
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Seconds, up to a minute; minutes and hours beyond.
  private static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    if whole < 60 { return "\(whole) s" }
    let rest = whole % 60
    if whole < 3600 { return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest) min" }
    let minutes = whole / 60 % 60
    return "\(whole / 3600):\(minutes < 10 ? "0" : "")\(minutes) h"
  }
}
