public import Archives
public import Records

/// What the beginning of an XML file says before its first record, found without parsing: manifests and data are looked at that
/// no parser takes.
public struct MarkupHead: Sendable {
  /// A tag that begins an element.
  public struct Tag: Sendable {
    /// The element's name with its prefix.
    public let name: String
    /// The attributes in their order, values as they are written.
    public let attributes: [(name: String, value: String)]

    /// The value of an attribute.
    public func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  /// What the declaration says; nil without one.
  public let declaration: Tag?
  /// The tag of the root; nil if the beginning does not hold it.
  public let root: Tag?
  /// The encoding of the bytes, whatever the declaration says.
  public let encoding: TextEncoding

  /// The bytes that a declaration and a root are looked for in.
  private static let size = 16 << 10

  /// Reads the beginning of a file.
  public init(_ entry: EntryInfo, of container: Container) throws(ArchiveError) {
    self.init(try FileHead(entry, of: container, limit: MarkupHead.size))
  }

  /// Looks at the beginning of a file that has been read.
  init(of bytes: [UInt8]) {
    self.init(FileHead(Array(bytes.prefix(MarkupHead.size)), isWhole: bytes.count <= MarkupHead.size))
  }

  private init(_ head: FileHead) {
    encoding = head.encoding
    // Exports of Configuration Migration begin with a line end.
    var rest = Substring(String(decoding: head.text().bytes, as: UTF8.self)).drop(while: \.isWhitespace)
    declaration = rest.hasPrefix("<?xml") ? Tag(rest.dropFirst(2)) : nil
    var root: Tag?
    while root == nil, let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      guard let first = rest.first else { break }
      if first != "?", first != "!" {
        root = Tag(rest)
        break
      }
      let end = rest.hasPrefix("!--") ? "-->" : ">"
      guard let close = rest.firstRange(of: end) else { break }
      rest = rest[close.upperBound...]
    }
    self.root = root
  }

  /// The encoding that the declaration names.
  public var declaredEncoding: String? { declaration?.attribute("encoding") }

  /// The encoding that the declaration names, if it is not that of the bytes: serializers refuse such a file.
  public var contradictedEncoding: String? {
    guard let declaredEncoding else { return nil }
    let name = declaredEncoding.lowercased()
    let saysWide = name.hasPrefix("utf-16") || name.hasPrefix("ucs-2")
    let isWide = encoding == .utf16LittleEndian || encoding == .utf16BigEndian
    return saysWide == isWide ? nil : declaredEncoding
  }
}

extension MarkupHead.Tag {
  /// Reads a tag from its name on; nil if it does not end.
  fileprivate init?(_ text: Substring) {
    let name = text.prefix { !$0.isWhitespace && !"/>".contains($0) }
    var attributes: [(name: String, value: String)] = []
    var rest = text[name.endIndex...]
    while true {
      rest = rest.drop { $0.isWhitespace || "/?".contains($0) }
      guard let first = rest.first else { return nil }
      if first == ">" { break }
      let attribute = rest.prefix { !$0.isWhitespace && !"=>".contains($0) }
      rest = rest[attribute.endIndex...].drop(while: \.isWhitespace)
      guard rest.first == "=" else {
        // No attribute of XML; a parser will say so.
        if attribute.isEmpty { return nil }
        continue
      }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
      let value = rest.dropFirst().prefix { $0 != quote }
      guard value.endIndex < rest.endIndex else { return nil }
      attributes.append((String(attribute), String(value)))
      rest = rest[rest.index(after: value.endIndex)...]
    }
    self.name = String(name)
    self.attributes = attributes
  }
}
