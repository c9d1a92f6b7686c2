import Mapping
import Testing

@Suite("--set")
struct OverrideTests {
  @Test(
    "The first = and the first dot before it divide",
    arguments: [
      ("accounts.CustomerGroupId=30", Override(template: "accounts", field: "CustomerGroupId", value: "30")),
      ("accounts.SiteId=a=b", Override(template: "accounts", field: "SiteId", value: "a=b")),
      (
        "products.defaultuomscheduleid.name=Time",
        Override(template: "products", field: "defaultuomscheduleid.name", value: "Time")
      ),
      ("accounts.SiteId=", Override(template: "accounts", field: "SiteId", value: "")),
    ])
  func reads(text: String, expected: Override) throws { #expect(try Override.set(text) == expected) }

  @Test(
    "Anything else is wrong",
    arguments: ["", "=", "accounts", "accounts.SiteId", "accounts=1", ".SiteId=1", "accounts.=1"])
  func wrong(text: String) {
    #expect(throws: ProjectError.self) { try Override.set(text) }
  }

  @Test("The template and the field must exist", arguments: ["nosuch.SiteId=1", "accounts.NoSuchField=1"])
  func unknown(text: String) throws {
    let error = try #require(throws: ProjectError.self) {
      try Override.set(text).check(in: try Catalogues.templates.get())
    }
    #expect(error.exitCode == 78)
    #expect(error.description.hasPrefix("--set \(text.prefix { $0 != "=" }): "))
  }

  @Test("It wins over the project and leaves other templates alone")
  func wins() throws {
    var template = try Catalogues.template("products")
    var changes = TemplateChanges()
    changes.unitGroup = "Time"
    template = changes.applied(to: template)
    for field in ["defaultuomscheduleid", "DefaultUomScheduleId.Name"] {
      let override = Override(template: "products", field: field, value: field)
      try override.check(in: try Catalogues.templates.get())
      override.apply(to: &template)
      #expect(template.unitGroup == field)
      #expect(template.tasks[0].field("defaultuomscheduleid.name")?.constant == field)
    }
    Override(template: "products", field: "pricelevelid", value: "Retail").apply(to: &template)
    #expect(template.priceList == .named("Retail"))
    Override(template: "accounts", field: "price", value: "1").apply(to: &template)
    #expect(template.tasks[0].field("price")?.fallback == nil)
  }
}

@Suite("Versions")
struct ProductVersionTests {
  @Test(
    "Versions compare number by number",
    arguments: [("7.2.9999.99999", "7.2.11792.56024"), ("1.9", "1.15.0.0"), ("8.2.1.99", "8.2.1.207")])
  func order(older: String, newer: String) throws {
    #expect(try #require(ProductVersion(older)) < #require(ProductVersion(newer)))
  }

  @Test("Numbers that are not stated are 0")
  func padding() { #expect(ProductVersion("1.14") == ProductVersion("1.14.0.0")) }

  @Test(
    "Anything but two to four numbers is no version",
    arguments: ["", "7", "seven", "1.2.3.4.5", "1..2", "1.-2", "1.2a"])
  func none(text: String) { #expect(ProductVersion(text) == nil) }
}
