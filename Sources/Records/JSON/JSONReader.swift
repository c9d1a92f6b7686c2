/// Reads JSON (RFC 8259) value by value, and strictly: a member twice, a number of another form, text that is not UTF-8 or
/// anything behind the value is a fault. A byte order mark is passed over.
///
/// Whoever reads says which members are wanted; the others are checked and passed over. So a document takes no more memory
/// than its bytes, what is kept of it, and eight bytes for each member of the objects that are open.
public struct JSONReader {
  /// What kind of value comes next.
  public enum Kind: Sendable {
    case object, array, string, number, boolean, null
  }

  let bytes: [UInt8]
  var offset = 0
  private let deepest: Int
  private var depth = 0
  /// The hashes of the members of the objects that are open, the outermost first.
  private var members: [UInt64] = []
  /// The name of the member whose value is being read.
  private var member = ""

  /// A reader of a document in which values stand at most `deepest` levels deep. Throws if it is not UTF-8.
  public init(_ bytes: [UInt8], deepest: Int = 64) throws(JSONFault) {
    self.bytes = bytes
    self.deepest = deepest
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    var invalid: [Int] = []
    var noncharacters = false
    _ = TextDecoder.checkUTF8(
      bytes.span, from: offset, isLast: true, invalid: &invalid, noncharacters: &noncharacters)
    if let first = invalid.first {
      offset = first
      throw fault(.syntax)
    }
  }

  /// A fault at the place that was reached.
  func fault(_ reason: JSONFault.Reason) -> JSONFault {
    JSONFault(reason, line: 1 + bytes[..<min(offset, bytes.count)].count { $0 == 0x0A })
  }

  /// The fault that a member, or the one at hand, has another kind of value than it should, or none.
  public func wrongForm(_ name: String? = nil) -> JSONFault { fault(.wrongForm(name ?? member)) }

  /// What kind of value comes next.
  public mutating func kind() throws(JSONFault) -> Kind {
    passBlanks()
    switch peek {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), 0x30...0x39: return .number
    default: throw fault(.syntax)
    }
  }

  /// Hands out the members of the object that comes next. What the body does not read of a member's value is passed over.
  public mutating func forEachMember(_ body: (inout JSONReader, _ name: String) throws -> Void) throws {
    guard try kind() == .object else { throw wrongForm() }
    try open()
    let first = members.count
    defer { members.removeLast(members.count - first) }
    var seen: Set<UInt64> = []
    passBlanks()
    if take(UInt8(ascii: "}")) { return close() }
    while true {
      passBlanks()
      guard peek == UInt8(ascii: "\"") else { throw fault(.syntax) }
      let start = offset
      let name = try string()
      let hash = JSONReader.hash(name)
      // Few members are compared one by one, many by a set.
      let isNew: Bool
      if members.count - first < 16 {
        isNew = !members[first...].contains(hash)
      } else {
        if seen.isEmpty { seen.formUnion(members[first...]) }
        isNew = seen.insert(hash).inserted
      }
      guard isNew else {
        offset = start
        throw fault(.memberTwice(name))
      }
      if members.count - first < 16 { members.append(hash) }
      passBlanks()
      guard take(UInt8(ascii: ":")) else { throw fault(.syntax) }
      passBlanks()
      member = name
      let value = offset
      try body(&self, name)
      if offset == value { try skip() }
      passBlanks()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "}")) else { throw fault(.syntax) }
      return close()
    }
  }

  /// Hands out the elements of the array that comes next. What the body does not read of an element is passed over.
  public mutating func forEachElement(_ body: (inout JSONReader) throws -> Void) throws {
    guard try kind() == .array else { throw wrongForm() }
    try open()
    let member = member
    passBlanks()
    if take(UInt8(ascii: "]")) { return close() }
    while true {
      passBlanks()
      self.member = member
      let value = offset
      try body(&self)
      if offset == value { try skip() }
      passBlanks()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "]")) else { throw fault(.syntax) }
      return close()
    }
  }

  /// The text that comes next.
  public mutating func text() throws(JSONFault) -> String {
    guard try kind() == .string else { throw wrongForm() }
    return try string()
  }

  /// The truth value that comes next.
  public mutating func boolean() throws(JSONFault) -> Bool {
    guard try kind() == .boolean else { throw wrongForm() }
    return try literal()
  }

  /// The number that comes next, as it is written.
  public mutating func number() throws(JSONFault) -> String {
    guard try kind() == .number else { throw wrongForm() }
    let start = offset
    try passNumber()
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Whether `null` comes next, which is passed then.
  public mutating func isNull() throws(JSONFault) -> Bool {
    guard try kind() == .null else { return false }
    _ = try literal()
    return true
  }

  /// Checks the value that comes next and passes over it.
  public mutating func skip() throws {
    switch try kind() {
    case .object: try forEachMember { _, _ in }
    case .array: try forEachElement { _ in }
    case .string: try passString()
    case .number: try passNumber()
    case .boolean, .null: _ = try literal()
    }
  }

  /// Checks that nothing stands behind the value.
  public mutating func finish() throws(JSONFault) {
    passBlanks()
    guard offset == bytes.count else { throw fault(.syntax) }
  }

  // MARK: Bytes

  /// The byte at the place; 0, which begins nothing, at the end.
  var peek: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func passBlanks() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return
      }
    }
  }

  private mutating func open() throws(JSONFault) {
    guard depth < deepest else { throw fault(.tooDeep) }
    depth += 1
    offset += 1
  }

  private mutating func close() { depth -= 1 }

  private static let words = (true: Array("true".utf8), false: Array("false".utf8), null: Array("null".utf8))

  /// Passes `true`, `false` or `null`; true for the first.
  private mutating func literal() throws(JSONFault) -> Bool {
    let first = peek
    let word = first == 0x74 ? JSONReader.words.true : first == 0x66 ? JSONReader.words.false : JSONReader.words.null
    guard bytes.span.holds(word, at: offset) else { throw fault(.syntax) }
    offset += word.count
    return first == 0x74
  }

  /// FNV-1a over 64 bits. That two names of one object have one hash by chance will not happen.
  private static func hash(_ name: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
