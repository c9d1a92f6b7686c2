import Archives
import Packages
import Records
import TestSupport
import Testing

@Suite("Beginnings of files")
struct SniffingTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func markup(_ bytes: [UInt8]) throws -> MarkupHead {
    let container = try Container.open(try folder.write("a.xml", bytes))
    return try MarkupHead(container.entries[0], of: container)
  }

  private func head(_ bytes: [UInt8], limit: Int = 1 << 10) throws -> FileHead {
    let container = try Container.open(try folder.write("a.csv", bytes))
    return try FileHead(container.entries[0], of: container, limit: limit)
  }

  /// The beginning of an XML file, and what it says.
  struct Beginning: Sendable, CustomTestStringConvertible {
    var text: String
    var isWide = false
    var declared: String?
    var contradicted: String?
    var root: String?
    var time: String?

    var testDescription: String { text }
  }

  static let beginnings = [
    Beginning(text: "<entities timestamp=\"T\">", root: "entities", time: "T"),
    Beginning(
      text: "\r\n<?xml version='1.0' encoding='utf-8'?>\r\n<a:entities\r\n  b=\"<>\"\ttimestamp = 'T'/>",
      declared: "utf-8", root: "a:entities", time: "T"),
    Beginning(text: "<!-- <no time=\"1\"> --><!DOCTYPE a><?no?><yes/>", root: "yes"),
    Beginning(text: "<?xml encoding=\"UTF-16\"?><a>", declared: "UTF-16", contradicted: "UTF-16", root: "a"),
    Beginning(text: "<?xml encoding=\"UTF-16\"?><a>", isWide: true, declared: "UTF-16", root: "a"),
    Beginning(text: "<?xml encoding=\"utf-8\"?><a>", isWide: true, declared: "utf-8", contradicted: "utf-8", root: "a"),
    Beginning(text: "<!-- without end"), Beginning(text: "<cut timestamp=\"T"), Beginning(text: "no, markup"),
    Beginning(text: ""),
  ]

  @Test("Declaration and root are found without parsing", arguments: beginnings)
  func markup(_ beginning: Beginning) throws {
    let head = try markup(beginning.isWide ? Finops.utf16(beginning.text) : Array(beginning.text.utf8))
    #expect(head.declaredEncoding == beginning.declared)
    #expect(head.contradictedEncoding == beginning.contradicted)
    #expect(head.root?.name == beginning.root)
    #expect(head.root?.attribute("timestamp") == beginning.time)
    #expect(head.encoding == (beginning.isWide ? .utf16LittleEndian : .utf8))
  }

  @Test("A header is whole, and knows its delimiter and its own text")
  func header() throws {
    let text = "A;\"B;,,,\";C\r\n1;2;3\r\n"
    for bytes in [Array(text.utf8), Finops.utf16(text)] {
      let csv = try #require(CSVHead(try head(bytes)))
      #expect(csv.dialect.delimiter == UInt8(ascii: ";") && csv.headings == ["A", "B;,,,", "C"])
      #expect(csv.header == Array("A;\"B;,,,\";C\r\n".utf8) && csv.isDecodable)
    }
    #expect(CSVHead(try head(Array("A;B".utf8)))?.headings == ["A", "B"], "the file ends")
    #expect(CSVHead(try head(Array("A;B\r\n".utf8), limit: 3)) == nil, "only what was read ends")
  }

  @Test("A header that is no UTF-8 is text of the code page, whatever comes behind it")
  func codePage() throws {
    let wrong = try head([0x41, 0xE4, 0x0A, 0x42])
    #expect(CSVHead(wrong)?.isDecodable == false)
    #expect(CSVHead(wrong, as: .windows1252)?.headings == ["A\u{E4}"])
    #expect(CSVHead(try head([0x41, 0x0A, 0xE4]))?.isDecodable == true)
  }

  @Test("A package is known by the files of its format, the outermost first")
  func contents() throws {
    func content(_ names: [String]) throws -> String {
      let path = try folder.zip("\(names.joined().filter(\.isLetter)).zip", names.map { ($0, Array("x".utf8)) })
      switch try ContainerContent(try Container.open(path)) {
      case .package(let kind, let root): return "\(kind.rawValue) \(root.folder)"
      case .archivedFile: return "workbook"
      case .files: return "files"
      }
    }
    #expect(try content(["a/b/data.xml", "c/DATA_SCHEMA.XML"]) == "sales.configuration-migration c/")
    #expect(try content(["data.xml", "x/packageheader.xml"]) == "finops.data-package x/")
    #expect(try content(["xl/workbook.xml"]) == "workbook")
    #expect(try content(["account.csv", "mydata.xml"]) == "files")
    let file = try Container.open(try folder.write("data.xml", []))
    guard case .files = try ContainerContent(file) else {
      Issue.record("a file is known by its content, not by its name")
      return
    }
  }
}
