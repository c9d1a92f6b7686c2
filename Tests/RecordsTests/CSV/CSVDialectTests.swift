import Records
import Testing

@Suite("Dialects of CSV that a description says")
struct CSVDialectTests {
  /// The records of a text in pieces of every size; each field in brackets, `!` in front of a record at fault.
  private func check(_ text: String, _ wanted: [String], shortest: Int? = nil, _ change: (inout CSVDialect) -> Void) {
    var dialect = CSVDialect()
    change(&dialect)
    let bytes = Array(text.utf8)
    for size in 1...max(1, bytes.count) {
      var parser = CSVParser(dialect: dialect, width: 2, line: 1, shortest: shortest)
      var found: [String] = []
      for start in stride(from: 0, to: max(bytes.count, 1), by: size) {
        let end = min(start + size, bytes.count)
        let batch = parser.parse(Array(bytes[start..<end]), invalid: [], isLast: end == bytes.count)
        var issue = 0
        for record in 0..<batch.count {
          let mark = batch.issue(of: record, &issue) == nil ? "" : "!"
          found.append(mark + (0..<2).map { "[\(batch.text(record, $0))]" }.joined())
        }
      }
      #expect(found == wanted, "in pieces of \(size) bytes")
    }
  }

  @Test("Without quotes a quote is text, and no value has a delimiter")
  func unquoted() {
    check("\"a,b\"\n\"\"x\",\n", ["[\"a][b\"]", "[\"\"x\"][]"]) { $0.hasQuotes = false }
    check("\"\n", ["![\"][]"]) { $0.hasQuotes = false }
  }

  @Test("A backslash stands before a quote or itself, and doubled quotes are read too")
  func backslashes() {
    let text = #""a\"b","c\\"# + "\"\n" + #""""d","\n\x\"# + "\\\"\n" + #"e\"f,g"# + "\n"
    check(text, [#"[a"b][c\]"#, #"["d][\n\x\]"#, #"[e\"f][g]"#]) { $0.hasBackslashes = true }
    check(#""long text with \"quotes\" in it","x""# + "\n", [#"[long text with "quotes" in it][x]"#]) {
      $0.hasBackslashes = true
    }
  }

  @Test("A row may lack what was appended to the columns later")
  func short() {
    check("a\nb,c\nd,e,f\n", ["[a][]", "[b][c]", "![d][e,f]"], shortest: 1) { _ in }
  }
}
