/// Expectations as YAML.
enum ExpectationText {
  /// The lines of tasks, each behind the blanks, with a row on each line.
  static func lines(_ tasks: [ExpectedTask], indent: String) -> [String] {
    tasks.flatMap { task in
      if task.rows.isEmpty { return ["\(indent)\(scalar(task.name)): []"] }
      return ["\(indent)\(scalar(task.name)):"] + task.rows.map { "\(indent)  - \(row($0))" }
    }
  }

  /// The tasks between braces, on one line.
  static func inline(_ tasks: [ExpectedTask]) -> String {
    let members = tasks.map { "\(scalar($0.name)): [\($0.rows.map(row).joined(separator: ", "))]" }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func row(_ row: ExpectedRow) -> String {
    var members: [String] = []
    if let verdict = row.statedVerdict { members.append("verdict: \(verdict.rawValue)") }
    if !row.codes.isEmpty { members.append("codes: [\(row.codes.joined(separator: ", "))]") }
    if !row.fields.isEmpty {
      let fields = row.fields.map { "\(scalar($0.name)): \(scalar($0.value))" }
      members.append("fields: {\(fields.joined(separator: ", "))}")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// A text as it may be written between braces: plain where every reader of YAML takes it for that text, else quoted.
  static func scalar(_ text: String) -> String {
    isPlain(text) ? text : "\"\(text.unicodeScalars.map(escaped).joined())\""
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
    guard first.properties.isAlphabetic || ("0"..."9").contains(first), last != " ", !text.contains("  ") else {
      return false
    }
    let isHarmless = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || " ._-/()".unicodeScalars.contains($0)
    }
    let isNumber =
      Double(text) != nil
      || text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || "._-".unicodeScalars.contains($0) }
    let words: Set = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "inf", "nan"]
    let isHexadecimal = text.lowercased().hasPrefix("0x") || text.lowercased().hasPrefix("0o")
    return isHarmless && !isNumber && !isHexadecimal && !words.contains(text.lowercased()) && !isDate(text)
  }

  /// Whether it begins as dates do.
  private static func isDate(_ text: String) -> Bool {
    let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].count == 4 && parts[1].count <= 2 && parts[0].allSatisfy(\.isNumber)
      && parts[1].allSatisfy(\.isNumber)
  }

  private static func escaped(_ character: Unicode.Scalar) -> String {
    switch character {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}":
      let digits = String(character.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(character)
    }
  }
}
