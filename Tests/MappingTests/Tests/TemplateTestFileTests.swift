import Findings
import Foundation
import Mapping
import Testing

@Suite("Files of tests of templates")
struct TemplateTestFileTests {
  static let file = """
    # What a person wrote stays.
    template: accounts
    tests:
      - name: countries
        given:
          account:
            - {accountnumber: A-1, address1_country: Denmark}
            - {accountnumber: A-2, transactioncurrencyid.isocurrencycode: DKK}
        references:
          CustCustomerV2Entity: [{CustomerAccount: A-1}]
        options: {company: [USMF], defaults: {SiteId: 2}}
        expect:
          customers:
            - {fields: {CustomerAccount: A-1, SiteId: "1.50"}}
            - {verdict: rejected, codes: [P2C2201, p2c2104, P2C2201]}

    """

  private func read(_ text: String, at path: String = "mine.test.yaml") throws -> TemplateTestFile {
    try TemplateTestCatalogue(nil).file(text, at: path)
  }

  @Test("A test has records, options and expectations")
  func reading() throws {
    let file = try read(Self.file)
    #expect(file.template.name == "accounts" && file.tests.map(\.name) == ["countries"])
    let test = try #require(file.tests.first)
    let columns = ["accountnumber", "address1_country", "transactioncurrencyid.isocurrencycode"]
    let rows = [["A-1", "Denmark", ""], ["A-2", "", "DKK"]]
    #expect(test.given.map(\.entity) == ["account"])
    #expect(test.given[0].columns == columns && test.given[0].rows == rows)
    #expect(test.references.map(\.entity) == ["CustCustomerV2Entity"])
    #expect(test.project.selectedCompanies.map { "\($0)" } == ["USMF"])
    #expect(test.project.changes["accounts"]?.defaults.map(\.value) == ["2"])
    let expected = [
      ExpectedRow(nil, fields: [.init(name: "CustomerAccount", value: "A-1"), .init(name: "SiteId", value: "1.50")]),
      ExpectedRow(.rejected, codes: ["P2C2104", "P2C2201"]),
    ]
    #expect(test.expected == [ExpectedTask(name: "customers", rows: expected)])
    #expect(test.expected[0].rows.map(\.verdict) == [.written, .rejected])
  }

  @Test("The file's name says the template unless the file does")
  func names() throws {
    let text = Self.file.replacing("template: accounts\n", with: "")
    #expect(try read(text, at: "some/accounts.test.yaml").template.name == "accounts")
    #expect(try read(text, at: "accounts-v3.test.yaml").template.name == "accounts-v3")
    #expect(throws: ProjectError.self) { try read(text) }
  }

  @Test("The template beside a file is tested, with what it extends there, and no other file there is read")
  func beside() throws {
    let folder = try TemporaryFolder()
    try folder.write("job.yaml", "inputs: [no template]")
    try folder.write("base.yaml", "extends: accounts\ntasks: {customers: {fields: {SiteId: {value: 7}}}}")
    try folder.write("accounts.yaml", "extends: base\ntitle: Mine")
    let path = try folder.write("accounts.test.yaml", Self.file)
    #expect(throws: ProjectError.self, "two that extend each other") { try TemplateTestCatalogue(nil).read(path) }
    try folder.write("own.yaml", "extends: base\ntitle: Mine")
    try folder.write("base.yaml", "extends: accounts-v3\ntasks: {customers: {fields: {SiteId: {value: 7}}}}")
    try FileManager.default.removeItem(atPath: folder.path + "/accounts.yaml")
    let own = try folder.write("own.test.yaml", Self.file.replacing("template: accounts", with: "template: own"))
    let template = try TemplateTestCatalogue(nil).read(own).template
    #expect(template.title == "Mine")
    #expect(template.tasks[0].fields.first { $0.column == "SiteId" }?.constant == "7")
    #expect(try TemplateTestCatalogue(nil).read(path).template.title.hasPrefix("Accounts (Sales"))
  }

