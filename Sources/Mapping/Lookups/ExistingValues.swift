// Hot path (`contains`): no allocation per record.

public import Records

/// Values that F&O has, which records that go there must name: those of the company at hand, and what all companies share.
public struct ExistingValues: Sendable {
  /// The part of everybody.
  public static let shared = 0

  private var keys = KeyIndex()
  /// Those that the run writes, apart: while it does so, other threads look into those of references.
  private let written = WrittenValues()
  /// How many values references hold for each part.
  private var counts: [Int] = []
  /// The company at hand, one above its place among those of the run. 0 while there is only one: its values are everybody's.
  var company = ExistingValues.shared

  /// No values.
  public init() {}

  /// Whether references hold no value for the company at hand, so that nothing is asked for.
  public var isEmpty: Bool { count(ExistingValues.shared) == 0 && (company == 0 || count(company) == 0) }

  private func count(_ part: Int) -> Int { part < counts.count ? counts[part] : 0 }

  /// Adds a value in its comparable form that a reference holds, for a company, one above its place, or for everybody.
  public mutating func addReference(_ value: Span<UInt8>, company: Int) {
    while counts.count <= company { counts.append(0) }
    counts[company] += 1
    ExistingValues.insert(value, company, into: &keys)
  }

  /// Adds a value in its comparable form that this run writes for the company at hand.
  public func addWritten(_ value: Span<UInt8>) { ExistingValues.insert(value, company, into: &written.keys) }

  /// Hands out the values that the run writes, each behind the mark of its company.
  public func forEachWritten(_ body: ([UInt8]) -> Void) {
    for entry in 0..<written.keys.count {
      var key = OutputBuffer(capacity: 64)
      written.keys.appendKey(entry, to: &key)
      body(key.take())
    }
  }

  /// Adds a value, behind the mark of its company, that another share of the run has written.
  public func addWritten(marked key: Span<UInt8>) { _ = written.keys.insert(key, value: 0) }

  private static func insert(_ value: Span<UInt8>, _ company: Int, into keys: inout KeyIndex) {
    if company == 0 {
      _ = keys.insert(value, value: 0)
      return
    }
    var key = OutputBuffer(capacity: value.count + 8)
    ExistingValues.begin(company, &key)
    key.append(value)
    _ = keys.insert(key.span, value: 0)
  }

  /// Marks a key as one of a company; keys of everybody have no mark, which no text of theirs begins with.
  private static func begin(_ company: Int, _ key: inout OutputBuffer) {
    key.truncate(to: 0)
    key.append(0)
    key.append(UInt8(truncatingIfNeeded: company))
    key.append(UInt8(truncatingIfNeeded: company >> 8))
  }

  /// Whether the value exists; `key` may hold anything. While the run is just writing such values, and `isGrowing`, only
  /// those of references count.
  public func contains(_ text: Span<UInt8>, isGrowing: Bool = false, _ key: inout OutputBuffer) -> Bool {
    if company > 0 {
      ExistingValues.begin(company, &key)
      KeyText.append(text, to: &key)
      if holds(key, isGrowing) { return true }
    }
    key.truncate(to: 0)
    KeyText.append(text, to: &key)
    return holds(key, isGrowing)
  }

  private func holds(_ key: borrowing OutputBuffer, _ isGrowing: Bool) -> Bool {
    keys.find(key.span) != nil || (!isGrowing && written.keys.find(key.span) != nil)
  }
}

/// Values that a run writes.
private final class WrittenValues: @unchecked Sendable {
  // One thread at a time changes them, and nobody reads them meanwhile: see `contains`.
  var keys = KeyIndex()
}
