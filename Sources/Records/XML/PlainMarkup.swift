// Hot path: no allocation per element.

/// Parses pieces of a document that are nothing but tags and text, as exports write them, several times as fast as a
/// parser of all of XML does. It accepts a piece only if all of it is plain, well-formed and within the limits; then the
/// events are those that libxml2 gives. Any other piece is left to libxml2, which also knows what is wrong with it.
///
/// Plain are elements and attributes without prefixes, texts, and references to characters and to the five entities of
/// XML. Comments, sections, instructions, namespaces, and line ends and tabs in attributes are not.
struct PlainMarkup {
  /// A block of the file that ends within a piece.
  private struct Block {
    var end: Int
    /// The bytes of the block behind it.
    var next: Int
  }

  /// What is not plain. Why, nobody asks.
  private struct NotPlain: Error {}

  private var names = PlainNames()
  /// The bytes of the piece in one, with zeros behind them.
  private var piece: [UInt8] = []
  private var blocks: [Block] = []
  private var cuts: [XMLEventCut] = []
  /// Where the names of the elements are that are open.
  private var open: [Range<Int>] = []
  /// The value of an attribute, or a piece of text, that references stand for.
  private var decoded = OutputBuffer(capacity: 1 << 10)
  /// By name: the number of the last element that had an attribute of the name.
  private var holders: [Int] = []
  private var element = 0
  /// Whether `\r` or `]` occur, which need care in texts.
  private var needsCare = false

  /// How many line ends there are in the piece parsed last.
  private(set) var lines = 0

  /// Parses a piece that begins and ends between two records: the cuts where its blocks end. nil if it is not plain; then
  /// the builder is left with some of its events.
  mutating func parse(
    _ segments: [XMLSegment], into builder: inout EventBuilder, _ dictionary: NameDictionary
  ) -> [XMLEventCut]? {
    load(segments)
    // Lent to this call, so that the rest of this value can change meanwhile.
    let piece = self.piece
    self.piece = []
    defer { self.piece = piece }
    do throws(NotPlain) {
      try parse(piece.span, count: piece.count - ShortText.mostBytes, &builder, dictionary)
      return cuts
    } catch {
      return nil
    }
  }

  private mutating func load(_ segments: [XMLSegment]) {
    piece.removeAll(keepingCapacity: true)
    blocks.removeAll(keepingCapacity: true)
    for (index, segment) in segments.enumerated() {
      piece += segment.block[segment.range]
      guard segment.endsBlock else { continue }
      blocks.append(
        Block(end: piece.count, next: index + 1 < segments.count ? segments[index + 1].block.count : Int.max))
    }
    piece += [UInt8](repeating: 0, count: ShortText.mostBytes)
  }

  private mutating func parse(
    _ bytes: Span<UInt8>, count: Int, _ builder: inout EventBuilder, _ dictionary: NameDictionary
  ) throws(NotPlain) {
    let text = bytes.extracting(0..<count)
    guard PlainMarkup.isValid(text) else { throw NotPlain() }
    needsCare = text.firstIndex(of: UInt8(ascii: "\r"), or: UInt8(ascii: "]"), from: 0) != nil
    open.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
    lines = 0
    var block = blocks.first?.end ?? Int.max
    var place = 0
    while place < count {
      let start = place
      let cut = builder.cut
      if bytes[place] == UInt8(ascii: "<") {
        place = try tag(bytes, place + 1, &builder, dictionary)
      } else {
        place = try self.text(bytes, place, &builder)
      }
      if place >= block { block = try endBlocks(from: start, to: place, cut, &builder) }
    }
    guard open.isEmpty, builder.isAtCut else { throw NotPlain() }
  }

  /// Whether the bytes are UTF-8 with no character that XML does not allow.
  private static func isValid(_ text: Span<UInt8>) -> Bool {
    if UTF8Text.isPlain(text) { return true }
    var invalid: [Int] = []
    var hasNoncharacters = false
    let end = TextDecoder.checkUTF8(
      text, from: 0, isLast: true, invalid: &invalid, noncharacters: &hasNoncharacters)
    return end == text.count && invalid.isEmpty && !hasNoncharacters && UTF8Text.fitsXML(text)
  }

  /// Notes the cuts of the blocks that end within a tag or text, or with it: in front of it, unless it ends with them.
  /// Returns the end of the next block.
  ///
  /// libxml2 waits for the rest of a tag or text. Where it waits for more than a block, it gets several at once.
  private mutating func endBlocks(
    from start: Int, to end: Int, _ before: XMLEventCut, _ builder: inout EventBuilder
  ) throws(NotPlain) -> Int {
    while cuts.count < blocks.count {
      let block = blocks[cuts.count]
      if block.end > end { return block.end }
      let isWhole = block.end == end
      let waiting = isWhole && builder.isAtCut ? 0 : block.end - start
      guard waiting <= block.next, waiting < builder.limits.markupBytes else { throw NotPlain() }
      cuts.append(isWhole ? builder.cut : before)
    }
    return Int.max
  }

