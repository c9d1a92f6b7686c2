import Records
import Testing

@testable import Packages

@Suite("Ends of records")
struct XMLRecordEndTests {
  static let ends: [(String, String, Int?)] = [
    ("<R></R>", "R", 7), ("<R></R> x", "R", 7), ("<R></R \n>", "R", 9), ("<R/>", "R", 4), ("<R />x", "R", 5),
    ("<R a='/>'>", "R", nil), ("<R a='/>' b=\"'>\"/>", "R", 18), ("<R a='1'/><S></S>", "R", 10), ("<R/><R", "R", 4),
    ("<R/><R a='/>", "R", 4), ("<Rx/>", "R", nil), ("</Rx>", "R", nil), ("<p:R/>", "R", nil), ("<p:R/>", "p:R", 6),
    ("", "R", nil),
    ("<", "R", nil), ("</R", "R", nil), ("R/>", "R", nil),
  ]

  @Test("The last end of a record is behind its tag", arguments: ends)
  func last(_ text: String, _ name: String, _ expected: Int?) {
    let bytes = Array(text.utf8)
    #expect(XMLRecordEnd(of: Array(name.utf8)).last(in: bytes.span, 0..<bytes.count) == expected)
  }

  static let declarations: [(String, String?)] = [
    ("<D/>", "<?xml version=\"1.0\"?>"), ("\r\n <D/>", "<?xml version=\"1.0\"?>"),
    ("\u{FEFF}<?xml version='1.0' encoding='UTF-8'?><D/>", "<?xml version='1.0' encoding='UTF-8'?>"),
    ("<?xml version='1.0'?><D/>", "<?xml version='1.0'?>"), ("<?xml version='1.1'?><D/>", nil),
    ("<?xml version='1.0' encoding='utf-16'?><D/>", nil), ("<?xml version='1.0' encoding='windows-1252'?><D/>", nil),
    ("<?xml version='1.0", nil), ("<?xml\tversion='1.0'?><D/>", nil), ("<\0D\0", nil), ("text", nil), ("", nil),
    ("<?xml version = '1.0'  encoding = \"Utf-8\" ?>", "<?xml version = '1.0'  encoding = \"Utf-8\" ?>"),
  ]

  @Test("A document in another encoding is not divided", arguments: declarations)
  func declaration(_ text: String, _ expected: String?) {
    #expect(XMLDeclaration(Array(text.utf8)).map { String(decoding: $0.bytes, as: UTF8.self) } == expected)
  }
}