  @Test("Catalogues of a folder pass over its tests")
  func passedOver() throws {
    let folder = try TemporaryFolder()
    try folder.write("accounts.test.yaml", Self.file)
    let catalogue = try Catalogues.templates.get().adding(folder: folder.path, schemas: Catalogues.schemas.get())
    #expect(catalogue.names == (try Catalogues.templates.get().names))
  }

  @Test(
    "A name that is wrong is a mistake with the file and the line",
    arguments: [
      ("template: accounts", "template: acounts", "accounts"), ("customers:", "custmers:", "customers"),
      ("account:\n", "acount:\n", "account"), ("CustCustomerV2Entity:", "CustCustomer:", "CustCustomer"),
      ("address1_country", "adress1_country", "address1_country"),
      ("transactioncurrencyid.iso", "accountnumber.iso", "accountnumber"), ("SiteId: \"", "SiteIds: \"", "SiteId"),
      ("given:", "givn:", "given"), ("fields:", "feilds:", "fields"),
      ("verdict: rejected", "verdict: refused", "rejected"),
      ("P2C2201", "2201", "P2C2104"), ("name: countries", "given:", "twice"), ("defaults", "default", "defaults"),
      ("USMF", "TOOLONG", "company"),
    ])
  func mistakes(old: String, new: String, words: String) throws {
    let error = try #require(throws: ProjectError.self) { try read(Self.file.replacing(old, with: new)) }
    #expect(error.exitCode == 78)
    #expect(error.description.hasPrefix("mine.test.yaml:"))
    #expect(error.description.contains(words), "\(error.description)")
  }

  @Test("A source entity as given of the other side, a test without a name and a name twice are mistakes")
  func moreMistakes() throws {
    let other = Self.file.replacing("      account:\n", with: "      CustCustomerV2Entity:\n")
    let twice = Self.file + Self.file.split(separator: "tests:\n")[1]
    for text in [other, twice, Self.file.replacing("name: countries", with: "name: \"\""), "tests: [\n", "template: x"]
    {
      #expect(throws: ProjectError.self) { try read(text) }
    }
  }

  // MARK: Updating

  /// Expectations as files have them, and as they are after an update.
  static let updates: [(String, String)] = [
    (
      "expect:   # kept\n      # kept too\n      customers:\n      - {verdict: filtered}   # and this\n    # the end\n",
      "expect:   # kept\n      # kept too\n      customers:\n        - {codes: [P2C2402], fields: {SiteId: \"1\"}}   # and this\n    # the end\n"
    ),
    (
      "expect:\n          customers:\n            - verdict: filtered\n              fields:\n                SiteId: 'it''s #1'\n\n\n",
      "expect:\n          customers:\n            - {codes: [P2C2402], fields: {SiteId: \"1\"}}\n\n\n"
    ),
    (
      "expect: {customers: [{verdict: filtered, fields: {SiteId: \"}\", AddressCity: a}}]} # kept\n",
      "expect: {customers: [{codes: [P2C2402], fields: {SiteId: \"1\"}}]} # kept\n"
    ),
    (
      "expect:\n      {customers: [\n    {verdict: filtered}\n  ]}\n",
      "expect:\n      {customers: [{codes: [P2C2402], fields: {SiteId: \"1\"}}]}\n"
    ),
    (
      "expect:   # none yet\n",
      "expect:   # none yet\n      customers:\n        - {codes: [P2C2402], fields: {SiteId: \"1\"}}\n"
    ),
    ("\"expect\": {}\n", "\"expect\": {customers: [{codes: [P2C2402], fields: {SiteId: \"1\"}}]}\n"),
    (
      "options: {}\n",
      "options: {}\n    expect:\n      customers:\n        - {codes: [P2C2402], fields: {SiteId: \"1\"}}\n"
    ),
    ("expect: {customers: []}", "expect: {customers: [{codes: [P2C2402], fields: {SiteId: \"1\"}}]}"),
  ]

  private static let row = ExpectedRow(nil, codes: ["P2C2402"], fields: [.init(name: "SiteId", value: "1")])

