import Foundation

/// How text is shown on a terminal: coloured unless somebody does not want it, and broken between words.
struct TerminalStyle {
  /// The colours in use, by their numbers (ECMA-48, 8.3.117).
  private enum Colour: Int {
    case bold = 1
    case red = 31
    case yellow = 33
    case cyan = 36
  }

  private let isColoured: Bool
  private let width: Int

  /// The style of the terminal that a stream is; nil if it is none.
  init?(of stream: Int32) {
    guard isatty(stream) == 1 else { return nil }
    isColoured = !Self.isDumb && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
    width = Self.width(of: stream)
  }

  /// Whether the terminal says that it obeys nothing, or does not say what it is.
  static var isDumb: Bool { ["", "dumb"].contains(ProcessInfo.processInfo.environment["TERM", default: ""]) }

  /// The columns of the terminal that a stream is; 80 if it does not say.
  static func width(of stream: Int32) -> Int {
    var size = winsize()
    // The structure stays in place for the length of the call, which fills it.
    guard unsafe ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return 80 }
    return Int(size.ws_col)
  }

  /// The columns of help: those that the environment says, else those of the terminal that standard output is.
  static var helpWidth: Int {
    let said = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) } ?? 0
    return said > 0 ? said : width(of: STDOUT_FILENO)
  }

  /// A line of a result: codes of findings are bold, severities have their colours.
  func shown(_ line: String) -> String {
    guard isColoured else { return line }
    if let code = line.prefixMatch(of: /P2C[0-9]{4}\b/) {
      return coloured(code.output, .bold) + line[code.range.upperBound...]
    }
    for (severity, colour) in [("error", Colour.red), ("warning", .yellow), ("info", .cyan)] {
      let start = "  \(severity):"
      if line.hasPrefix(start) { return "  " + coloured("\(severity):", colour) + line.dropFirst(start.count) }
    }
    return line
  }

  /// A message: the name of the tool is red.
  func message(_ line: String) -> String {
    let start = "p2c:"
    guard isColoured, line.hasPrefix(start) else { return line }
    return coloured(start, .red) + line.dropFirst(start.count)
  }

  /// A line in several where it is too long, the later ones two columns further to the right. A word is never broken.
  func broken(_ line: String) -> [String] {
    if line.count <= width { return [line] }
    let indent = String(line.prefix { $0 == " " })
    var lines: [String] = []
    var rest = indent
    var isEmpty = true
    for word in line.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false) {
      if !isEmpty, rest.count + 1 + word.count > width {
        lines.append(rest)
        rest = indent + "  "
        isEmpty = true
      }
      rest += isEmpty ? String(word) : " \(word)"
      isEmpty = false
    }
    return lines + [rest]
  }

  private func coloured(_ text: some StringProtocol, _ colour: Colour) -> String {
    "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
  }
}
