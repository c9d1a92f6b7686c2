import Findings
import Mapping
import Testing

@Suite("Entity schemas")
struct SchemaCatalogueTests {
  let catalogue: SchemaCatalogue

  init() throws { catalogue = try Catalogues.schemas.get() }

  @Test("Every schema of the list can be read and agrees with it")
  func all() throws {
    #expect(catalogue.entries.count >= 38)
    for entry in catalogue.entries {
      let schema = try #require(try catalogue.schema(named: entry.name))
      #expect((schema.side, schema.name, schema.label) == (entry.side, entry.name, entry.label))
      #expect(!schema.attributes.isEmpty)
      #expect(schema.keys.allSatisfy { schema.attribute(named: $0)?.isKey == true })
      #expect((schema.primaryID == nil) == (schema.side == .finops))
      #expect((schema.typeCode == nil) == (schema.side == .finops))
    }
  }

  @Test("Names and labels are compared without case", arguments: ["custcustomerv2entity", "CUSTCUSTOMERV2ENTITY"])
  func names(name: String) throws {
    #expect(try catalogue.schema(named: name)?.label == "Customers V2")
    #expect(try catalogue.schema(labelled: "customers v2")?.name == "CustCustomerV2Entity")
    #expect(try catalogue.schema(labelled: "Order")?.name == "salesorder")
    #expect(try catalogue.schema(labelled: "Order", of: .finops) == nil)
    #expect(try catalogue.schema(named: "NoSuchEntity") == nil)
  }

  @Test("Of F&O an attribute tells type, length and symbols")
  func finops() throws {
    let schema = try #require(try catalogue.schema(named: "CustCustomerV2Entity"))
    #expect(schema.keys == ["CustomerAccount"])
    let account = try #require(schema.attribute(named: "CUSTOMERACCOUNT"))
    #expect((account.type, account.maxLength, account.lengthIsAssumed) == (.string, 20, false))
    #expect(account.isKey && account.isRequired)
    #expect(schema.attribute(named: "AddressCity")?.lengthIsAssumed == true)
    #expect(schema.attribute(named: "AccountStatement")?.symbols.first == "Always")
    #expect(schema.attribute(named: "IsExternallyMaintained")?.type == .noyes)
    #expect(schema.attribute(named: "dataAreaId")?.isKey == false)
  }

  @Test("Of Sales an attribute tells label, options with states, and targets")
  func sales() throws {
    let order = try #require(try catalogue.schema(named: "salesorder"))
    #expect((order.primaryID, order.primaryName, order.typeCode) == ("salesorderid", "name", 1088))
    #expect(
      order.attribute(named: "statuscode")?.options.contains(OptionValue(value: 1, label: "New", state: 0)) == true)
    #expect(order.attribute(named: "statecode")?.options.first == OptionValue(value: 0, label: "Active"))
    #expect(order.attribute(named: "customerid")?.targets == ["account", "contact"])
    #expect(try catalogue.schema(named: "account")?.attribute(named: "accountnumber")?.displayName == "Account Number")
    #expect(try catalogue.schema(named: "contact")?.attribute(named: "fullname")?.type == .string)
  }

  @Test("A project's schemas come besides and win over others of the name")
  func own() throws {
    let folder = try TemporaryFolder()
    try folder.write("Own.json", schema(name: "OwnEntity"))
    try folder.write("Account.json", schema(name: "Account"))
    let extended = try catalogue.adding(folder: folder.path)
    #expect(extended.entries.count == catalogue.entries.count + 1)
    #expect(try extended.schema(named: "ownentity")?.attribute(named: "number")?.type == .string)
    #expect(try extended.schema(named: "account")?.attributes.count == 1)
    #expect(try extended.schema(named: "contact") != nil)
  }

  @Test(
    "A wrong schema file is told with what is wrong",
    arguments: [
      "{", #"{"side": "finops"}"#, #"{"side": "crm", "name": "a", "label": "a", "keys": [], "attributes": []}"#,
    ])
  func wrong(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("Own.json", text)
    let error = try #require(throws: ProjectError.self) { try catalogue.adding(folder: folder.path) }
    #expect(error.code == FindingCode(number: 4008) && error.exitCode == 78)
    #expect(error.description.contains("Own.json"))
  }

  @Test("A key that is no column, or a column twice, is wrong")
  func contradictions() throws {
    let folder = try TemporaryFolder()
    try folder.write("Own.json", schema(name: "Own", keys: #"["other"]"#))
    #expect(throws: ProjectError.self) { try catalogue.adding(folder: folder.path) }
    try folder.write("Own.json", schema(name: "Own", column: "NUMBER"))
    #expect(throws: ProjectError.self) { try catalogue.adding(folder: folder.path) }
  }

  private func schema(name: String, keys: String = #"["number"]"#, column: String? = nil) -> String {
    let more = column.map { #", {"name": "\#($0)", "type": "int"}"# } ?? ""
    return #"""
      {"side": "sales", "name": "\#(name)", "label": "Own things", "keys": \#(keys),
       "attributes": [{"name": "number", "type": "string", "key": true}\#(more)]}
      """#
  }
}
