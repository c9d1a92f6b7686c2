import Findings
import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("The report page")
struct ReportPageTests {
  @Test("Keys and file names are no markup, and nothing is fetched")
  func escaping() throws {
    let page = try page(
      file: "<b>x&y.csv",
      accounts: """
        accountid,accountnumber,name
        ,<script>alert(1)</script>,<img src=x>
        ,<script>alert(1)</script>,<img src=x>
        """)
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && page.contains("&lt;b&gt;x&amp;y.csv"))
    #expect(page.components(separatedBy: "<script").count == 2 && !page.contains("<img") && !page.contains("<b>x"))
    for outside in ["http://", "https://", "@import", "url("] { #expect(!page.contains(outside)) }
  }

  @Test("Of many findings of a code the first five places are shown, and how many more there are")
  func examples() throws {
    let rows = (1...1234).map { _ in ",,no key" }
    let page = try page(accounts: "accountid,accountnumber,name\n" + rows.joined(separator: "\n"))
    #expect(page.contains("account.csv · account 5 · line 6"))
    #expect(!page.contains("account.csv · account 6 · line 7"))
    #expect(page.contains("and 1,229 more"))
    #expect(page.contains("No record can be converted for Finance and Operations: 1,234 were rejected."))
  }

  @Test(
    "The verdict is one sentence",
    arguments: [(1, "The one record that is meant"), (2, "All 2 records that are meant")])
  func verdict(records: Int, sentence: String) throws {
    let rows = (1...records).map { ",A-\($0),Alpine" }
    let page = try page(accounts: "accountid,accountnumber,name\n" + rows.joined(separator: "\n"))
    #expect(page.contains(sentence))
  }

  @Test("Control totals show both sides with the digits that money has")
  func totals() throws {
    let page = try page(
      accounts: """
        accountid,accountnumber,name,creditlimit,transactioncurrencyid.isocurrencycode
        ,A-1,Alpine,1234567.5,EUR
        """)
    #expect(page.contains("<td class=\"number\" data-label=\"As read\">1,234,567.50</td>"))
    #expect(page.contains("<span class=\"equal\">equal</span>"))
  }

  @Test("Titles of findings are in the language; codes are not translated", arguments: Language.allCases)
  func languages(language: Language) throws {
    let page = try page(accounts: "accountid,accountnumber,name\n,,no key") { $0.language = language }
    let title = try #require(
      try FindingCatalogue.builtIn(in: language).description(of: FindingCode(number: 2101))?.title)
    #expect(page.contains(title) && page.contains("P2C2101"))
  }

  @Test("A page speaks one language, with its numbers", arguments: Language.allCases)
  func oneLanguage(language: Language) throws {
    let rows = (1...1234).map { ",A-\($0),Alpine" }
    let page = try page(accounts: "accountid,accountnumber,name\n" + rows.joined(separator: "\n")) {
      $0.language = language
    }
    let texts = try Texts.builtIn(in: language).forPages
    #expect(page.contains("<html lang=\"\(language.rawValue)\">") && page.contains(texts.number(1234)))
    #expect(page.contains(">\(texts("page.toFinops"))</p>") && page.contains(">\(texts("page.sign"))</h2>"))
    let english = try Texts.builtIn(in: .english)
    for name in english.names where name.hasPrefix("page.") {
      let own = try #require(texts.sentence(name))
      let other = try #require(english.sentence(name))
      if own != other, other.count > 12 { #expect(!page.contains(other), "\(name) is English") }
    }
    #expect(!page.contains("{{") && !page.contains("page.") && !page.contains("report.verdict"))
  }

  @Test("Every cell of a heading has its scope, and every table a caption")
  func scopes() throws {
    let page = try page(accounts: "accountid,accountnumber,name\n,A-1,Alpine")
    for heading in page.matches(of: /<th[ >][^>]*>?/) { #expect(heading.output.contains("scope=")) }
    #expect(page.matches(of: /<table/).count == page.matches(of: /<caption>/).count)
  }

  private func page(
    file: String = "account.csv", accounts: String, change: (inout ConversionOptions) -> Void = { _ in }
  ) throws -> String {
    let folder = try TestFolder()
    let path = try folder.write(file, accounts)
    let job = try ConversionJob(packages: [path], output: folder.path("out"), project: nil) {
      $0.templates = ["accounts"]
      change(&$0)
    }
    _ = try job.run(progress: .silent)
    return try folder.text("out/report.html")
  }
}
