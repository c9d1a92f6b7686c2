import Records
import TestSupport
import Testing

@Suite("Text within markup")
struct MarkupTextTests {
  func decoded(_ text: String) -> String {
    var bytes = Array("<<\(text)>>".utf8)
    var target = bytes.mutableSpan
    let range = HTMLText.decode(&target, FieldRange(start: 2, end: 2 + text.utf8.count))
    return String(decoding: bytes[Int(range.start)..<Int(range.end)], as: UTF8.self)
  }

  @Test(
    "HTML references are decoded as .NET does",
    arguments: [
      ("a&amp;b", "a&b"), ("&lt;b&gt; &quot;x&quot; &apos;y&apos;", "<b> \"x\" 'y'"), ("&#39;&#x27;&#X27;", "'''"),
      ("&#229;&aring;", "åå"), ("&#119070;&#x1D11E;", "𝄞𝄞"), ("&euro;&nbsp;", "€\u{A0}"), ("&amp;amp;", "&amp;"),
      ("a & b", "a & b"), ("&amp", "&amp"), ("&unknown;", "&unknown;"), ("&;", "&;"), ("&#;", "&#;"), ("&#0;", "&#0;"),
      ("&#xD800;", "&#xD800;"), ("&#x110000;", "&#x110000;"), ("&&amp;", "&&"), ("&#12x;", "&#12x;"),
      ("&AMP;", "&AMP;"),
      ("", ""), ("&", "&"),
    ])
  func html(_ encoded: String, _ plain: String) { #expect(decoded(encoded) == plain) }

  @Test("What is encoded for HTML and XML comes back through an XML parser")
  func roundTrip() throws {
    var source = RandomSource(seed: 21)
    for round in 0..<400 {
      let plain = source.text(round % 40) + (round % 3 == 0 ? "\r&amp;#x41;" : "")
      let bytes = Array(plain.utf8)
      let document = "<a b=\"" + text { XMLEncoder.htmlAttribute(bytes.span, to: &$0) } + "\"/>"
      #expect(decoded(try #require(try Events.of(document).values.first)) == plain)
    }
  }

  @Test("Attributes and contents come back through an XML parser")
  func xml() throws {
    var source = RandomSource(seed: 22)
    for round in 1..<400 {
      let plain = "x" + source.text(round % 40) + "\r\r\n\t"
      let bytes = Array(plain.utf8)
      let attribute = text { XMLEncoder.attribute(bytes.span, to: &$0) }
      let content = text { XMLEncoder.content(bytes.span, to: &$0) }
      #expect(try Events.of("<a b=\"\(attribute)\">\(content)</a>").values == [plain, plain])
    }
  }

  @Test("Letters of Latin-1 and beyond the basic plane are written by number, as .NET does")
  func dotNet() {
    let bytes = Array("Ł'ä\u{A0}ÿĀ€𝄞<>&\"\n".utf8)
    #expect(
      text { XMLEncoder.htmlAttribute(bytes.span, to: &$0) }
        == "Ł&amp;#39;&amp;#228;&amp;#160;&amp;#255;Ā€&amp;#119070;&amp;lt;&amp;gt;&amp;amp;&amp;quot;&#xA;")
  }

  @Test("Lengths count UTF-16 code units", arguments: ["", "abc", "ä€", "a𝄞b", "😀😀"])
  func length(_ text: String) {
    let bytes = Array(text.utf8)
    let length = UTF8Text.utf16Length(bytes.span)
    #expect(length == text.utf16.count)
    for limit in 0...text.utf16.count + 1 {
      let prefix = String(decoding: bytes[..<UTF8Text.prefix(bytes.span, utf16Length: limit)], as: UTF8.self)
      #expect(text.hasPrefix(prefix) && prefix.utf16.count <= limit)
      #expect(prefix.utf16.count >= min(limit - 1, text.utf16.count))
    }
  }

  @Test(
    "XML carries everything but control characters and two scalars that are none",
    arguments: [
      ("a\t\r\nb", true), ("", true), ("\u{1}", false), ("\u{1F}", false), ("\u{FFFE}", false), ("\u{FFFF}", false),
      ("\u{FFFD}\u{7F}\u{85}", true),
    ])
  func fits(_ text: String, _ wanted: Bool) {
    let bytes = Array(text.utf8)
    let fits = UTF8Text.fitsXML(bytes.span)
    #expect(fits == wanted)
  }
}
