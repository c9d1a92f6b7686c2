import Findings
import Foundation
import Mapping
import Testing

@Suite("What the commands list")
struct ListingTests {
  @Test("Templates are listed by number, name and entities")
  func templates() throws {
    let catalogue = try Catalogues.templates.get()
    let lines = try catalogue.list().split(separator: "\n")
    #expect(lines.count == 13)
    #expect(lines[1].hasPrefix("010     accounts "))
    #expect(try members(of: catalogue.json(), "templates").compactMap { $0["name"] as? String } == catalogue.names)
  }

  @Test(
    "A template shows destination, source, transform and what is required", arguments: Catalogues.standardTemplates)
  func template(name: String) throws {
    let catalogue = try Catalogues.templates.get()
    let template = try Catalogues.template(name)
    let text = template.listing
    for field in template.tasks.flatMap(\.fields) {
      #expect(text.contains(field.destination))
      #expect(field.sources.allSatisfy { text.contains($0.text) })
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.last != " " })
    #expect(try JSONSerialization.jsonObject(with: Data(catalogue.json(of: template).utf8)) is [String: Any])
  }

  @Test("The listing of accounts")
  func accounts() throws {
    let lines = try Catalogues.template("accounts").listing.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(lines.contains("CustomerAccount accountnumber copy key"))
    #expect(lines.contains("CustomerGroupId '10' constant required"))
    #expect(lines.contains("AddressCountryRegionISOCode address1_country map country_name_to_iso, blank is US"))
  }

  @Test("Schemas are listed, and show their columns with labels and values")
  func schemas() throws {
    let catalogue = try Catalogues.schemas.get()
    #expect(catalogue.list.contains("SalesOrderHeaderCDSEntity"))
    #expect(try members(of: catalogue.json, "schemas").count == catalogue.entries.count)
    let account = try #require(try catalogue.schema(named: "account"))
    #expect(account.listing.contains("Account Number"))
    #expect(account.listing.contains("1 Preferred Customer, 2 Standard"))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(account.json.utf8)) as? [String: Any])
    #expect((object["attributes"] as? [Any])?.count == account.attributes.count)
  }

  @Test("Codes are listed, and one is explained alone")
  func codes() throws {
    let catalogue = try FindingCatalogue.builtIn()
    let listed = try members(of: catalogue.json, "codes")
    #expect(listed.count == catalogue.all.count)
    #expect(
      listed.allSatisfy { Set($0.keys) == ["code", "severity", "area", "title", "why", "what_to_do", "offline"] })
    #expect(catalogue.list.contains("P2C4009"))
    let text = try #require(catalogue.explanation(of: FindingCode(number: 2104)))
    #expect(text.contains("P2C2104") && !text.contains("P2C2103"))
    let one = try #require(listed.first { $0["code"] as? String == "P2C2104" })
    #expect(one["severity"] as? String == "error" && one["title"] as? String == "Key twice")
    #expect(catalogue.explanation(of: FindingCode(number: 9999)) == nil)
    #expect(try members(of: #require(catalogue.json(of: FindingCode(number: 2104))), "codes").count == 1)
  }

  private func members(of json: String, _ name: String) throws -> [[String: Any]] {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    return try #require(object?[name] as? [[String: Any]])
  }
}
