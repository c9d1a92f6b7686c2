import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("A customer's own fields and entities")
struct OwnEntityTests {
  static let account = """
    {"extends": "account", "attributes": [
      {"name": "new_tier", "type": "picklist", "label": "Tier", "options": [[1, "Gold"], [2, "Silver"]]}]}
    """
  static let customer = """
    {"extends": "CustCustomerV2Entity", "attributes": [{"name": "NewTier", "type": "string", "max": 10}]}
    """
  static let machine = """
    {"side": "sales", "name": "new_machine", "label": "Machine", "keys": ["new_machineid"],
     "primaryId": "new_machineid", "primaryName": "new_name", "typeCode": 10042, "attributes": [
      {"name": "new_machineid", "type": "guid", "label": "Machine", "key": true, "required": true},
      {"name": "new_serialnumber", "type": "string", "label": "Serial Number", "max": 30},
      {"name": "new_name", "type": "string", "label": "Name", "max": 100},
      {"name": "new_accountid", "type": "lookup", "label": "Owner", "targets": ["account"]},
      {"name": "new_installedon", "type": "datetime", "label": "Installed On"}]}
    """
  static let machineEntity = """
    {"side": "finops", "name": "NewMachineEntity", "label": "Machines", "keys": ["SerialNumber"], "attributes": [
      {"name": "SerialNumber", "type": "string", "max": 30, "key": true, "required": true},
      {"name": "Description", "type": "string", "max": 8},
      {"name": "CustomerAccount", "type": "string", "max": 20, "required": true},
      {"name": "InstalledDate", "type": "date"}]}
    """
  static let machines = """
    title: Machines (Sales to Fin and Ops)
    to: finops
    order: 60
    after: [Accounts]
    tasks:
      machines:
        from: new_machine
        to: NewMachineEntity
        fields:
          SerialNumber: {from: new_serialnumber, key: true}
          Description: {from: new_name, tooLong: truncate}
          CustomerAccount: {from: new_accountid.accountnumber, required: true}
          InstalledDate: new_installedon
    """
  static let ids = (1...4).map { "0f8fad5b-d9cb-469f-a165-70867728950\($0)" }

