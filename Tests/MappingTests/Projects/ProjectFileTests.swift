import Mapping
import Records
import Testing

@Suite("Project files")
struct ProjectFileTests {
  @Test("Every member is read, and scalars are the text that stands there")
  func members() throws {
    let project = try read(
      """
      inputs: [exports/sales.zip]
      references: [/data/finops.zip]
      output: out
      to: finops
      company: 0012
      only: [accounts, accounts-v3]
      fileFormat: xml-element
      salesFormat: csv
      delta: true
      rejectLimit: 5%
      templates: {}
      environments:
        finops: {application: 7.2.11792.56024, platform: 7.0.4565.16212, hotfixes: [kb4045570]}
        sales: {version: 8.2.1.207, prospectToCash: 1.15.0.0}
      """)
    #expect(project.inputs.map(project.path(of:)) == ["jobs/exports/sales.zip"])
    #expect(project.references.map(project.path(of:)) == ["/data/finops.zip"])
    #expect((project.output, project.to) == ("out", .finops))
    #expect(project.selectedCompanies.map(\.description) == ["0012"])
    #expect(project.only == ["accounts", "accounts-v3"])
    #expect((project.fileFormat, project.salesFormat, project.delta) == ("xml-element", "csv", true))
    #expect(project.rejectLimit == "5%")
    #expect(project.environments?.finops?.application == ProductVersion("7.2.11792.56024"))
    #expect(project.environments?.finops?.hotfixes == ["KB4045570"])
    #expect(project.environments?.sales?.prospectToCash == ProductVersion("1.15.0.0"))
    try project.requireJob()
  }

  @Test("An empty file changes nothing, but is no job", arguments: ["", "# nothing\n", "templates:\n"])
  func empty(text: String) throws {
    let project = try read(text)
    #expect(project.changes.isEmpty)
    #expect(throws: ProjectError.self) { try project.requireJob() }
  }

  @Test("Defaults replace constants and fill what is empty, by path or column, in any case")
  func defaults() throws {
    let project = try read(
      "templates: {accounts: {defaults: {customergroupid: NO, AddressCity: 1.50}}, products: {defaults: {price: 000}}}")
    let accounts = project.adjust(try Catalogues.template("accounts"))
    #expect(accounts.tasks[0].field("CustomerGroupId")?.constant == "NO")
    #expect(accounts.tasks[0].field("CustomerGroupId")?.fallback == nil)
    #expect(accounts.tasks[0].field("AddressCity")?.fallback == "1.50")
    #expect(project.adjust(try Catalogues.template("products")).tasks[0].field("price")?.fallback == "000")
    #expect(project.adjust(try Catalogues.template("quotes")).tasks[0].fields.allSatisfy { $0.fallback == nil })
  }

  @Test("Entries of value maps are added and win; otherwise is replaced if it is stated")
  func valueMaps() throws {
    let folder = try TemporaryFolder()
    try folder.write("units.csv", "Source,Destination\r\nPiece,pcs\r\n\"a \"\"b\"\"\",ea\r\n")
    let file = try folder.write(
      "job.yaml",
      """
      templates:
        accounts:
          valueMaps:
            country_name_to_iso: {entries: {Denmark: DX, "": NL}, otherwise: "default: US"}
        quotes:
          valueMaps: {unit: {file: units.csv, entries: {PIECE: pc}}}
      """)
    let project = try ProjectFile.read(
      file, templates: try Catalogues.templates.get(), schemas: try Catalogues.schemas.get(),
      fileFormats: ["csv", "xml-element"], salesFormats: ["cmt", "csv"])
    let countries = try #require(project.adjust(try Catalogues.template("accounts")).valueMaps["country_name_to_iso"])
    #expect((countries.entries["denmark"], countries.entries[""], countries.entries["germany"]) == ("DX", "NL", "DE"))
    #expect(countries.mapsCountries)
    #expect(countries.otherwise == .value("US"))
    let units = try #require(project.adjust(try Catalogues.template("quotes")).valueMaps["unit"])
    #expect(units == ValueMap(entries: ["piece": "pc", "a \"b\"": "ea"], otherwise: .keep))
  }

