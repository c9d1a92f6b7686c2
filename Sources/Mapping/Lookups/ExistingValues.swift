// Hot path (`contains`): no allocation per record.

public import Records

/// Values that F&O has, which records that go there must name: those of the company at hand, and what all companies share.
public struct ExistingValues: Sendable {
  /// The part of everybody.
  public static let shared = 0

  private var keys = KeyIndex()
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
    insert(value, company)
  }

  /// Adds a value in its comparable form that this run writes for the company at hand.
  public mutating func addWritten(_ value: Span<UInt8>) { insert(value, company) }

  private mutating func insert(_ value: Span<UInt8>, _ company: Int) {
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

  /// Whether the value exists; `key` may hold anything.
  public func contains(_ text: Span<UInt8>, _ key: inout OutputBuffer) -> Bool {
    if company > 0 {
      ExistingValues.begin(company, &key)
      KeyText.append(text, to: &key)
      if keys.find(key.span) != nil { return true }
    }
    key.truncate(to: 0)
    KeyText.append(text, to: &key)
    return keys.find(key.span) != nil
  }
}
