// The only file that calls libxml2. Unsafe code here is of two kinds: the parser's handle, which lives exactly as long
// as its owner, and the pointers that libxml2 hands to the callbacks, which are read before a callback returns.

import CLibXML2
import Faults
import Findings

/// libxml2's SAX2 push parser: pieces of a document in, batches of events out. No network, no DTD, no entities.
@safe
public final class XMLPushParser {
  private var context: xmlParserCtxtPtr?
  // Not checked at every access: only this object's own callbacks touch it, one at a time, on the thread that parses.
  @exclusivity(unchecked) private var storage: EventBuilder
  fileprivate var builder: EventBuilder {
    @inline(__always) _read { yield unsafe storage }
    @inline(__always) _modify { yield unsafe &storage }
  }

  private var isFinished = false
  /// Blocks that wait for more of them.
  private var held: [UInt8] = []
  /// Of a block that is divided, while it is not whole: whether libxml2 gets it at once.
  private var isFedAtOnce: Bool?
  /// Whether the document may be divided: then the elements above the cutting depth are noted.
  private let notesTags: Bool
  /// The open elements above the cutting depth, as far as they are noted.
  public private(set) var openTags = XMLOpenTags()
  /// The name and the prefix of the element at the cutting depth that began last; the context's dictionary owns them.
  private var recordName: UnsafePointer<xmlChar>?
  private var recordPrefix: UnsafePointer<xmlChar>?
  /// The namespace of the root element; empty if it has none, or has not been met yet.
  public private(set) var rootNamespace = ""
  private var hasRoot = false
  /// What parses pieces that need no libxml2; nil until the first one. Most files are too small to be divided.
  private var plain: PlainMarkup?

  /// A parser whose batches end behind elements at depth `cuttingAt` (the root is 1) or above. Texts between elements
  /// are dropped unless `keepsText`. With `joinsFields` an element right below that depth that has nothing but text
  /// is reported as an attribute of the one around it, in one event instead of three, and no element there
  /// has a line. With `notesTags` the document may be divided.
  public init(
    cuttingAt depth: Int, keepsText: Bool, joinsFields: Bool = false, notesTags: Bool = false,
    limits: XMLLimits = XMLLimits()
  ) {
    self.notesTags = notesTags
    unsafe storage = EventBuilder(cutDepth: depth, keepsText: keepsText, joinsFields: joinsFields, limits: limits)
    xmlInitParser()
  }

  deinit {
    if let context = unsafe context { unsafe XMLPushParser.free(context) }
  }

  private static func free(_ context: xmlParserCtxtPtr) {
    // The tree is never built, but a document may hang on the context after a DOCTYPE.
    if let document = unsafe context.pointee.myDoc { unsafe xmlFreeDoc(document) }
    unsafe xmlFreeParserCtxt(context)
  }

  /// Parses the next block of the document.
  public func parse(_ bytes: [UInt8], count: Int) throws(XMLFault) { try parse(bytes, 0..<count, of: count) }

  /// Parses the next segment of the document.
  public func parse(_ segment: XMLSegment) throws(XMLFault) {
    try parse(segment.block, segment.range, of: segment.block.count)
  }

  private func parse(_ bytes: [UInt8], _ range: Range<Int>, of count: Int) throws(XMLFault) {
    var first = range.lowerBound
    let end = range.upperBound
    if unsafe context == nil {
      // Configuration Migration's data.xml begins with a line end, which XML does not allow before a declaration.
      while first < end, bytes[first] == 0x0A || bytes[first] == 0x0D || bytes[first] == 0x20 || bytes[first] == 0x09 {
        if bytes[first] == 0x0A { builder.skippedLines += 1 }
        first += 1
      }
      guard first < end else { return }
      try unsafe start(names: nil)
    }
    // libxml2 goes through markup that is not whole from its beginning with each block, so that the next one should be as
    // large as what waits, but for what goes beyond the limit.
    let wanted = min(waiting, builder.limits.markupBytes - waiting)
    let isFed = isFedAtOnce ?? (held.isEmpty && count - first >= wanted)
    isFedAtOnce = end == count ? nil : isFed
    if isFed { return try feed(bytes, first..<end, endsBlock: end == count) }
    held += bytes[first..<end]
    if end == count, held.count >= wanted { try feedHeld() }
  }

  /// How many bytes libxml2 has of markup that is not whole yet.
  private var waiting: Int {
    // Both point into the context's own buffer, which nobody changes meanwhile.
    guard let input = unsafe context?.pointee.input, let end = unsafe input.pointee.end,
      let current = unsafe input.pointee.cur
    else { return 0 }
    return unsafe end - current
  }