  @Test("A field that is copied may have a map of its own, with the names of states")
  func mapOfField() throws {
    let folder = try TemporaryFolder()
    try folder.write("states.csv", "country,code,name\nDK,85,Sjælland\nDK,85,sjælland\n")
    let file = try folder.write(
      "job.yaml",
      """
      templates:
        accounts:
          valueMaps:
            AddressState: {states: true, entries: {Texas: T}}
            DeliveryAddressState: {file: states.csv, otherwise: reject}
      """)
    let project = try ProjectFile.read(
      file, templates: try Catalogues.templates.get(), schemas: try Catalogues.schemas.get(),
      fileFormats: ["csv", "xml-element"], salesFormats: ["cmt", "csv"])
    let template = project.adjust(try Catalogues.template("accounts"))
    #expect(template.tasks[0].field("AddressState")?.valueMap == "AddressState")
    let states = try #require(template.valueMaps["AddressState"])
    #expect((states.entries["new york"], states.entries["texas"]) == ("NY", "T"))
    #expect(states.otherwise == .keep)
    #expect(
      template.valueMaps["DeliveryAddressState"] == ValueMap(entries: ["sjælland": "85"], otherwise: .reject))
    let other = project.adjust(try Catalogues.template("contacts"))
    #expect(other.tasks[0].fields.allSatisfy { $0.valueMap != "AddressState" })
  }

  @Test(
    "A field that has a map, is no copy or is not there gets no other one",
    arguments: [
      "AddressCountryRegionISOCode", "SiteId", "AddresState",
    ])
  func noMapOfField(name: String) throws {
    let error = try #require(throws: ProjectError.self) {
      try ProjectFile.read(
        "templates: {accounts: {valueMaps: {\(name): {states: true}}}}", file: "job.yaml",
        templates: try Catalogues.templates.get(), schemas: try Catalogues.schemas.get(),
        fileFormats: ["csv", "xml-element"], salesFormats: ["cmt", "csv"])
    }
    #expect(error.description.contains(name))
  }

  @Test("Filters are replaced, and the template knows it")
  func filters() throws {
    let project = try read("templates: {orders-to-finops: {filters: {headers: \"startswith(ordernumber, 'A')\"}}}")
    let tasks = project.adjust(try Catalogues.template("orders-to-finops")).tasks
    #expect((tasks[0].filterIsReplaced, tasks[1].filterIsReplaced) == (true, false))
    #expect(tasks[0].filter == .function(.startswith, .field("ordernumber"), .literal("A")))
  }

  @Test("Price lists, unit groups, freight tax and the cutting of texts are chosen")
  func choices() throws {
    let project = try read(
      """
      templates:
        accounts: {fields: {organizationname: {tooLong: truncate}}}
        products: {priceList: Retail, unitGroup: time}
        invoices: {priceList: {usd: Retail, EUR: Europe}, freightTax: field}
      """)
    #expect(project.adjust(try Catalogues.template("accounts")).tasks[0].field("OrganizationName")?.truncates == true)
    let products = project.adjust(try Catalogues.template("products"))
    #expect((products.priceList, products.unitGroup) == (.named("Retail"), "time"))
    #expect(products.tasks[0].field("defaultuomscheduleid.name")?.constant == "time")
    let invoices = project.adjust(try Catalogues.template("invoices"))
    #expect(invoices.priceList == .byCurrency(["USD": "Retail", "EUR": "Europe"]))
    #expect(invoices.freightTax == .field)
  }

  private func read(_ text: String) throws -> ProjectFile {
    try ProjectFile.read(
      text, file: "jobs/job.yaml", templates: try Catalogues.templates.get(), schemas: try Catalogues.schemas.get(),
      fileFormats: ["csv", "xml-element"], salesFormats: ["cmt", "csv"])
  }
}
