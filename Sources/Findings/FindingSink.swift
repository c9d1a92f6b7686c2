/// Where findings are listed one by one: a file, or the items of a report.
public protocol FindingWriter: AnyObject {
  /// Adds a finding with the words for it.
  func write(_ finding: Finding, message: String) throws
  /// Ends the list.
  func finish() throws
}

/// A list of findings that can be read again.
public protocol FindingStore: FindingWriter {
  /// Hands out the cells of all findings, in the order in which they were added.
  func forEach(_ body: ([String]) throws -> Void) throws
}

/// Takes the findings of a run: counts them all, keeps a few of each code as examples, and has them listed as far as is
/// wanted.
public final class FindingSink {
  /// What the codes mean.
  public let catalogue: FindingCatalogue
  /// How many findings of each code are listed.
  public let mostPerCode: Int
  private let words: FindingWords
  private let file: (any FindingWriter)?
  private let items: (any FindingStore)?

  /// Looks at findings before they are added: nil for one that is passed over, neither counted nor listed.
  public var review: ((Finding) throws -> Finding?)?

  /// What is kept of the findings of a code.
  private struct Tally {
    var count = 0
    var severity = Severity.info
    var examples: [Finding] = []
    var entities: [EntityName: EntityTally] = [:]
  }

  /// What is kept of the findings of a code about an entity.
  private struct EntityTally {
    var count = 0
    var examples: [Finding] = []
  }

  private var tallies: [FindingCode: Tally] = [:]
  /// How many there are of each severity.
  public private(set) var bySeverity: [Severity: Int] = [:]
  /// How many of them follow from others, and are no cause of their own.
  public private(set) var following: [Severity: Int] = [:]

  /// A sink that lists at most `mostPerCode` findings of each code, in a file and as items of a report.
  public init(
    catalogue: FindingCatalogue, mostPerCode: Int, file: (any FindingWriter)? = nil, items: (any FindingStore)? = nil
  ) {
    self.catalogue = catalogue
    self.mostPerCode = mostPerCode
    self.file = file
    self.items = items
    words = FindingWords(catalogue)
  }

  /// How many findings of each code are kept as examples, and of each code about an entity.
  public static let exampleCount = 5

  /// How many there are of each code.
  public var byCode: [FindingCode: Int] { tallies.mapValues(\.count) }

  /// How many there are of a code.
  public func count(of code: FindingCode) -> Int { tallies[code]?.count ?? 0 }

  /// The first few findings of a code.
  public func examples(of code: FindingCode) -> [Finding] { tallies[code]?.examples ?? [] }

  /// The entities that findings of a code are about, by name.
  public func entities(of code: FindingCode) -> [EntityName] {
    (tallies[code]?.entities.keys.filter { !$0.isEmpty } ?? []).sorted { $0.rawValue < $1.rawValue }
  }

  /// How many there are of a code about an entity.
  public func count(of code: FindingCode, about entity: EntityName) -> Int {
    tallies[code]?.entities[entity]?.count ?? 0
  }

  /// The first few findings of a code about an entity.
  public func examples(of code: FindingCode, about entity: EntityName) -> [Finding] {
    tallies[code]?.entities[entity]?.examples ?? []
  }

  /// The highest severity that findings of the code have had so far.
  public func severity(of code: FindingCode) -> Severity { tallies[code]?.severity ?? .info }

  /// The words of a finding.
  public func message(_ finding: Finding) -> String { words.message(finding) }

  /// Counts a finding and lists it, if the review lets it pass.
  public func add(_ finding: Finding) throws {
    guard let review else { return try report(finding) }
    if let reviewed = try review(finding) { try report(reviewed) }
  }

  /// Counts a finding and lists it, without a review.
  public func report(_ finding: Finding) throws {
    if finding.follows { following[finding.severity, default: 0] += 1 }
    let number = count(finding)
    guard number <= mostPerCode, file != nil || items != nil else { return }
    let message = words.message(finding)
    try items?.write(finding, message: message)
    try file?.write(finding, message: message)
  }

  /// Counts a finding about an entity that is no cause's consequence, if to count it is all that there is to do, so that it
  /// need not be made: enough of its code are listed. False, and not counted, if it must be made.
  public func countsOnly(_ code: FindingCode, _ severity: Severity, about entity: EntityName) -> Bool {
    guard review == nil, hasEnough(of: code, about: entity) else { return false }
    bySeverity[severity, default: 0] += 1
    FindingSink.countOnly(severity, about: entity, in: &tallies[code, default: Tally()])
    return true
  }

  /// Whether so many of a code about an entity are listed and kept that more need not be made.
  private func hasEnough(of code: FindingCode, about entity: EntityName) -> Bool {
    guard let tally = tallies[code], let known = tally.entities[entity] else { return false }
    return tally.count >= max(mostPerCode, FindingSink.exampleCount) && known.count >= FindingSink.exampleCount
  }

  private static func countOnly(_ severity: Severity, about entity: EntityName, in tally: inout Tally) {
    tally.count += 1
    tally.severity = max(severity, tally.severity)
    tally.entities[entity]?.count += 1
  }

  /// Counts findings of a code about an entity that are listed nowhere; `follow` says that they are consequences of others.
  public func count(
    _ number: Int, of code: FindingCode, _ severity: Severity, about entity: EntityName, follow: Bool
  ) {
    bySeverity[severity, default: 0] += number
    if follow { following[severity, default: 0] += number }
    var tally = tallies[code, default: Tally()]
    tally.count += number
    tally.severity = max(severity, tally.severity)
    tally.entities[entity, default: EntityTally()].count += number
    tallies[code] = tally
  }

  /// Counts a finding, and keeps it if it is one of the first; how many there are of its code now.
  private func count(_ finding: Finding) -> Int {
    bySeverity[finding.severity, default: 0] += 1
    return FindingSink.count(finding, in: &tallies[finding.code, default: Tally()])
  }

  private static func count(_ finding: Finding, in tally: inout Tally) -> Int {
    tally.count += 1
    tally.severity = max(finding.severity, tally.severity)
    if tally.count <= exampleCount { tally.examples.append(finding) }
    count(finding, in: &tally.entities[finding.place.entity, default: EntityTally()])
    return tally.count
  }

  private static func count(_ finding: Finding, in tally: inout EntityTally) {
    tally.count += 1
    if tally.count <= exampleCount { tally.examples.append(finding) }
  }

  /// Hands out the cells of all findings that are listed, where they are kept.
  public func forEachItem(_ body: ([String]) throws -> Void) throws { try items?.forEach(body) }

  /// Ends the lists.
  public func finish() throws {
    try items?.finish()
    try file?.finish()
  }
}