  private func feedHeld() throws(XMLFault) {
    let blocks = held
    held = []
    try feed(blocks, 0..<blocks.count, endsBlock: true)
  }

  private func feed(_ bytes: [UInt8], _ range: Range<Int>, endsBlock: Bool) throws(XMLFault) {
    let code = unsafe bytes.withUnsafeBufferPointer { buffer -> Int32 in
      // libxml2 copies what it keeps; the buffer outlives the call.
      unsafe buffer.withMemoryRebound(to: CChar.self) { chars in
        unsafe feed(chars.baseAddress?.advanced(by: range.lowerBound), Int32(range.count), last: false)
      }
    }
    // libxml2 keeps the error, and returns it again with the rest of the block.
    guard endsBlock else { return }
    try check(code)
    if waiting >= builder.limits.markupBytes {
      throw .excessive(line: line, what: "size of a tag, a comment or a section")
    }
    // The dictionary has every name, prefix and namespace that the document ever used.
    if nameBytes > builder.limits.nameBytes { throw .excessive(line: line, what: "size of all names") }
  }

  /// The memory of the dictionary of names.
  public var nameBytes: Int { unsafe context?.pointee.dict.map { unsafe Int(xmlDictGetUsage($0)) } ?? 0 }

  /// Ends the document.
  public func finish() throws(XMLFault) {
    isFinished = true
    guard unsafe context != nil else { throw .notWellFormed(line: 1, reason: "the file is empty") }
    if !held.isEmpty { try feedHeld() }
    let code = unsafe feed(nil, 0, last: true)
    try check(code)
  }

  /// The events since the last call, as far as a batch may go; all after `finish`.
  public func take() -> XMLEventBatch { builder.take(all: isFinished) }

  /// How many bytes the texts and events of the batch take by now.
  public var pendingBytes: Int { builder.cutSize }

  private func feed(_ chars: UnsafePointer<CChar>?, _ count: Int32, last: Bool) -> Int32 {
    // The context holds an unretained pointer to the builder's owner only during this call.
    unsafe context?.pointee._private = Unmanaged.passUnretained(self).toOpaque()
    return unsafe xmlParseChunk(context, chars, count, last ? 1 : 0)
  }