  @Test("They go over with YAML and JSON only, beginning with the exported templates")
  func own() throws {
    let folder = try TestFolder()
    try exportTemplates(to: folder)
    let exported = try folder.text("templates/accounts.yaml")
    let marked = try #require(exported.range(of: "      SiteId:"))
    try folder.write(
      "templates/accounts.yaml",
      exported.replacingCharacters(in: marked, with: "      NewTier: {from: new_tier, map: tier}\n      SiteId:")
        + "\nvalueMaps:\n  tier: {entries: {1: GOLD, 2: SILVER}}\n")
    try folder.write("templates/machines.yaml", Self.machines)
    try folder.write("schemas/account.json", Self.account)
    try folder.write("schemas/customer.json", Self.customer)
    try folder.write("schemas/machine.json", Self.machine)
    try folder.write("schemas/machine-entity.json", Self.machineEntity)
    try writePackage(to: folder)
    try folder.write("job.yaml", "inputs: [sales]\noutput: out\nonly: [accounts, machines]\n")

    let summary = try folder.run()
    #expect(summary.result == .findings)
    let schemas = try SchemaCatalogue.builtIn().adding(folder: folder.path("schemas"))
    let customers = try folder.records("out/packages/010-accounts.zip", schemas: schemas)
    #expect(customers.map { $0["CUSTOMERACCOUNT"] } == ["A-1", "A-2"])
    #expect(customers.map { $0["NEWTIER"] } == ["GOLD", ""])
    #expect(customers.map { $0["SITEID"] } == ["1", "1"])
    let machines = try folder.records("out/packages/060-machines.zip", schemas: schemas)
    #expect(
      machines == [
        ["SERIALNUMBER": "S-1", "CUSTOMERACCOUNT": "A-1", "DESCRIPTION": "Big pres", "INSTALLEDDATE": "2024-05-06"]
      ])
    #expect(try folder.text("out/rejects/machines.machines.csv").contains("P2C2301"))
    #expect(try folder.text("out/crosswalk.csv").contains("machines,S-1,S-1,\(Self.ids[2])"))
  }

  @Test("A variant that does not fit what the project made of its base is reported when it is named, not before")
  func variant() throws {
    let folder = try TestFolder()
    try exportTemplates(to: folder)
    try folder.write("templates/accounts.yaml", "extends: accounts\ntasks: {customers: {fields: {NewTier: name}}}")
    try folder.write("schemas/customer.json", Self.customer)
    try writePackage(to: folder)
    try folder.write("job.yaml", "inputs: [sales]\noutput: out\n")
    try folder.run()
    let error = try #require(throws: ProjectError.self) { try folder.run { $0.templates = ["accounts-v3"] } }
    #expect(error.description.contains("NewTier"))
  }

  @Test("A template that only the project has runs unless others are named; a variant does not")
  func defaults() throws {
    let folder = try TestFolder()
    try folder.write("templates/machines.yaml", Self.machines)
    try folder.write("schemas/machine.json", Self.machine)
    try folder.write("schemas/machine-entity.json", Self.machineEntity)
    try writePackage(to: folder)
    try folder.write("job.yaml", "inputs: [sales]\noutput: out\n")
    try folder.run()
    let packages = try FileManager.default.contentsOfDirectory(atPath: folder.path("out/packages")).sorted()
    #expect(packages == ["010-accounts.zip", "060-machines.zip"])
  }

  @Test("A schema that extends an entity nobody knows is reported with its file")
  func unknownBase() throws {
    let folder = try TestFolder()
    try folder.write("schemas/account.json", #"{"extends": "acount", "attributes": []}"#)
    try folder.write("job.yaml", "inputs: [sales]\noutput: out\n")
    let error = try #require(throws: ProjectError.self) { try folder.run() }
    #expect(error.exitCode == 78)
    #expect(error.description.contains("account.json") && error.description.contains("did you mean \"account\"?"))
    #expect(!folder.holds("out"))
  }

  private func exportTemplates(to folder: TestFolder) throws {
    for file in try TemplateCatalogue.builtIn().export() { try folder.write("templates/\(file.name)", file.text) }
  }

  /// An unpacked Configuration Migration package of two accounts and two machines, one of them without its account.
  private func writePackage(to folder: TestFolder) throws {
    func field(_ name: String, _ type: String) -> String {
      "<field displayname=\"\(name)\" name=\"\(name)\" type=\"\(type)\" />"
    }
    func record(_ id: Int, _ fields: [(String, String)]) -> String {
      let inner = fields.map { "<field name=\"\($0.0)\" value=\"\($0.1)\" />" }.joined()
      return "<record id=\"\(Self.ids[id])\">\(inner)</record>"
    }
    let tables = [
      ("account", "name", ["accountid guid", "accountnumber string", "name string", "new_tier optionsetvalue"]),
      (
        "new_machine", "new_name",
        [
          "new_machineid guid", "new_serialnumber string", "new_name string",
          "new_accountid entityreference", "new_installedon datetime",
        ]
      ),
    ]
    let schema = tables.map { table, name, fields in
      let all = fields.map { $0.split(separator: " ") }.map { field(String($0[0]), String($0[1])) }.joined()
      return "<entity name=\"\(table)\" displayname=\"\(table)\" etc=\"1\" primaryidfield=\"\(table)id\" "
        + "primarynamefield=\"\(name)\" disableplugins=\"false\"><fields>\(all)</fields></entity>"
    }
    let accounts =
      record(0, [("accountid", Self.ids[0]), ("accountnumber", "A-1"), ("name", "Alpine"), ("new_tier", "1")])
      + record(1, [("accountid", Self.ids[1]), ("accountnumber", "A-2"), ("name", "Blue Yonder")])
    let machines =
      record(
        2,
        [
          ("new_machineid", Self.ids[2]), ("new_serialnumber", "S-1"), ("new_name", "Big press"),
          ("new_accountid", Self.ids[0]), ("new_installedon", "2024-05-06T00:00:00.0000000Z"),
        ])
      + record(
        3,
        [
          ("new_machineid", Self.ids[3]), ("new_serialnumber", "S-2"), ("new_accountid", Self.ids[3]),
        ])
    try folder.write("sales/data_schema.xml", "<entities>\(schema.joined())</entities>")
    try folder.write(
      "sales/data.xml",
      "<entities timestamp=\"2024-06-01T12:00:00.0000000Z\">"
        + "<entity name=\"account\" displayname=\"a\"><records>\(accounts)</records></entity>"
        + "<entity name=\"new_machine\" displayname=\"m\"><records>\(machines)</records></entity></entities>")
    try folder.write(
      "sales/[Content_Types].xml", "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>")
  }
}
