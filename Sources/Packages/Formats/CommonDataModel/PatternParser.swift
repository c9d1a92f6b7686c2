/// Reads regular expressions of the kinds that are matched in linear time: literals, classes, groups, alternatives and counts.
struct PatternParser {
  private static let mostRepetitions = 1_000
  private static let deepest = 64

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0

  /// The parts of an expression; nil if it has others.
  static func parse(_ text: String) -> PathPattern.Part? {
    var parser = PatternParser(scalars: Array(text.unicodeScalars))
    guard let part = parser.alternatives(), parser.index == parser.scalars.count else { return nil }
    return part
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  private mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  private mutating func alternatives() -> PathPattern.Part? {
    guard depth < PatternParser.deepest else { return nil }
    depth += 1
    defer { depth -= 1 }
    var parts: [PathPattern.Part] = []
    repeat {
      guard let part = sequence() else { return nil }
      parts.append(part)
    } while take("|" as Unicode.Scalar)
    return parts.count == 1 ? parts[0] : .either(parts)
  }

  private mutating func sequence() -> PathPattern.Part? {
    var parts: [PathPattern.Part] = []
    while let next = peek, next != "|", next != ")" {
      guard let part = atom(), let counted = counted(part) else { return nil }
      parts.append(counted)
    }
    return .sequence(parts)
  }

  private mutating func atom() -> PathPattern.Part? {
    guard let next = peek else { return nil }
    index += 1
    switch next {
    case ".": return .characters(.any)
    case "^": return .atBeginning
    case "$": return .atEnd
    case "[": return characterClass().map(PathPattern.Part.characters)
    case "\\": return escaped().map(PathPattern.Part.characters)
    case "(":
      if peek == "?", !take("?:"), !takeName() { return nil }
      guard let inner = alternatives(), take(")" as Unicode.Scalar) else { return nil }
      return inner
    case "*", "+", "?", "{", "}", "]": return nil
    default: return .characters(.one(next))
    }
  }

  /// Passes the name of a group.
  private mutating func takeName() -> Bool {
    guard take("?P<") || take("?<") else { return false }
    let start = index
    while let next = peek, next == "_" || next.isASCII && (next.properties.isAlphabetic || next.value < 0x3A) {
      guard next == "_" || next.properties.isAlphabetic || 0x30...0x39 ~= next.value else { return false }
      index += 1
    }
    return index > start && take(">" as Unicode.Scalar)
  }

  /// The part with the count that follows it.
  private mutating func counted(_ part: PathPattern.Part) -> PathPattern.Part? {
    let range: (least: Int, most: Int?)
    switch peek {
    case "*": range = (0, nil)
    case "+": range = (1, nil)
    case "?": range = (0, 1)
    case "{":
      index += 1
      guard let least = number() else { return nil }
      var most: Int? = least
      if take("," as Unicode.Scalar) { most = peek == "}" ? nil : number() ?? -1 }
      guard peek == "}", most.map({ $0 >= least }) ?? true else { return nil }
      range = (least, most)
    default: return part
    }
    index += 1
    switch part {
    case .atBeginning, .atEnd: return nil
    default: break
    }
    // Whether it takes as little as it can makes no difference for a whole path.
    _ = take("?" as Unicode.Scalar)
    if let next = peek, "*+?{".unicodeScalars.contains(next) { return nil }
    return .repeated(part, least: range.least, most: range.most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let next = peek, 0x30...0x39 ~= next.value {
      let number = (value ?? 0) * 10 + Int(next.value - 0x30)
      guard number <= PatternParser.mostRepetitions else { return nil }
      value = number
      index += 1
    }
    return value
  }

  /// What follows a backslash.
  private mutating func escaped() -> PathPattern.Characters? {
    guard let next = peek else { return nil }
    index += 1
    switch next {
    case "d": return .digit
    case "D": return .not(.digit)
    case "w": return .word
    case "W": return .not(.word)
    case "s": return .blank
    case "S": return .not(.blank)
    default:
      let isMark = next.isASCII && !next.properties.isAlphabetic && !(0x30...0x39 ~= next.value)
      return isMark ? .one(next) : nil
    }
  }

  /// A class behind its bracket.
  private mutating func characterClass() -> PathPattern.Characters? {
    let isNegated = take("^" as Unicode.Scalar)
    var ranges: [ClosedRange<UInt32>] = []
    var others: [PathPattern.Characters] = []
    while let next = peek, next != "]" {
      index += 1
      if next == "[" || next == "&" && peek == "&" { return nil }
      var first = next
      if next == "\\" {
        guard let escape = escaped() else { return nil }
        guard case .one(let scalar) = escape else {
          others.append(escape)
          continue
        }
        first = scalar
      }
      var last = first
      if peek == "-", index + 1 < scalars.count, scalars[index + 1] != "]" {
        index += 1
        guard let end = peek, end != "[" else { return nil }
        index += 1
        last = end
        if end == "\\" {
          guard case .one(let scalar) = escaped() else { return nil }
          last = scalar
        }
      }
      guard first.value <= last.value else { return nil }
      ranges.append(first.value...last.value)
    }
    guard take("]" as Unicode.Scalar), !ranges.isEmpty || !others.isEmpty else { return nil }
    let among = PathPattern.Characters.among(ranges, others)
    return isNegated ? .not(among) : among
  }
}