  private func start(names: xmlDictPtr?) throws(XMLFault) {
    if Fault.number(of: .allocate) != nil { throw .outOfMemory(line: 1) }
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe handler.startElementNs = { user, name, prefix, uri, count, namespaces, attributeCount, _, attributes in
      unsafe XMLPushParser.of(user) { parser in
        unsafe parser.startElement(name, uri, namespaces: Int(count), count: Int(attributeCount), attributes)
        if parser.notesTags { unsafe parser.note(name, prefix, Int(count), namespaces) }
      }
    }
    unsafe handler.endElementNs = { user, _, _, _ in unsafe XMLPushParser.of(user) { $0.endElement() } }
    unsafe handler.characters = { user, text, count in
      unsafe XMLPushParser.of(user) { unsafe $0.characters(text, Int(count)) }
    }
    unsafe handler.cdataBlock = { user, text, count in
      unsafe XMLPushParser.of(user) { unsafe $0.characters(text, Int(count)) }
    }
    unsafe handler.internalSubset = { user, _, _, _ in unsafe XMLPushParser.of(user) { $0.refuseDocumentType() } }
    unsafe handler.entityDecl = { user, _, _, _, _, _ in unsafe XMLPushParser.of(user) { $0.refuseDocumentType() } }
    unsafe handler.reference = { user, _ in unsafe XMLPushParser.of(user) { $0.refuseDocumentType() } }
    unsafe handler.serror = { _, _ in }
    unsafe context = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil)
    guard unsafe context != nil else { throw .outOfMemory(line: 1) }
    // With no user data given, libxml2 hands the context itself to the callbacks. Without NOENT it would hand out `&amp;`
    // in attributes as `&#38;`; other entities than the five of XML cannot be there, since DOCTYPE stops the parser.
    let options =
      XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue | XML_PARSE_COMPACT.rawValue
    unsafe xmlCtxtUseOptions(context, Int32(options))
    guard let names = unsafe names else { return }
    // Nothing has been parsed, so that nothing refers to the context's own dictionary. It becomes the owner of this one.
    unsafe xmlDictFree(context?.pointee.dict)
    unsafe context?.pointee.dict = names
  }

  /// Lends the parser whose context it is; who feeds the context holds on to it meanwhile.
  @inline(__always)
  private static func of(_ user: UnsafeMutableRawPointer?, _ body: (XMLPushParser) -> Void) {
    guard let user = unsafe user else { return }
    let context = unsafe user.assumingMemoryBound(to: xmlParserCtxt.self)
    guard let owner = unsafe context.pointee._private else { return }
    unsafe Unmanaged<XMLPushParser>.fromOpaque(owner)._withUnsafeGuaranteedRef(body)
  }

  /// The line that is being parsed.
  public var line: Int { unsafe Int(xmlSAX2GetLineNumber(context)) + builder.skippedLines }

  private func stop(_ fault: XMLFault) {
    if builder.fault == nil { builder.fault = fault }
    unsafe xmlStopParser(context)
  }

  private func refuseDocumentType() { stop(.documentType(line: line)) }

  private func startElement(
    _ name: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?, namespaces: Int, count: Int,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    guard builder.fault == nil, let name = unsafe name else { return }
    if !hasRoot {
      hasRoot = true
      rootNamespace = unsafe uri.map { unsafe String(cString: $0) } ?? ""
    }
    guard count <= builder.limits.attributes else {
      return stop(.excessive(line: line, what: "attributes of an element"))
    }
    guard namespaces <= builder.limits.namespaces else {
      return stop(.excessive(line: line, what: "namespaces of an element"))
    }
    guard unsafe builder.start(builder.number(of: name), line: builder.wantsLine ? line : 0) else {
      return stop(.excessive(line: line, what: "nesting of elements, number or length of names"))
    }
    if builder.isTooLarge { return stop(.excessive(line: line, what: "size of a record")) }
    guard let attributes = unsafe attributes else { return }
    for index in 0..<count {
      // Five pointers each: local name, prefix, namespace, begin and end of the value.
      guard let name = unsafe attributes[5 * index], let begin = unsafe attributes[5 * index + 3],
        let end = unsafe attributes[5 * index + 4]
      else { continue }
      let value = unsafe UnsafeBufferPointer(start: begin, count: end - begin)
      unsafe builder.attribute(builder.number(of: name), value.span)
    }
    if builder.exceedsNames { return stop(.excessive(line: line, what: "number or length of names")) }
    if builder.isTooLarge { stop(.excessive(line: line, what: "size of a record")) }
  }

  private func endElement() {
    guard builder.fault == nil else { return }
    if notesTags, builder.isAboveCut { openTags.removeLast() }
    builder.endElement()
  }

  private func characters(_ text: UnsafePointer<xmlChar>?, _ count: Int) {
    guard builder.fault == nil, builder.keepsText, let text = unsafe text else { return }
    let bytes = unsafe UnsafeBufferPointer(start: text, count: count)
    unsafe builder.text(bytes.span)
    if builder.isTooLarge { stop(.excessive(line: line, what: "size of a record")) }
  }

  private func check(_ code: Int32) throws(XMLFault) {
    if let fault = builder.fault { throw fault }
    guard code != 0 else { return }
    if code == XML_ERR_NO_MEMORY.rawValue { throw .outOfMemory(line: line) }
    let error = unsafe xmlCtxtGetLastError(context)
    let message = unsafe error.flatMap { unsafe $0.pointee.message }.map { unsafe String(cString: $0) } ?? ""
    if code == XML_ERR_UNDECLARED_ENTITY.rawValue { throw .documentType(line: line) }
    throw .notWellFormed(line: line, reason: XMLPushParser.reason(code, message))
  }

  /// The kind of the error in words that hold nothing of the document: libxml2's own may quote its text.
  private static func reason(_ code: Int32, _ message: String) -> Message {
    switch UInt32(bitPattern: code) {
    case XML_ERR_DOCUMENT_END.rawValue: "the document ends too early or continues after its end"
    case XML_ERR_TAG_NAME_MISMATCH.rawValue: "an end tag does not match its start tag"
    case XML_ERR_TAG_NOT_FINISHED.rawValue: "a tag is not finished"
    case XML_ERR_INVALID_CHAR.rawValue, XML_ERR_INVALID_CHARREF.rawValue: "a character that XML does not allow"
    case XML_ERR_INVALID_ENCODING.rawValue, XML_ERR_UNSUPPORTED_ENCODING.rawValue, XML_ERR_UNKNOWN_ENCODING.rawValue:
      "bytes that are invalid in the encoding"
    case XML_ERR_ATTRIBUTE_REDEFINED.rawValue: "an attribute twice in one element"
    case XML_ERR_DOCUMENT_EMPTY.rawValue: "it has no element"
    default: "XML error \(code)"
    }
  }
}

extension XMLPushParser {
  /// All events so far, even of records that are not whole yet; for a look at the beginning of a file.
  public func takeAll() -> XMLEventBatch { builder.take(all: true) }
}

/// The dictionary of a parser's names, to be used while the parser is held.
@safe
struct NameDictionary {
  private let names: xmlDictPtr

  @unsafe init(_ names: xmlDictPtr) { unsafe self.names = names }

