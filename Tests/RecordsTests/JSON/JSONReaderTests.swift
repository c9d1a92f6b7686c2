import Records
import Testing

@Suite("Reading and writing JSON")
struct JSONReaderTests {
  /// Reads a document and shows what it says in a fixed form.
  static func shown(_ text: String, deepest: Int = 64) throws -> String {
    try shown(Array(text.utf8), deepest: deepest)
  }

  static func shown(_ bytes: [UInt8], deepest: Int = 64) throws -> String {
    var reader = try JSONReader(bytes, deepest: deepest)
    let shown = try value(&reader)
    try reader.finish()
    return shown
  }

  private static func value(_ reader: inout JSONReader) throws -> String {
    switch try reader.kind() {
    case .object:
      var members: [String] = []
      try reader.forEachMember { reader, name in members.append("\(name)=\(try value(&reader))") }
      return "{\(members.joined(separator: ","))}"
    case .array:
      var elements: [String] = []
      try reader.forEachElement { elements.append(try value(&$0)) }
      return "[\(elements.joined(separator: ","))]"
    case .string: return "'\(try reader.text())'"
    case .number: return try reader.number()
    case .boolean: return try reader.boolean() ? "yes" : "no"
    case .null: return try reader.isNull() ? "null" : "?"
    }
  }

  static let documents = [
    ("{}", "{}"), ("[]", "[]"), (" [1 , -0.5e+3,0] ", "[1,-0.5e+3,0]"), ("\u{FEFF}{\"a\":true}", "{a=yes}"),
    ("{\"a\":{\"b\":[null,false]},\"c\":\"\"}", "{a={b=[null,no]},c=''}"),
    (#"["\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00ø"]"#, "['\"\\/\u{8}\u{C}\n\r\té😀ø']"),
    (#"{"a":1,"A":2,"ä":3}"#, "{a=1,A=2,ä=3}"),
  ]

  @Test("Documents say what RFC 8259 lets them say", arguments: documents)
  func read(_ text: String, _ wanted: String) throws { #expect(try Self.shown(text) == wanted) }

  static let faulty = [
    "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "[1 2]", "01", "1.", ".5", "+1",
    "1e", "tru", "nul", "\"", "\"\\x\"", "\"\\u12g4\"", "\"\\uD800\"", "\"\\uD800\\u0041\"", "\"a\nb\"",
    "{} {}", "'a'", "NaN", "[1]x", "/**/[]",
  ]

  @Test("Everything else is a fault", arguments: faulty)
  func refused(_ text: String) {
    let fault = #expect(throws: JSONFault.self) { try Self.shown(text) }
    #expect(fault?.reason == .syntax, "\(text)")
  }

  @Test("Bytes that are no UTF-8 are a fault on their line")
  func encoding() {
    let fault = #expect(throws: JSONFault.self) { try Self.shown([0x5B, 0x0A, 0x22, 0xC3, 0x22, 0x5D]) }
    #expect(fault == JSONFault(.syntax, line: 2))
  }

  @Test("A member twice is a fault, also among members that nobody reads and however it is escaped")
  func twice() {
    for text in [#"{"a":1,"b":2,"a":3}"#, #"[{"x":{"a":1,"\u0061":2}}]"#] {
      let fault = #expect(throws: JSONFault.self) { try Self.shown(text) }
      #expect(fault?.reason == .memberTwice("a"))
      #expect(throws: JSONFault.self) {
        var reader = try JSONReader(Array(text.utf8))
        try reader.skip()
      }
    }
    let many = (0..<100).map { "\"m\($0)\":0" }
    #expect(throws: Never.self) { try Self.shown("{\(many.joined(separator: ","))}") }
    #expect(throws: JSONFault.self) { try Self.shown("{\((many + ["\"m50\":1"]).joined(separator: ","))}") }
  }

  @Test("Values may stand as deep as asked for, and no deeper")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try Self.shown(nested(64)) }
    for depth in [65, 5_000, 1_000_000] {
      let fault = #expect(throws: JSONFault.self) {
        var reader = try JSONReader(Array(nested(depth).utf8))
        try reader.skip()
      }
      #expect(fault?.reason == .tooDeep)
    }
  }

  @Test("What is not read of a member is passed over, and a value of another kind is a fault that names it")
  func wanted() throws {
    var reader = try JSONReader(Array(#"{"a":[1,{"b":2}],"c":"x","d":5}"#.utf8))
    var found = ""
    try reader.forEachMember { reader, name in if name == "c" { found = try reader.text() } }
    #expect(found == "x")
    let fault = #expect(throws: JSONFault.self) {
      var reader = try JSONReader(Array("{\n\"a\":[],\n\"d\":5}".utf8))
      try reader.forEachMember { reader, name in if name == "d" { _ = try reader.text() } }
    }
    #expect(fault == JSONFault(.wrongForm("d"), line: 3))
  }

  @Test("What is written is indented, in order, and read as it was meant")
  func writing() throws {
    let value = JSONValue.object([
      ("b", .array([.number(-1), .truth(true), .truth(false)])), ("a", .text("\"\\\n\u{1}ø😀")), ("c", .object([])),
      ("d", .array([])),
    ])
    let text = String(decoding: value.document, as: UTF8.self)
    #expect(
      text == """
        {
          "b": [
            -1,
            true,
            false
          ],
          "a": "\\"\\\\\\n\\u0001ø😀",
          "c": {},
          "d": []
        }

        """)
    #expect(try Self.shown(text) == "{b=[-1,yes,no],a='\"\\\n\u{1}ø😀',c={},d=[]}")
  }
}
