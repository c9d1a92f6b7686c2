import Findings
import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("Tests of templates")
struct TemplateTestJobTests {
  static let accounts = """
    # What a person wrote stays.
    template: accounts
    tests:
      - name: countries
        given:
          account:
            - {accountnumber: A-1, name: Contoso, address1_country: Denmark, transactioncurrencyid.isocurrencycode: DKK}
            - {accountnumber: A-2, name: Tailspin, address1_country: Atlantis, transactioncurrencyid.isocurrencycode: DKK}
        expect:
          customers:
            - {fields: {CustomerAccount: A-1, AddressCountryRegionISOCode: DK, CustomerGroupId: "10"}}   # a comment
            - {verdict: rejected, codes: [P2C2201]}

    """

  private func outcome(_ text: String, project: String? = nil, updates: Bool = false) throws -> (
    TemplateTestSummary, String
  ) {
    let folder = try TestFolder()
    try folder.write("tests/mine.test.yaml", text)
    let job = try project.map { try folder.write("job.yaml", $0) }
    let summary = try TemplateTestJob(
      paths: [folder.path("tests")], templates: [], project: job, updates: updates
    ).run()
    return (summary, try folder.text("tests/mine.test.yaml"))
  }

  private func differences(_ text: String, project: String? = nil) throws -> [String] {
    try outcome(text, project: project).0.outcomes.flatMap(\.differences).map {
      "\($0.task) \($0.row) \($0.field): \($0.expected) > \($0.actual)"
    }
  }