  // MARK: Tags

  /// Parses a tag from behind its `<`; the place behind it.
  @inline(__always)
  private mutating func tag(
    _ bytes: Span<UInt8>, _ start: Int, _ builder: inout EventBuilder, _ dictionary: NameDictionary
  ) throws(NotPlain) -> Int {
    if bytes[start] == UInt8(ascii: "/") { return try endTag(bytes, start + 1, &builder) }
    guard let (name, end) = names.name(bytes, at: start, &builder, dictionary) else { throw NotPlain() }
    let event = builder.eventCount
    let wantsLine = builder.wantsLine
    // An element around records may not end in the piece.
    guard builder.start(name, line: 0), !builder.isAboveCut, !builder.isTooLarge else { throw NotPlain() }
    let place = bytes[end] == UInt8(ascii: ">") ? end : try attributes(bytes, end, &builder, dictionary)
    if wantsLine { builder.setLine(lines + 1, at: event) }
    if bytes[place] == UInt8(ascii: ">") {
      open.append(start..<end)
      return place + 1
    }
    guard bytes[place + 1] == UInt8(ascii: ">") else { throw NotPlain() }
    builder.endElement()
    return place + 2
  }

  @inline(__always)
  private mutating func endTag(
    _ bytes: Span<UInt8>, _ start: Int, _ builder: inout EventBuilder
  ) throws(NotPlain) -> Int {
    guard let name = open.popLast() else { throw NotPlain() }
    var place = start + name.count
    guard place < bytes.count, bytes.extracting(start..<place).equals(bytes.extracting(name)) else { throw NotPlain() }
    place = skipBlanks(bytes, place)
    guard bytes[place] == UInt8(ascii: ">") else { throw NotPlain() }
    builder.endElement()
    return place + 1
  }

