import Findings
import Foundation
import Mapping
import Testing

@Suite("Project files that are wrong")
struct WrongProjectTests {
  @Test(
    "The message names the file, the line and the finding",
    arguments: [
      ("templates: [", "4001", 2), ("a: [1, 2\n", "4001", 2), ("- a\n- b\n", "4001", 1), ("inputs: a.zip", "4001", 1),
      ("to: [finops]", "4001", 1), ("delta: true\ndelta: false", "4001", 1),
      ("company: USMF\ntemplats: {}", "4002", 2), ("templates:\n  accounts:\n    default: {}", "4002", 3),
      ("templates: {accounts: {priceList: Retail}}", "4002", 1),
      ("templates: {quotes: {freightTax: field}}", "4002", 1),
      ("templates: {accounts: {unitGroup: Time}}", "4002", 1),
      ("environments: {finops: {frobnication: '1'}}", "4002", 1), ("templates: {customers: {}}", "4003", 1),
      ("only: [accounts,\n  nosuch]", "4003", 2), ("templates: {accounts: {filters: {lines: 'a eq 1'}}}", "4003", 1),
      ("templates:\n  accounts:\n    defaults:\n      NoSuchField: x", "4004", 4),
      ("templates: {accounts: {fields: {NoSuch: {tooLong: reject}}}}", "4004", 1),
      ("templates: {accounts: {filters: {customers: 'nosuchfield eq 1'}}}", "4004", 1),
      ("templates: {accounts: {valueMaps: {nosuch: {otherwise: keep}}}}", "4005", 1),
      ("templates: {accounts: {valueMaps: {unit: {otherwise: maybe}}}}", "4005", 1),
      ("templates: {quotes: {valueMaps: {unit: {otherwise: maybe}}}}", "4005", 1),
      ("templates: {quotes: {valueMaps: {unit: {otherwise: 'default:'}}}}", "4005", 1),
      ("templates: {quotes: {valueMaps: {unit: {file: nowhere.csv}}}}", "4005", nil),
      ("templates:\n  quotes:\n    valueMaps:\n      unit:\n        entries: {a: b,\n          A: c}", "4005", 6),
      ("templates:\n  accounts:\n    filters: {customers: 'name eq'}", "4006", 3),
      ("templates: {invoices: {freightTax: both}}", "4007", 1), ("to: both", "4007", 1), ("delta: maybe", "4007", 1),
      ("fileFormat: pdf", "4007", 1), ("salesFormat: pdf", "4007", 1), ("rejectLimit: many", "4007", 1),
      ("rejectLimit: 1.5", "4007", 1), ("company: ''", "4007", 1), ("inputs: ['']", "4007", 1),
      ("templates: {products: {priceList: ''}}", "4007", 1),
      ("templates: {products: {priceList: {USD: a, usd: b}}}", "4007", 1),
      ("templates: {accounts: {fields: {SiteId: {tooLong: cut}}}}", "4007", 1),
      ("environments:\n  finops:\n    application: seven", "4007", 3),
      ("environments: {finops: {hotfixes: [4045570]}}", "4007", 1),
    ] as [(String, String, Int?)])
  func wrong(text: String, code: String, line: Int?) throws {
    let error = try #require(throws: ProjectError.self) { try read(text) }
    #expect(error.code == FindingCode(rawValue: "P2C\(code)"), "\(error)")
    #expect(error.place.line == line, "\(error)")
    #expect(error.exitCode == 78)
    #expect(line == nil || error.description.hasPrefix("wrong.yaml:"))
    #expect(error.description.hasSuffix("(P2C\(code))"))
    #expect(!error.description.contains("\n"))
    #expect(try FindingCatalogue.builtIn().description(of: error.code) != nil)
  }

  @Test(
    "A misspelt name gets a suggestion",
    arguments: [
      ("templats: {}", "templates"), ("templates: {account: {}}", "accounts"),
      ("templates: {accounts: {defaults: {CustomerGroup: 1}}}", "CustomerGroupId"),
      ("templates: {accounts: {filters: {customers: 'adress1_city eq null'}}}", "address1_city"),
    ])
  func suggestions(text: String, expected: String) throws {
    let error = try #require(throws: ProjectError.self) { try read(text) }
    #expect(error.description.contains("did you mean \"\(expected)\"?"), "\(error)")
  }

  @Test("A project file that is not there is an input that is not there")
  func absent() throws {
    let error = try #require(throws: ProjectError.self) {
      try ProjectFile.read(
        "nowhere.yaml", templates: try Catalogues.templates.get(), schemas: try Catalogues.schemas.get(),
        fileFormats: ["csv", "xml-element"])
    }
    #expect(error.exitCode == 66)
  }

  @Test("Own templates and schemas beside the file are read with it")
  func folders() throws {
    let folder = try TemporaryFolder()
    try folder.write("templates/mine.yaml", "extends: accounts\norder: 12")
    try folder.write(
      "schemas/mine.json",
      #"{"side": "sales", "name": "mine", "label": "Mine", "keys": [], "attributes": [{"name": "a", "type": "int"}]}"#)
    let file = try folder.write("job.yaml", "only: [mine]\ntemplates: {mine: {defaults: {SiteId: 9}}}")
    let project = try ProjectFile.read(
      file, templates: try Catalogues.templates.get(), schemas: try Catalogues.schemas.get(),
      fileFormats: ["csv", "xml-element"])
    let template = try #require(try project.templates.template(named: "mine"))
    #expect(project.adjust(template).tasks[0].field("SiteId")?.constant == "9")
    #expect(try project.schemas.schema(labelled: "Mine") != nil)
  }

  private func read(_ text: String) throws -> ProjectFile {
    try ProjectFile.read(
      text, file: "wrong.yaml", templates: try Catalogues.templates.get(), schemas: try Catalogues.schemas.get(),
      fileFormats: ["csv", "xml-element"])
  }
}
