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
    "A wrong schema file is reported with what is wrong",
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

  @Test("A schema says of the entity what the tool asks of it")
  func facts() throws {
    let quote = try #require(try catalogue.schema(named: "quote"))
    #expect(quote.states?.first == 0 && quote.states?.lockedFrom == 2)
    #expect(quote.amounts?.names[.charge] == "freightamount" && quote.amounts?.unmapped == [.discount, .charge])
    #expect(quote.naturalKey == "quotenumber" && quote.namesRepeat && quote.isExtendedBySolution)
    #expect(try catalogue.schema(named: "CustCustomerV3Entity")?.naturalKey == "partynumber")
    #expect(try catalogue.schema(named: "product")?.fieldsPerCompany.contains("price") == true)
    #expect(try catalogue.schema(named: "uom")?.madeByPlatform?.flag == "isschedulebaseuom")
    #expect(try catalogue.schema(named: "invoice")?.attribute(named: "salesorderid")?.missingCode == .orderUnknown)
    #expect(
      try catalogue.schema(named: "invoice")?.attribute(named: "opportunityid")?.missingCode == .lookupNotResolved)
    var tables: [EntitySchema] = []
    for entry in catalogue.entries { tables.append(try #require(try catalogue.schema(named: entry.name))) }
    let setUp = tables.filter { $0.setUpOrder != nil }.sorted { $0.setUpOrder ?? 0 < $1.setUpOrder ?? 0 }
    #expect(setUp.map(\.label) == ["Currency", "Unit Group", "Unit", "Price List"])
  }

  @Test("What all schemas say together is the same whether they were read before or not, and with a project's own")
  func together() throws {
    let fresh = try SchemaCatalogue.builtIn()
    let rules = try fresh.existenceRules().map { "\($0.code) \($0.fields.sorted()) \($0.places)" }
    #expect(rules.count == 4)
    let sequences = try fresh.numberSequences()
    #expect(sequences.map(\.prefix) == ["ACC", "CON"])
    #expect(try fresh.documentColumn(of: "SalesOrder") == "salesorderid")
    #expect(try fresh.documentColumn(of: "SalesInvoiceHeaderV2Entity") == "InvoiceNumber")
    #expect(try fresh.documentColumn(of: "account") == nil)
    let read = try SchemaCatalogue.builtIn()
    for entry in read.entries { _ = try read.schema(named: entry.name) }
    #expect(try read.existenceRules().map { "\($0.code) \($0.fields.sorted()) \($0.places)" } == rules)
    #expect(try read.numberSequences() == sequences)
    let folder = try TemporaryFolder()
    try folder.write(
      "Lines.json",
      schema(name: "Lines", facts: #""header": {"entity": "account", "by": "number"}, "alternateKeys": [["number"]],"#))
    let extended = try fresh.adding(folder: folder.path)
    #expect(try extended.documentColumn(of: "account") == "number")
    #expect(try extended.numberSequences() == sequences)
  }

  @Test(
    "A schema that speaks of a column, state, amount or code that is none is wrong",
    arguments: [
      (#""alternateKeys": [["numbr"]],"#, "no field \"numbr\"; did you mean \"number\"?"),
      (#""header": {"entity": "account", "by": "owner"},"#, "no field \"owner\""),
      (#""header": {"entity": "account"},"#, "header.by is missing"),
      (#""unique": ["nr"],"#, "no field \"nr\""), (#""status": "nr","#, "no field \"nr\""),
      (#""perCompany": ["nr"],"#, "no field \"nr\""),
      (#""notTransferred": [{"column": "nr", "values": [1]}],"#, "no field \"nr\""),
      (#""madeByPlatform": {"flag": "number", "unlessFilled": "nr"},"#, "no field \"nr\""),
      (#""amounts": {"totl": "number"},"#, "no member \"totl\"; did you mean \"total\"?"),
      (#""amounts": {"total": "nr"},"#, "no field \"nr\""),
      (#""amounts": {"total": "number"}, "unmappedAmounts": ["tax"],"#, "no member \"tax\""),
      (#""states": {"first": 3},"#, "the state cannot be \"3\"; expected: a state of the entity"),
      (#""states": {"lockedFrom": 3},"#, "the state cannot be \"3\""),
    ])
  func wrongFacts(facts: String, reason: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("Own.json", schema(name: "Own", facts: facts))
    let error = try #require(throws: ProjectError.self) { try catalogue.adding(folder: folder.path) }
    #expect(error.code == .wrongTemplateOrSchema && error.description.contains(reason), "\(error)")
  }

  @Test("The code for a missing record must be that of an error", arguments: ["P2C2402", "E1"])
  func missingCode(code: String) throws {
    let folder = try TemporaryFolder()
    let attribute = #"{"name": "accountid", "type": "lookup", "targets": ["account"], "missing": "\#(code)"}"#
    try folder.write("Own.json", #"{"extends": "contact", "attributes": [\#(attribute)]}"#)
    let error = try #require(throws: ProjectError.self) { try catalogue.adding(folder: folder.path) }
    #expect(error.description.contains("the code of accountid cannot be \"\(code)\"; expected: the code of an error"))
  }

  private func schema(name: String, keys: String = #"["number"]"#, column: String? = nil, facts: String = "") -> String
  {
    let more = column.map { #", {"name": "\#($0)", "type": "int"}"# } ?? ""
    return #"""
      {"side": "sales", "name": "\#(name)", "label": "Own things", "keys": \#(keys), \#(facts)
       "attributes": [{"name": "number", "type": "string", "key": true}\#(more)]}
      """#
  }
}
