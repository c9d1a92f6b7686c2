/// Finds where a document may be divided: behind elements of one name. A place that looks like the end of such an element may
/// be in a comment or in a CDATA section, so whoever divides a document there asks the parser what it is.
public struct XMLRecordEnd: Sendable {
  /// The name of the elements with its prefix.
  public let name: [UInt8]

  /// Ends of elements of this name.
  public init(of name: [UInt8]) { self.name = name }

  /// The place behind the last end of an element in the range; nil if there is none.
  public func last(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var place = range.upperBound - 1
    while place >= range.lowerBound {
      if bytes[place] == UInt8(ascii: "<"), let end = end(bytes, place + 1, range.upperBound) { return end }
      place -= 1
    }
    return nil
  }

  /// The place behind an end tag, or an element without content, whose `<` is in front of the place.
  private func end(_ bytes: Span<UInt8>, _ place: Int, _ limit: Int) -> Int? {
    var place = place
    let isEndTag = place < limit && bytes[place] == UInt8(ascii: "/")
    if isEndTag { place += 1 }
    guard place + name.count < limit else { return nil }
    for index in name.indices where bytes[place + index] != name[index] { return nil }
    place += name.count
    if isEndTag {
      while place < limit, isBlank(bytes[place]) { place += 1 }
      return place < limit && bytes[place] == UInt8(ascii: ">") ? place + 1 : nil
    }
    guard isBlank(bytes[place]) || bytes[place] == UInt8(ascii: "/") else { return nil }
    var quote: UInt8 = 0
    while place < limit {
      let byte = bytes[place]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return bytes[place - 1] == UInt8(ascii: "/") ? place + 1 : nil
      }
      place += 1
    }
    return nil
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
