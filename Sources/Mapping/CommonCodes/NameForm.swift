// Hot path (ASCII text): no allocation.

import Foundation
import Records

/// The form in which names of countries and states are compared: Unicode NFKC, case folded, without points, blanks at the ends
/// and doubled ones, and without a leading `the`. Accents count.
enum NameForm {
  private static let article = Array("the ".utf8)

  /// Appends the form of a text; the range of the buffer's bytes that it is in.
  static func append(_ text: Span<UInt8>, to output: inout OutputBuffer) -> Range<Int> {
    let start = output.count
    if !appendASCII(text, to: &output) {
      output.truncate(to: start)
      for byte in folded(KeyText.string(text)).utf8 { output.append(byte) }
    }
    return withoutArticle(output.span, from: start)
  }

  /// Appends the form of a buffer's bytes.
  static func append(_ text: borrowing OutputBuffer, to output: inout OutputBuffer) -> Range<Int> {
    append(text.span, to: &output)
  }

  /// The form of a text.
  static func bytes(_ text: String) -> [UInt8] {
    var output = OutputBuffer(capacity: text.utf8.count + 16)
    let source = Array(text.utf8)
    let range = append(source.span, to: &output)
    return Array(output.take()[range])
  }

  private static func withoutArticle(_ bytes: Span<UInt8>, from start: Int) -> Range<Int> {
    guard bytes.count - start > article.count else { return start..<bytes.count }
    for place in article.indices where bytes[start + place] != article[place] { return start..<bytes.count }
    return start + article.count..<bytes.count
  }

  /// False, with anything appended, if the text is not ASCII.
  private static func appendASCII(_ text: Span<UInt8>, to output: inout OutputBuffer) -> Bool {
    let start = output.count
    var isBlankDue = false
    for index in text.indices {
      let byte = text[index]
      if byte >= 0x80 { return false }
      if byte == UInt8(ascii: ".") { continue }
      if isBlank(UInt32(byte)) {
        isBlankDue = output.count > start
        continue
      }
      if isBlankDue { output.append(0x20) }
      isBlankDue = false
      output.append(KeyText.lower(byte))
    }
    return true
  }

  private static func folded(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    var isBlankDue = false
    for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars where scalar != "." {
      if scalar.properties.isWhitespace || isBlank(scalar.value) {
        isBlankDue = !folded.isEmpty
        continue
      }
      if isBlankDue { folded.append(" ") }
      isBlankDue = false
      folded.append(contentsOf: caseFolded(scalar))
    }
    return String(folded)
  }

  private static func isBlank(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || 0x09...0x0D ~= scalar || 0x1C...0x1F ~= scalar
  }

  /// The full case folding of a letter: lower case of the upper case, so that `ß` is `ss`. The dotless i alone has an upper
  /// case that it does not share its folding with.
  private static func caseFolded(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    if scalar == "\u{131}" { return String.UnicodeScalarView([scalar]) }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    let upper = lower.flatMap { $0.properties.uppercaseMapping.unicodeScalars }
    return String.UnicodeScalarView(upper.flatMap { $0.properties.lowercaseMapping.unicodeScalars })
  }
}
