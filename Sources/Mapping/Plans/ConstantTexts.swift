// Hot path: nothing is copied or held on to.

import Records

/// The texts that a plan gives to fields, one behind another. Threads that read the same plan would hold on to a text of its own,
/// each counting that where all others do.
public struct ConstantTexts: Sendable {
  /// All texts.
  public private(set) var bytes: [UInt8] = []
  @usableFromInline private(set) var ranges: [Range<Int>] = []

  /// How many there are.
  var count: Int { ranges.count }

  /// Adds a text.
  mutating func append(_ text: [UInt8]) {
    ranges.append(bytes.count..<bytes.count + text.count)
    bytes += text
  }

  /// Where a text stands among the bytes.
  @inlinable @inline(__always)
  public func range(_ number: Int) -> Range<Int> { ranges[number] }

  /// A text.
  @inlinable @inline(__always)
  @_lifetime(borrow self)
  public func text(_ number: Int) -> Span<UInt8> { bytes.span.extracting(ranges[number]) }

  /// Appends a text.
  func append(_ number: Int, to output: inout OutputBuffer) { output.append(text(number)) }

  /// Appends a text in lower case.
  func appendLowercased(_ number: Int, to output: inout OutputBuffer) {
    KeyText.appendLowercased(text(number), to: &output)
  }

  /// A copy of a text.
  func copy(_ number: Int) -> [UInt8] { Array(bytes[ranges[number]]) }
}
