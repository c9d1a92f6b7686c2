import Findings
import Records
import Testing

@testable import Repair

@Suite("Edits of text as it passes")
struct TextEditTests {
  /// What an edit makes of text that comes in pieces of a size.
  private func edited(_ text: String, _ edit: some TextEdit, piece: Int) throws -> String {
    var edit = edit
    let bytes = Array(text.utf8)
    var output = OutputBuffer(capacity: 64)
    var place = 0
    while place < bytes.count {
      let end = min(place + piece, bytes.count)
      try edit.edit(bytes.span.extracting(place..<end), isLast: end == bytes.count, to: &output)
      place = end
    }
    return KeyText.string(output.span)
  }

  @Test(
    "CSV comes out the same however it is cut",
    arguments: [
      ("A,B,C\r\n1,2,3\r\n", "A,C\r\n1,3\r\n"), ("A,B,C,,\n1,\"2\"\"\n\",3,,\n", "A,C\r\n1,3\r\n"),
      ("A,B,C\n1,2,3,\"\"\n,,", "A,C\r\n1,3\r\n,"), ("A,B,C\n\n1,2,3\r4,\"x", "A,C\r\n\r\n1,3\r4"),
      ("A,B,C\n\" 1\"x,2,\"3\nq\"", "A,C\r\n\" 1\"x,\"3\nq\""),
    ])
  func csv(before: String, after: String) throws {
    let orders = CSVEdit.Orders(leftOut: [1], width: 3, fixesLineEnds: true)
    for piece in 1...before.utf8.count {
      let edit = CSVEdit(CSVDialect(), orders, observedWidth: 3)
      #expect(try edited(before, edit, piece: piece) == after, "in pieces of \(piece)")
    }
  }

  @Test("Nothing to do changes nothing, and counts what there is")
  func survey() throws {
    let text = "A,B,,\r\n1,\"2\n\",,\n3,4,,\"x\"\r5,,,\n"
    var survey = CSVEdit(CSVDialect(), .init(), observedWidth: 2)
    var output = OutputBuffer(capacity: 64)
    let bytes = Array(text.utf8)
    try survey.edit(bytes.span, isLast: true, to: &output)
    #expect(KeyText.string(output.span) == text)
    #expect((survey.bareLineFeeds, survey.surplusRecords, survey.surplusValues) == (2, 4, 1))
  }

  @Test("Markup comes out the same however it is cut")
  func markup() throws {
    let before = """
      <?xml version="1.0"?><!-- <C RECID="1"> --><D RECID="0">\n<C A='>' RECID = "7" B="/">\n <RECID>8</RECID> <E><![CDATA[<RECID>]]></E>
      <RECID a="1"/><p:RECID><F/></p:RECID></C></D>
      """
    let after = """
      <?xml version="1.0"?><!-- <C RECID="1"> --><D RECID="0">\n<C A='>' B="/"> <E><![CDATA[<RECID>]]></E></C></D>
      """
    for piece in 1...before.utf8.count {
      let edit = XMLTokenRewriter(FieldsLeftOut { $0 == "RECID" })
      #expect(try edited(before, edit, piece: piece) == after, "in pieces of \(piece)")
    }
  }

  @Test(
    "Long tags, comments and sections pass in pieces, up to those that no export has, which are refused with their line"
  )
  func longMarkup() throws {
    let limit = 100_000
    for (before, behind) in [("<C A=\"", "\"/>"), ("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?p ", "?>")] {
      let long = "<D>\n" + before + String(repeating: "x", count: 90_000) + behind + "</D>"
      let endless = "<D>\n" + before + String(repeating: "x", count: 250_000)
      let fault = XMLFault.excessive(line: 2, what: "size of a tag, a comment or a section")
      for piece in [1_000, 4_096, 60_000] {
        let edit = XMLTokenRewriter(FieldsLeftOut { $0 == "RECID" }, limit: limit)
        #expect(try edited(long, edit, piece: piece) == long)
        #expect(throws: fault) { try edited(endless, edit, piece: piece) }
      }
    }
  }

  @Test("A record of more empty fields than anybody has keeps them, as if there were a value behind them")
  func endlessRecord() throws {
    let text = "A,B\n1,2" + String(repeating: ",", count: (1 << 20) + 10) + "\n3,4,,\n"
    var survey = CSVEdit(CSVDialect(), .init(), observedWidth: 2)
    var output = OutputBuffer(capacity: 64)
    let bytes = Array(text.utf8)
    try survey.edit(bytes.span, isLast: true, to: &output)
    #expect((survey.surplusRecords, survey.surplusValues) == (2, 1))
    for piece in [1 << 20, text.utf8.count] {
      #expect(try edited(text, CSVEdit(CSVDialect(), .init(), observedWidth: 2), piece: piece) == text)
    }
  }
}
