// The only file that calls libxml2. Unsafe code here is of two kinds: the parser's handle, which lives exactly as long
// as its owner, and the pointers that libxml2 hands to the callbacks, which are read before a callback returns.

import CLibXML2
import Faults

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
  /// Pieces that wait for more of them.
  private var held: [UInt8] = []
  /// The namespace of the root element; empty if it has none, or has not been met yet.
  public private(set) var rootNamespace = ""
  private var hasRoot = false

  /// A parser whose batches end behind elements at depth `cuttingAt` (the root is 1) or above. Texts between elements
  /// are dropped unless `keepsText`. With `joinsFields` an element right below that depth that has nothing but text
  /// is reported as an attribute of the one around it, in one event instead of three, and no element there
  /// has a line.
  public init(cuttingAt depth: Int, keepsText: Bool, joinsFields: Bool = false, limits: XMLLimits = XMLLimits()) {
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

  /// Parses the next piece of the document.
  public func parse(_ bytes: [UInt8], count: Int) throws(XMLFault) {
    var first = 0
    if unsafe context == nil {
      // Configuration Migration's data.xml begins with a line end, which XML does not allow before a declaration.
      while first < count, bytes[first] == 0x0A || bytes[first] == 0x0D || bytes[first] == 0x20 || bytes[first] == 0x09
      {
        if bytes[first] == 0x0A { builder.skippedLines += 1 }
        first += 1
      }
      guard first < count else { return }
      try start()
    }
    // libxml2 goes through markup that is not whole from its beginning with each piece, so that the next one should be as
    // large as what waits, but for what goes beyond the limit.
    let wanted = min(waiting, builder.limits.markupBytes - waiting)
    if held.isEmpty, count - first >= wanted { return try feed(bytes, first..<count) }
    held += bytes[first..<count]
    if held.count >= wanted { try feedHeld() }
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
    let pieces = held
    held = []
    try feed(pieces, 0..<pieces.count)
  }

  private func feed(_ bytes: [UInt8], _ range: Range<Int>) throws(XMLFault) {
    let code = unsafe bytes.withUnsafeBufferPointer { buffer -> Int32 in
      // libxml2 copies what it keeps; the buffer outlives the call.
      unsafe buffer.withMemoryRebound(to: CChar.self) { chars in
        unsafe feed(chars.baseAddress?.advanced(by: range.lowerBound), Int32(range.count), last: false)
      }
    }
    try check(code)
    if waiting >= builder.limits.markupBytes {
      throw .excessive(line: line, what: "size of a tag, a comment or a section")
    }
    // The dictionary has every name, prefix and namespace that the document ever used.
    if let names = unsafe context?.pointee.dict, unsafe xmlDictGetUsage(names) > builder.limits.nameBytes {
      throw .excessive(line: line, what: "size of all names")
    }
  }

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

  private func start() throws(XMLFault) {
    if Fault.number(of: .allocate) != nil { throw .outOfMemory(line: 1) }
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe handler.startElementNs = { user, name, _, uri, namespaces, _, count, _, attributes in
      unsafe XMLPushParser.of(user) { parser in
        unsafe parser.startElement(name, uri, namespaces: Int(namespaces), count: Int(count), attributes)
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
  }

  /// Lends the parser whose context it is; who feeds the context holds on to it meanwhile.
  @inline(__always)
  private static func of(_ user: UnsafeMutableRawPointer?, _ body: (XMLPushParser) -> Void) {
    guard let user = unsafe user else { return }
    let context = unsafe user.assumingMemoryBound(to: xmlParserCtxt.self)
    guard let owner = unsafe context.pointee._private else { return }
    unsafe Unmanaged<XMLPushParser>.fromOpaque(owner)._withUnsafeGuaranteedRef(body)
  }

  private var line: Int { unsafe Int(xmlSAX2GetLineNumber(context)) + builder.skippedLines }

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
    if builder.fault == nil { builder.endElement() }
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
  private static func reason(_ code: Int32, _ message: String) -> String {
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
