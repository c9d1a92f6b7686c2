/// A pattern for the paths of partitions below a folder: a glob, or a regular expression of the kinds that can be matched in time
/// linear in the path. A path matches as a whole.
struct PathPattern {
  /// What one character may be.
  enum Characters {
    case one(Unicode.Scalar)
    case any
    /// Any but the slash.
    case withinName
    case digit, word, blank
    case among([ClosedRange<UInt32>], [Characters])
    indirect case not(Characters)

    func contain(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .one(let own): scalar == own
      case .any: true
      case .withinName: scalar != "/"
      case .digit: 0x30...0x39 ~= scalar.value
      case .word: scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
      case .blank: scalar.properties.isWhitespace
      case .among(let ranges, let others):
        ranges.contains { $0.contains(scalar.value) } || others.contains { $0.contain(scalar) }
      case .not(let others): !others.contain(scalar)
      }
    }

    /// How many comparisons that takes.
    var cost: Int {
      switch self {
      case .among(let ranges, let others): ranges.count + others.count
      case .not(let others): others.cost
      default: 1
      }
    }
  }

  /// A step of matching.
  private enum Step {
    case take(Characters)
    /// Goes on at both places.
    case split(Int, Int)
    case jump(Int)
    case atBeginning, atEnd
    case found
  }

  /// The parts of a pattern.
  indirect enum Part {
    case characters(Characters)
    case sequence([Part])
    case either([Part])
    case repeated(Part, least: Int, most: Int?)
    case atBeginning, atEnd
  }

  /// A pattern that is longer, or more than so many steps, is not understood: no export has such.
  static let (longest, mostSteps) = (4_096, 10_000)

  private var steps: [Step] = []
  private let triesWithoutSlash: Bool

  /// A glob: `?` is one character, `*` any but the slash, `**` alone between slashes any. Nil if it is too long.
  init?(glob: String) {
    guard glob.utf8.count <= PathPattern.longest else { return nil }
    triesWithoutSlash = false
    var parts: [Part] = []
    let text = glob.hasPrefix("/") || glob.hasPrefix("\\") ? String(glob.dropFirst()) : glob
    let names = text.split(omittingEmptySubsequences: false) { "/\\".contains($0) }
    for (place, name) in names.enumerated() {
      let isLast = place == names.count - 1
      if name == "**" {
        if place == 0 { parts.append(.characters(.one("/"))) }
        let any = Part.repeated(.characters(.any), least: 0, most: nil)
        // The slash in front is there; any folders follow with theirs.
        parts.append(
          isLast ? any : .repeated(.sequence([any, .characters(.one("/"))]), least: 0, most: 1))
        continue
      }
      if place == 0 { parts.append(.characters(.one("/"))) }
      for scalar in name.unicodeScalars {
        switch scalar {
        case "?": parts.append(.characters(.any))
        case "*": parts.append(.repeated(.characters(.withinName), least: 0, most: nil))
        default: parts.append(.characters(.one(scalar)))
        }
      }
      if !isLast { parts.append(.characters(.one("/"))) }
    }
    guard compile(.sequence(parts)) else { return nil }
    steps.append(.found)
  }

  /// A regular expression; nil if it has parts that are not understood.
  init?(expression: String) {
    triesWithoutSlash = true
    guard expression.utf8.count <= PathPattern.longest, let part = PatternParser.parse(expression), compile(part) else {
      return nil
    }
    steps.append(.found)
  }

  /// Whether a path matches, which begins with a slash; nil if that takes more steps than are left.
  func matches(_ path: String, _ left: inout Int) -> Bool? {
    let scalars = Array(path.unicodeScalars)
    guard let found = matches(scalars[...], &left) else { return nil }
    return found || !triesWithoutSlash ? found : matches(scalars.dropFirst(), &left)
  }

  private mutating func compile(_ part: Part) -> Bool {
    guard steps.count < PathPattern.mostSteps else { return false }
    switch part {
    case .characters(let characters): steps.append(.take(characters))
    case .atBeginning: steps.append(.atBeginning)
    case .atEnd: steps.append(.atEnd)
    case .sequence(let parts):
      for part in parts where !compile(part) { return false }
    case .either(let parts):
      var ends: [Int] = []
      for (place, part) in parts.enumerated() {
        guard place < parts.count - 1 else {
          guard compile(part) else { return false }
          continue
        }
        let split = steps.count
        steps.append(.found)
        guard compile(part) else { return false }
        ends.append(steps.count)
        steps.append(.found)
        steps[split] = .split(split + 1, steps.count)
      }
      for end in ends { steps[end] = .jump(steps.count) }
    case .repeated(let part, let least, let most):
      for _ in 0..<least where !compile(part) { return false }
      guard let most else {
        let split = steps.count
        steps.append(.found)
        guard compile(part) else { return false }
        steps.append(.jump(split))
        steps[split] = .split(split + 1, steps.count)
        return true
      }
      var splits: [Int] = []
      for _ in least..<most {
        splits.append(steps.count)
        steps.append(.found)
        guard compile(part) else { return false }
      }
      for split in splits { steps[split] = .split(split + 1, steps.count) }
    }
    return true
  }

  /// Follows all ways at once, so that no path takes longer than its length times the steps.
  private func matches(_ text: ArraySlice<Unicode.Scalar>, _ left: inout Int) -> Bool? {
    var ways = Ways(steps.count)
    left -= steps.count
    follow(0, text.startIndex, of: text, &ways)
    for position in text.indices {
      swap(&ways.places, &ways.next)
      ways.next.removeAll(keepingCapacity: true)
      let scalar = text[position]
      for place in ways.places.indices {
        if case .take(let characters) = steps[ways.places[place]] {
          left -= characters.cost
          if characters.contain(scalar) { follow(ways.places[place] + 1, position + 1, of: text, &ways) }
        }
      }
      left -= ways.taken
      ways.taken = 0
      if left < 0 { return nil }
      if ways.next.isEmpty { return false }
    }
    return ways.next.contains { if case .found = steps[$0] { true } else { false } }
  }

  /// Where matching has come to.
  private struct Ways {
    /// The steps at which a character is taken, that at hand and the next one.
    var places: [Int] = []
    var next: [Int] = []
    /// The steps that lead on without a character, and are still to be followed.
    var open: [Int] = []
    /// At which position each step was reached last.
    var reached: [Int]
    /// How many steps have been followed.
    var taken = 0

    init(_ steps: Int) { reached = Array(repeating: -1, count: steps) }
  }

  /// Goes on from a step to all at which the character of a position is taken.
  private func follow(_ start: Int, _ position: Int, of text: ArraySlice<Unicode.Scalar>, _ ways: inout Ways) {
    ways.open.append(start)
    while let step = ways.open.popLast() {
      if ways.reached[step] == position { continue }
      ways.reached[step] = position
      ways.taken += 1
      switch steps[step] {
      case .jump(let next): ways.open.append(next)
      case .split(let first, let second):
        ways.open.append(second)
        ways.open.append(first)
      case .atBeginning: if position == text.startIndex { ways.open.append(step + 1) }
      case .atEnd: if position == text.endIndex { ways.open.append(step + 1) }
      case .take, .found: ways.next.append(step)
      }
    }
  }
}