  /// The number that a builder gives to a name; nil beyond a limit.
  func number(of name: Span<UInt8>, _ builder: inout EventBuilder) -> UInt16? {
    // libxml2 copies the name that it does not know yet.
    let address = unsafe name.withUnsafeBufferPointer { unsafe xmlDictLookup(names, $0.baseAddress, Int32($0.count)) }
    guard let address = unsafe address else { return nil }
    let number = unsafe builder.number(of: address)
    return builder.exceedsNames ? nil : number
  }
}

// MARK: Divided documents

extension XMLPushParser {
  /// Begins behind a record of a document, within the elements that are open there. Names keep the numbers that they have.
  /// Lines count from those of the declaration: `line` says which one is the first.
  public func begin(at opening: XMLOpening) throws(XMLFault) {
    var names: xmlDictPtr?
    if let context = unsafe context {
      unsafe names = context.pointee.dict
      unsafe xmlDictReference(names)
      unsafe XMLPushParser.free(context)
      unsafe self.context = nil
    }
    (isFinished, isFedAtOnce, openTags) = (false, nil, XMLOpenTags())
    unsafe recordName = nil
    held = []
    builder.begin()
    try unsafe start(names: names)
    let markup = opening.declaration + opening.tags.markup
    try feed(markup, 0..<markup.count, endsBlock: true)
    builder.drop()
  }

  /// Whether the document may be divided behind what has been parsed so far: an element at the cutting depth or around it has
  /// just ended, and nothing is wrong yet.
  public var isDivisible: Bool {
    guard !isFinished, held.isEmpty, waiting == 0, builder.fault == nil, builder.isAtCut, let context = unsafe context
    else { return false }
    return unsafe context.pointee.errNo == 0 && context.pointee.instate == XML_PARSER_CONTENT
  }

  /// Parses the bytes between two ends of records without libxml2, if they are nothing but plain markup: the cuts where blocks
  /// end, and by how many lines the piece goes on. nil if they are not plain: then nothing has happened.
  public func parsePlain(_ segments: [XMLSegment]) -> (blockEnds: [XMLEventCut], lines: Int)? {
    guard isDivisible, let names = unsafe context?.pointee.dict else { return nil }
    let depth = builder.depth
    let dictionary = unsafe NameDictionary(names)
    // Taken out meanwhile, so that its buffers are not shared.
    var plain = self.plain.take() ?? PlainMarkup()
    defer { self.plain = plain }
    let cuts = unsafe plain.parse(segments, into: &storage, dictionary)
    if let cuts, builder.depth == depth, nameBytes <= builder.limits.nameBytes { return (cuts, plain.lines) }
    builder.drop(to: depth)
    return nil
  }

  /// How many names have a number.
  public var nameCount: Int { builder.nameCount }

  /// What a batch would hold now.
  public var cut: XMLEventCut { builder.cut }

  /// The name, with its prefix, of the element at the cutting depth that began last; nil if there was none.
  public var recordTag: [UInt8]? {
    guard let local = unsafe recordName else { return nil }
    // The dictionary of the context, which is not freed before the names are forgotten, ends its texts with 0.
    let name = unsafe Array(UnsafeBufferPointer(start: local, count: Int(xmlStrlen(local))))
    guard let prefix = unsafe recordPrefix else { return name }
    return unsafe Array(UnsafeBufferPointer(start: prefix, count: Int(xmlStrlen(prefix)))) + [UInt8(ascii: ":")] + name
  }

  /// Notes the element that has begun, if it is not within a record.
  private func note(
    _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ count: Int,
    _ namespaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    guard builder.fault == nil, let name = unsafe name else { return }
    if builder.isOnCut {
      unsafe recordName = name
      unsafe recordPrefix = prefix
    } else if builder.isAboveCut {
      unsafe noteTag(name, prefix, count, namespaces)
    }
  }

  /// Notes the start tag of an element above the cutting depth, of which there are few.
  private func noteTag(
    _ name: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?, _ count: Int,
    _ namespaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    // libxml2's texts end with 0 and are valid during the callback.
    func text(_ text: UnsafePointer<xmlChar>) -> UnsafeBufferPointer<UInt8> {
      unsafe UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text)))
    }
    unsafe openTags.begin(text(name).span, prefix: prefix.map { unsafe text($0) }?.span)
    for index in 0..<count {
      // Two pointers each: prefix, none for the default namespace, and the namespace.
      guard let namespaces = unsafe namespaces, let namespace = unsafe namespaces[2 * index + 1] else { continue }
      unsafe openTags.declare(namespaces[2 * index].map { unsafe text($0) }?.span, text(namespace).span)
    }
    openTags.end()
  }
}
