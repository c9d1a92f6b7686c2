/// Turns UTF-8 text into the bytes of a file's encoding.
public struct TextEncoder: Sendable {
  /// The encoding that is written.
  public let encoding: TextEncoding

  /// An encoder; nil for an encoding that is read only.
  public init?(_ encoding: TextEncoding) {
    guard encoding != .windows1252 else { return nil }
    self.encoding = encoding
  }

  /// The byte order mark with which files of the encoding begin; empty where they have none.
  public var mark: [UInt8] {
    switch encoding {
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    case .utf8WithMark: [0xEF, 0xBB, 0xBF]
    case .utf8, .windows1252: []
    }
  }

  /// Appends text, which must end with a whole character.
  public func encode(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    switch encoding {
    case .utf16LittleEndian: UTF16Text.append(text, to: &output)
    case .utf16BigEndian:
      let start = output.count
      UTF16Text.append(text, to: &output)
      output.swapPairs(from: start)
    case .utf8, .utf8WithMark, .windows1252: output.append(text)
    }
  }
}