  @Test("The built-in tests pass, and every built-in template has some")
  func builtIn() throws {
    let summary = try TemplateTestJob(paths: [], templates: [], project: nil, updates: false).run()
    #expect(
      try summary.lines(Texts.builtIn(in: .english)).filter { !$0.hasPrefix("ok ") } == [
        "\(summary.outcomes.count) passed, 0 failed"
      ])
    let names = try TemplateCatalogue.builtIn().names
    var tested: [String] = []
    for outcome in summary.outcomes where tested.last != outcome.template { tested.append(outcome.template) }
    #expect(tested == names)
  }

  @Test("The built-in tests run with a project's changes, and what does not fit its own templates is its fault")
  func projects() throws {
    let folder = try TestFolder()
    let job = try folder.write("job.yaml", "templates: {accounts: {defaults: {CustomerGroupId: \"20\"}}}\n")
    func run(_ name: String) throws -> TemplateTestSummary {
      try TemplateTestJob(paths: [], templates: [name], project: job, updates: false).run()
    }
    #expect(try run("accounts").outcomes.map(\.differences.count) == [0, 1, 0, 0])
    try folder.write(
      "templates/quotes.yaml",
      """
      title: Mine
      to: finops
      order: 30
      tasks:
        mine:
          from: quote
          to: SalesQuotationHeaderCDSEntity
          fields: {SalesQuotationNumber: {from: quotenumber, key: true}}

      """)
    let error = try #require(throws: ProjectError.self) { try run("quotes") }
    #expect(error.exitCode == 78 && error.description.contains("templates/quotes.test.yaml:"), "\(error)")
  }

  @Test(
    "What comes out otherwise is a difference with its task, row and field",
    arguments: [
      ("DK, C", "SE, C", "customers 1 AddressCountryRegionISOCode: SE > DK"),
      ("- {fields", "- {verdict: filtered, fields", "customers 1 verdict: filtered > written"),
      ("codes: [P2C2201]", "codes: [P2C2105]", "customers 2 codes: P2C2105 > P2C2201"),
      (", codes: [P2C2201]", "", "customers 2 codes:  > P2C2201"),
      ("        - {verdict: rejected, codes: [P2C2201]}\n", "", "customers 2 rows: 1 > 2"),
      ("ISOCode: DK", "ISOCode: \"\"", "customers 1 AddressCountryRegionISOCode:  > DK"),
      ("CustomerAccount: A-1", "CreditLimit: \"1\"", "customers 1 CreditLimit: 1 > "),
      ("CustomerAccount: A-1", "addresscountryregionisocode: dk", "customers 1 addresscountryregionisocode: dk > DK"),
    ])
  func difference(old: String, new: String, difference: String) throws {
    let text = Self.accounts.replacing(old, with: new)
    #expect(text != Self.accounts)
    #expect(try differences(text) == [difference])
  }

  @Test("More rows than expected and fewer are one difference each, at the first row that is not on both sides")
  func rows() throws {
    let more = Self.accounts + "        - {}\n        - {}\n"
    #expect(try differences(more) == ["customers 3 rows: 4 > 2"])
  }

  @Test("Options of a test come behind the project's changes")
  func options() throws {
    let project = "templates: {accounts: {valueMaps: {country_name_to_iso: {entries: {Atlantis: GR}}}}}\n"
    let taken = Self.accounts.replacing(
      "{verdict: rejected, codes: [P2C2201]}", with: "{fields: {AddressCountryRegionISOCode: GR}}")
    #expect(try differences(taken, project: project) == [])
    #expect(try differences(Self.accounts, project: project).first == "customers 2 verdict: rejected > written")
    let own = taken.replacing(
      "    expect:", with: "    options: {valueMaps: {country_name_to_iso: {entries: {Atlantis: IT}}}}\n    expect:")
    #expect(try differences(own, project: project) == ["customers 2 AddressCountryRegionISOCode: GR > IT"])
  }

  @Test("Records of several companies keep their order, and a company can be chosen")
  func companies() throws {
    func text(_ options: String, _ rows: String) -> String {
      """
      template: products
      tests:
        - name: companies
          given:
            EcoResSellableReleasedProductEntity:
              - {DataAreaId: USMF, ProductNumber: P-1, ProductName: Chair, ProductType: Item, CurrencyCode: USD, SalesUnitSymbol: ea}
              - {DataAreaId: DEMF, ProductNumber: P-2, ProductName: Table, ProductType: Item, CurrencyCode: USD, SalesUnitSymbol: ea}
              - {DataAreaId: USMF, ProductNumber: P-3, ProductName: Lamp, ProductType: Item, CurrencyCode: XXX, SalesUnitSymbol: ea}
              - {DataAreaId: USMF, ProductNumber: P-4, ProductName: Door, ProductType: Item, CurrencyCode: USD, SalesUnitSymbol: ea}
          references:
            transactioncurrency: [{transactioncurrencyid: 11111111-1111-4111-8111-111111111111, isocurrencycode: USD}]
            pricelevel: [{pricelevelid: 22222222-2222-4222-8222-222222222222, name: Retail, transactioncurrencyid: 11111111-1111-4111-8111-111111111111, statecode: "0"}]
            uomschedule: [{uomscheduleid: 55555555-5555-4555-8555-555555555555, name: Default unit}]
            uom: [{uomid: 66666666-6666-4666-8666-666666666666, name: ea, uomscheduleid: 55555555-5555-4555-8555-555555555555}]
          options: \(options)
          expect:
            products: [\(rows)]

      """
    }
    let rejected = "{verdict: rejected, codes: [P2C2306]}"
    func written(_ number: String) -> String { "{fields: {productnumber: \(number)}}" }
    let all = [written("P-1"), written("P-2"), rejected, written("P-4")].joined(separator: ", ")
    let item = ", {verdict: generated, fields: {pricingmethodcode: \"1\"}}"
    #expect(try differences(text("{}", all + item + item + item)) == [])
    let one = ["{verdict: filtered}", written("P-2"), "{verdict: filtered}", "{verdict: filtered}"]
    #expect(try differences(text("{company: DEMF}", one.joined(separator: ", ") + item)) == [])
  }

  @Test("A test without records of the template's entities has no rows")
  func nothing() throws {
    for given in ["{}", "{account: []}", "{contact: [{lastname: Nobody}]}"] {
      let text = "template: accounts\ntests: [{name: none, given: \(given), expect: {customers: [{}]}}]\n"
      #expect(try differences(text) == ["customers 1 rows: 1 > 0"])
    }
  }

  @Test("An update writes what comes out: named fields, and all that are filled in new rows")
  func update() throws {
    let wrong = Self.accounts.replacing("DK, C", with: "SE, C").replacing("P2C2201", with: "P2C2105")
    let (summary, text) = try outcome(wrong, updates: true)
    #expect(summary.passed == 1 && summary.failed == 0)
    #expect(text == Self.accounts.replacing("   # a comment", with: ""))
    let shorter = Self.accounts.split(separator: "        - {fields")[0] + ""
    let fresh = try outcome(String(shorter) + "        []\n", updates: true).1
    #expect(fresh.contains("- {verdict: written, fields: {CustomerGroupId: \"10\", SalesCurrencyCode: DKK, "))
    #expect(fresh.hasSuffix("- {verdict: rejected, codes: [P2C2201]}\n"))
    #expect(try differences(fresh) == [])
  }

  @Test("An update leaves files whose tests pass as they are, byte by byte, and keeps a byte order mark")
  func untouched() throws {
    #expect(try outcome(Self.accounts, updates: true).1 == Self.accounts)
    let folder = try TestFolder()
    let wrong = "\u{FEFF}" + Self.accounts.replacing("DK, C", with: "SE, C").replacing("   # a comment", with: "")
    try folder.write("a.test.yaml", wrong.replacing("\n", with: "\r\n"))
    _ = try TemplateTestJob(paths: [folder.path("a.test.yaml")], templates: [], project: nil, updates: true).run()
    let right = "\u{FEFF}" + Self.accounts.replacing("   # a comment", with: "")
    #expect(try folder.bytes("a.test.yaml") == Array(right.replacing("\n", with: "\r\n").utf8))
    #expect(try folder.names == ["a.test.yaml"])
  }

  @Test("Folders are searched downwards, and tests of other templates can be left out")
  func folders() throws {
    let folder = try TestFolder()
    try folder.write("b/deep/mine.test.yaml", Self.accounts)
    try folder.write("a.test.yaml", "template: contacts\ntests: [{name: empty, given: {}}]\n")
    try folder.write("notes.yaml", "no: test")
    let all = try TemplateTestJob(
      paths: [folder.url.path, folder.path("a.test.yaml")], templates: [], project: nil, updates: false
    ).run()
    #expect(all.outcomes.map(\.template) == ["contacts", "accounts"])
    let one = try TemplateTestJob(paths: [folder.url.path], templates: ["accounts"], project: nil, updates: false)
    #expect(try one.run().outcomes.map(\.file) == [folder.path("b/deep/mine.test.yaml")])
  }

  @Test("A path that is not there or holds no test ends with 66, an unknown template with 64")
  func paths() throws {
    let folder = try TestFolder()
    try folder.write("empty/notes.yaml", "no: test")
    try folder.write("none/none.test.yaml", "template: accounts\ntests: []\n")
    for name in ["nowhere", "empty", "empty/notes.yaml", "none"] {
      let failure = try #require(throws: Failure.self) {
        try TemplateTestJob(paths: [folder.path(name)], templates: [], project: nil, updates: false)
      }
      #expect(failure.exitCode == 66 && failure.message.contains(name))
    }
    let failure = try #require(throws: Failure.self) {
      try TemplateTestJob(paths: [], templates: ["nosuch"], project: nil, updates: false)
    }
    #expect(failure.exitCode == 64)
  }

  @Test("Text and JSON say what differs")
  func reports() throws {
    let summary = try outcome(Self.accounts.replacing("DK, C", with: "SE, C")).0
    #expect(
      try summary.lines(Texts.builtIn(in: .english)) == [
        "FAIL accounts: countries: customers row 1: AddressCountryRegionISOCode is \"DK\", expected \"SE\"",
        "0 passed, 1 failed",
      ])
    let json = try #require(try JSONSerialization.jsonObject(with: Data(summary.json().utf8)) as? [String: Any])
    #expect(json["command"] as? String == "templates test" && json["failed"] as? Int == 1)
    let test = try #require((json["tests"] as? [[String: Any]])?.first)
    #expect(test["result"] as? String == "failed")
    let difference = try #require((test["differences"] as? [[String: Any]])?.first)
    #expect(difference["row"] as? Int == 1 && difference["actual"] as? String == "DK")
    #expect(Set(difference.keys) == ["task", "row", "field", "expected", "actual"])
  }
}