  @Test("An update replaces expectations and nothing else", arguments: updates, ["\n", "\r\n"])
  func updating(_ update: (String, String), lineEnd: String) throws {
    let (before, after) = update
    let head =
      "# Ümläute, 株 and 😀\ntemplate: accounts # kept\ntests:\n  - name: other\n    expect: {customers: []}\n"
      + "  - given: {account: [{name: 'x: y'}]}   # kept\n    name: mine\n    "
    // Only a test that is followed by no other may end without a line end.
    let tail = before.hasSuffix("\n") ? "  - {name: last, given: {}, expect: }\n# the end\n" : ""
    let text = (head + before + tail).replacing("\n", with: lineEnd)
    let catalogue = try TemplateTestCatalogue(nil)
    let file = try catalogue.file(text, at: "mine.test.yaml")
    let expected = ["mine": [ExpectedTask(name: "customers", rows: [Self.row])]]
    let updated = try file.updated(expecting: expected, in: catalogue)
    #expect(updated == (head + after + tail).replacing("\n", with: lineEnd))
    let again = try catalogue.file(updated, at: "mine.test.yaml")
    #expect(try again.updated(expecting: expected, in: catalogue) == updated)
    #expect(again.tests.first { $0.name == "mine" }?.expected == expected["mine"])
  }

  @Test("A test between braces can be updated, too")
  func inline() throws {
    let catalogue = try TemplateTestCatalogue(nil)
    let text = "tests: [{name: mine, expect: }, {name: other, expect: {customers: []}}]\n"
    let file = try catalogue.file(text, at: "accounts.test.yaml")
    let expected = [ExpectedTask(name: "customers", rows: [Self.row])]
    #expect(
      try file.updated(expecting: ["mine": expected, "other": expected], in: catalogue)
        == text.replacing("expect: }", with: "expect: {customers: [{codes: [P2C2402], fields: {SiteId: \"1\"}}]} }")
        .replacing("{customers: []}", with: "{customers: [{codes: [P2C2402], fields: {SiteId: \"1\"}}]}"))
  }

  @Test("What cannot be replaced without a change elsewhere is refused")
  func anchors() throws {
    let catalogue = try TemplateTestCatalogue(nil)
    let text = "tests:\n  - name: one\n    expect: &same\n      customers: [{}]\n  - name: two\n    expect: *same\n"
    let file = try catalogue.file(text, at: "accounts.test.yaml")
    for name in ["one", "two"] {
      let error = try #require(throws: ProjectError.self) {
        try file.updated(expecting: [name: [ExpectedTask(name: "customers", rows: [Self.row])]], in: catalogue)
      }
      #expect(error.description.contains("--update"))
    }
  }

  @Test(
    "Values are read as they were written",
    arguments: [
      "", "10", "1.50", "DK", "A-1", "NO", "no", "true", "null", "~", "2024-05-01", "0x1F", "a: b", "a #b", " a", "a ",
      "- a", "{a}", "[a]", "a,b", "\"a\"", "it's", "a\\b", "a\nb\tc", "\u{85}", "\u{2028}", "Zoë", "株式会社", "😀", "1e5",
      "00012", "12:30", "%", "*a", "&a", "!a", "@a", "`a", "|", ">", "=", "<<", "33333333-3333-4333-8333-333333333333",
    ])
  func values(_ value: String) throws {
    let catalogue = try TemplateTestCatalogue(nil)
    let row = ExpectedRow(.written, fields: [.init(name: "SiteId", value: value)])
    let expected = [ExpectedTask(name: "customers", rows: [row])]
    for text in ["tests:\n  - name: a\n    expect:\n", "tests: [{name: a, expect: {}}]\n"] {
      let file = try catalogue.file(text, at: "accounts.test.yaml")
      let updated = try file.updated(expecting: ["a": expected], in: catalogue)
      #expect(try catalogue.file(updated, at: "accounts.test.yaml").tests[0].expected == expected)
    }
  }
}