  /// Parses the attributes of a tag from behind its name; the place of its `>` or `/`.
  private mutating func attributes(
    _ bytes: Span<UInt8>, _ start: Int, _ builder: inout EventBuilder, _ dictionary: NameDictionary
  ) throws(NotPlain) -> Int {
    element += 1
    var count = 0
    var place = start
    while true {
      let blanks = place
      place = skipBlanks(bytes, place)
      if bytes[place] == UInt8(ascii: ">") || bytes[place] == UInt8(ascii: "/") { return place }
      guard place > blanks, let (name, end) = names.name(bytes, at: place, &builder, dictionary),
        !bytes.extracting(place..<end).holds(PlainMarkup.namespace, at: 0)
      else { throw NotPlain() }
      count += 1
      guard count <= builder.limits.attributes, isFirst(name) else { throw NotPlain() }
      guard bytes[end] == UInt8(ascii: "=") else { throw NotPlain() }
      let quote = bytes[end + 1]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw NotPlain() }
      place = try value(bytes, end + 2, quote, name, &builder)
      if builder.isTooLarge { throw NotPlain() }
    }
  }

  /// What declares a namespace, or begins like it.
  private static let namespace = Array("xmlns".utf8)

  /// Whether the element under way has no attribute of the name yet.
  private mutating func isFirst(_ name: UInt16) -> Bool {
    while holders.count <= Int(name) { holders.append(0) }
    if holders[Int(name)] == element { return false }
    holders[Int(name)] = element
    return true
  }

  /// Parses the value of an attribute from behind its quote; the place behind the other one.
  private mutating func value(
    _ bytes: Span<UInt8>, _ start: Int, _ quote: UInt8, _ name: UInt16, _ builder: inout EventBuilder
  ) throws(NotPlain) -> Int {
    var place = PlainMarkup.valueEnd(bytes, start, quote)
    if bytes[place] == quote {
      builder.attribute(name, bytes.extracting(start..<place))
      return place + 1
    }
    decoded.truncate(to: 0)
    var run = start
    while bytes[place] == UInt8(ascii: "&") {
      decoded.append(bytes.extracting(run..<place))
      run = try reference(bytes, place + 1)
      place = PlainMarkup.valueEnd(bytes, run, quote)
    }
    guard bytes[place] == quote else { throw NotPlain() }
    decoded.append(bytes.extracting(run..<place))
    builder.attribute(name, decoded.span)
    return place + 1
  }

  /// The first place of the quote, `&`, `<` or a control character.
  @inline(__always)
  private static func valueEnd(_ bytes: Span<UInt8>, _ start: Int, _ quote: UInt8) -> Int {
    var place = start
    while true {
      let word = bytes.word(at: place)
      let found =
        Word.holds(quote, word) | Word.holds(UInt8(ascii: "&"), word) | Word.holds(UInt8(ascii: "<"), word)
        | Word.below(0x20, word)
      if found != 0 { return place + found.trailingZeroBitCount / 8 }
      place += 8
    }
  }

  // MARK: Texts

  /// Parses text up to the next tag; its place.
  private mutating func text(
    _ bytes: Span<UInt8>, _ start: Int, _ builder: inout EventBuilder
  ) throws(NotPlain) -> Int {
    var place = start
    while true {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "<"), or: UInt8(ascii: "&"), from: place) else {
        throw NotPlain()
      }
      countLines(bytes, place, end)
      if end > place { try append(bytes.extracting(place..<end), to: &builder) }
      if bytes[end] == UInt8(ascii: "<") { return end }
      decoded.truncate(to: 0)
      place = try reference(bytes, end + 1)
      try append(decoded: &builder)
    }
  }

  /// Appends text without references.
  @inline(__always)
  private mutating func append(_ text: Span<UInt8>, to builder: inout EventBuilder) throws(NotPlain) {
    if needsCare, text.firstIndex(of: UInt8(ascii: "\r"), or: UInt8(ascii: "]"), from: 0) != nil {
      decoded.truncate(to: 0)
      try PlainMarkup.normalize(text, to: &decoded)
      return try append(decoded: &builder)
    }
    guard builder.keepsText else { return }
    builder.text(text)
    if builder.isTooLarge { throw NotPlain() }
  }

  private mutating func append(decoded builder: inout EventBuilder) throws(NotPlain) {
    guard builder.keepsText else { return }
    builder.text(decoded.span)
    if builder.isTooLarge { throw NotPlain() }
  }

  /// Appends text with its line ends as XML wants them.
  private static func normalize(_ text: Span<UInt8>, to output: inout OutputBuffer) throws(NotPlain) {
    for index in text.indices {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "\r"):
        if index + 1 == text.count || text[index + 1] != UInt8(ascii: "\n") { output.append(UInt8(ascii: "\n")) }
      case UInt8(ascii: ">")
      where index >= 2 && text[index - 1] == UInt8(ascii: "]") && text[index - 2] == UInt8(ascii: "]"):
        throw NotPlain()
      default: output.append(byte)
      }
    }
  }

  // MARK: References

  /// Appends what a reference stands for to `decoded`, from behind its `&`; the place behind it.
  private mutating func reference(_ bytes: Span<UInt8>, _ start: Int) throws(NotPlain) -> Int {
    if bytes[start] == UInt8(ascii: "#") { return try character(bytes, start + 1) }
    for (name, byte) in PlainMarkup.entities where bytes.begins(with: name.mask, at: start) {
      decoded.append(byte)
      return start + name.bytes.count
    }
    throw NotPlain()
  }

  /// The entities that XML has, with the sign behind their names.
  private static let entities: [(ShortText, UInt8)] = [
    (ShortText("amp;"), UInt8(ascii: "&")), (ShortText("lt;"), UInt8(ascii: "<")),
    (ShortText("gt;"), UInt8(ascii: ">")),
    (ShortText("quot;"), UInt8(ascii: "\"")), (ShortText("apos;"), UInt8(ascii: "'")),
  ]

  /// Appends the character of a number, from behind the `#`; the place behind the reference.
  private mutating func character(_ bytes: Span<UInt8>, _ start: Int) throws(NotPlain) -> Int {
    let isHexadecimal = bytes[start] == UInt8(ascii: "x")
    let first = isHexadecimal ? start + 1 : start
    let base: UInt32 = isHexadecimal ? 16 : 10
    var scalar: UInt32 = 0
    var place = first
    while let digit = PlainMarkup.digit(bytes[place]), digit < base {
      scalar = scalar * base + digit
      guard scalar <= 0x10FFFF else { throw NotPlain() }
      place += 1
    }
    guard place > first, bytes[place] == UInt8(ascii: ";"), PlainMarkup.isAllowed(scalar) else { throw NotPlain() }
    UTF8Text.append(scalar, to: &decoded)
    return place + 1
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    if byte &- 0x30 < 10 { return UInt32(byte &- 0x30) }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? UInt32(letter) + 10 : nil
  }

  /// Whether XML allows the character.
  private static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  // MARK: Blanks and lines

  /// The place behind blanks, whose line ends are counted.
  @inline(__always)
  private mutating func skipBlanks(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var place = start
    while true {
      switch bytes[place] {
      case 0x20, 0x09, 0x0D: break
      case 0x0A: lines += 1
      default: return place
      }
      place += 1
    }
  }

  /// Counts the line ends of a text.
  @inline(__always)
  private mutating func countLines(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    var place = start
    while place < end {
      let word = Word.first(end - place, of: bytes.word(at: place)) ^ Word.all(UInt8(ascii: "\n"))
      // A zero byte is the only one that has no bit set here.
      let others = ((word & ~Word.highBits) &+ ~Word.highBits) | word
      lines += (~others & Word.highBits).nonzeroBitCount
      place += 8
    }
  }
}
