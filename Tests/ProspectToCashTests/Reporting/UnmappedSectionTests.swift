import Findings
import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("Values without an entry on pages")
struct UnmappedSectionTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let accounts = """
    accountid,accountnumber,name,address1_country
    ,A-1,Alpine,Atlantis
    ,A-2,Beta,Atlantis
    ,A-3,Cube,ATLANTIS
    ,A-4,Dot,"U ""t"" \\ # o"
    ,A-5,Echo,Denmark

    """

  private func convert(_ accounts: String, output: String = "out", showsValues: Bool, project: String? = nil) throws
    -> String
  {
    let path = try folder.write("account.csv", accounts)
    let job = try ConversionJob(packages: [path], output: folder.path(output), project: project) {
      $0.templates = ["accounts"]
      $0.showsValues = showsValues
    }
    _ = try job.run(progress: .silent)
    return try folder.text("\(output)/report.html")
  }

  @Test("Without the option there are counts, and no value")
  func counts() throws {
    let page = try convert(Self.accounts, showsValues: false)
    let numbers = [("Different values", 3), ("Records", 4)]
    for (label, number) in numbers {
      #expect(page.contains("<td class=\"number\" data-label=\"\(label)\">\(number)</td>"))
    }
    #expect(page.contains("--show-values") && page.contains("p2c profile"))
    #expect(!page.contains("Atlantis") && !page.contains("ATLANTIS") && !page.contains("class=\"card stub\""))
  }

  @Test("A page without such values has no such part")
  func none() throws {
    let page = try convert("accountid,accountnumber,name\n,A-1,Alpine\n", showsValues: true)
    #expect(!page.contains("id=\"unmapped\"") && !page.contains("#unmapped"))
  }

  /// The entries of a page as a file, with the marks in front of them or without.
  private func entries(_ page: String, filled: Bool) throws -> String {
    let stub = try #require(page.firstMatch(of: #/<pre class="card stub"[^>]*>([^<]*)</pre>/#)?.1)
    var text = String(stub).replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&#39;", with: "'")
      .replacing("&amp;", with: "&")
    if filled {
      text = text.replacing(#/# ("[^\n]*": )""/#) { "\($0.1)\"DK\"" }
    }
    return try folder.write(filled ? "filled.yaml" : "stub.yaml", text)
  }

  private func project(_ path: String) throws -> ProjectFile {
    try ProjectFile.read(
      path, templates: .builtIn(), schemas: .builtIn(), fileFormats: [], salesFormats: [])
  }

  @Test("With the option the values are listed, and the entries are a project")
  func values() throws {
    let page = try convert(Self.accounts, showsValues: true)
    #expect(page.contains("value “Atlantis”"))
    #expect(page.contains(">Atlantis</th><td class=\"number\" data-label=\"Records\">2</td>"))
    #expect(!page.contains("--show-values lists"))
    // As it is, it is a project that changes nothing.
    let stub = try entries(page, filled: false)
    let template = try #require(try TemplateCatalogue.builtIn().template(named: "accounts"))
    #expect(try project(stub).adjust(template).valueMaps == template.valueMaps)
    // A value that comes in two cases is one entry.
    let filled = try entries(page, filled: true)
    let maps = try project(filled).adjust(template).valueMaps
    #expect(maps["country_name_to_iso"]?.entries["atlantis"] == "DK")
    #expect(maps["country_name_to_iso"]?.entries["u \"t\" \\ # o"] == "DK")
    let fixed = try convert(Self.accounts, output: "fixed", showsValues: true, project: filled)
    #expect(fixed.contains("All 5 records") && !fixed.contains("id=\"unmapped\""))
  }

  @Test("Of many values the most frequent ones are listed, and how many more there are; counts are exact")
  func many() throws {
    var rows = "accountid,accountnumber,name,address1_country\n"
    for number in 0..<200 { rows += ",A-\(number),Name,Land \(number % 120)\n" }
    let page = try convert(rows, showsValues: true)
    #expect(page.contains("data-label=\"Different values\">120</td>"))
    let ranked = (0..<80).map { "Land \($0)" }.sorted()
    #expect(ranked.map { page.contains(">\($0)</th>") } == ranked.indices.map { $0 < 50 })
    #expect(page.contains(">and 70 more</td>"))
    #expect(page.matches(of: #/# (&quot;|")Land \d/#).count == 50)
  }

  @Test("A value that is too long for an entry is listed by its beginning")
  func long() throws {
    let value = String(repeating: "x", count: 300)
    let page = try convert("accountid,accountnumber,name,address1_country\n,A-1,Alpine,\(value)\n", showsValues: true)
    #expect(page.contains(">\(value.prefix(200))…</th>") && !page.contains("# &quot;xxx"))
  }

  @Test("A validation has the same part, with the project's own word for it", arguments: Language.allCases)
  func validation(language: Language) throws {
    let path = try folder.write("account.csv", Self.accounts)
    _ = try ValidationJob(
      packages: [path], output: folder.path("checked"), project: nil, purpose: .convert, company: nil
    ) {
      $0.language = language
    }.run(progress: .silent)
    let page = try folder.text("checked/report.html")
    let texts = try Texts.builtIn(in: language).forPages
    #expect(page.contains(">\(texts("page.unmapped"))</h2>") && page.contains(texts("page.unmappedHidden")))
    #expect(page.contains("<code>country_name_to_iso</code>") && !page.contains("Atlantis"))
  }
}
