public import Records

/// Texts one behind the other in one buffer, by number: what is kept of millions of records that others point to.
public struct TextStore: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt64] = []

  /// An empty store.
  public init() {}

  /// The number of texts.
  public var count: Int { ends.count }

  /// Adds a text behind the others.
  public mutating func append(_ text: Span<UInt8>) {
    for index in 0..<text.count { bytes.append(text[index]) }
    ends.append(UInt64(bytes.count))
  }

  /// Whether a text is empty.
  public func isEmpty(_ number: Int) -> Bool { range(number).isEmpty }

  /// Appends a text to a buffer.
  @inline(__always)
  public func append(_ number: Int, to output: inout OutputBuffer) {
    output.append(bytes.span.extracting(range(number)))
  }

  /// A text as a span.
  @_lifetime(borrow self)
  public func text(_ number: Int) -> Span<UInt8> { bytes.span.extracting(range(number)) }

  @inline(__always)
  private func range(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
  }
}
