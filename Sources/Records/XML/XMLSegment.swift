/// The bytes between two ends of records, or what of them is in one block of the file.
///
/// A file is read in blocks. When it is divided into pieces, the blocks in which a piece begins and ends are divided, too. A
/// fault is reported where a block ends, so that it does not depend on the division.
public struct XMLSegment: Sendable {
  /// The block, as it was read.
  public var block: [UInt8]
  /// The segment's bytes in it.
  public var range: Range<Int>

  /// A segment of a block.
  public init(_ block: [UInt8], _ range: Range<Int>) {
    self.block = block
    self.range = range
  }

  /// Whether nothing of the block comes after it.
  public var endsBlock: Bool { range.upperBound == block.count }
}

/// The start tags of elements that are open, with their namespaces and without other attributes: with them in front of it, the
/// rest of a document is parsed as it is in the document.
public struct XMLOpenTags: Sendable, Equatable {
  /// The tags, one behind the other.
  public private(set) var markup: [UInt8] = []
  private var starts: [Int] = []

  /// No element is open.
  public init() {}

  /// How many elements are open.
  public var count: Int { starts.count }

  /// An element begins; its namespace declarations follow.
  mutating func begin(_ name: Span<UInt8>, prefix: Span<UInt8>?) {
    starts.append(markup.count)
    markup.append(UInt8(ascii: "<"))
    if let prefix {
      append(prefix)
      markup.append(UInt8(ascii: ":"))
    }
    append(name)
  }

  /// A namespace declaration of the element that begins. What a parser would change in a value is a reference.
  mutating func declare(_ prefix: Span<UInt8>?, _ namespace: Span<UInt8>) {
    markup += Array(" xmlns".utf8)
    if let prefix {
      markup.append(UInt8(ascii: ":"))
      append(prefix)
    }
    markup += Array("=\"".utf8)
    for index in namespace.indices {
      switch namespace[index] {
      case 0..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: "\""):
        markup += Array("&#\(namespace[index]);".utf8)
      default: markup.append(namespace[index])
      }
    }
    markup.append(UInt8(ascii: "\""))
  }

  /// The start tag of the element is complete.
  mutating func end() { markup.append(UInt8(ascii: ">")) }

  /// The innermost element ends.
  mutating func removeLast() { markup.removeLast(markup.count - starts.removeLast()) }

  private mutating func append(_ bytes: Span<UInt8>) {
    for index in bytes.indices { markup.append(bytes[index]) }
  }
}

/// Where a piece of a document begins: the document's declaration and the elements that are open.
public struct XMLOpening: Sendable, Equatable {
  /// The XML declaration.
  public var declaration: [UInt8]
  /// The open elements.
  public var tags: XMLOpenTags

  /// A place in a document with this declaration, within these elements.
  public init(declaration: [UInt8], tags: XMLOpenTags) {
    self.declaration = declaration
    self.tags = tags
  }
}
