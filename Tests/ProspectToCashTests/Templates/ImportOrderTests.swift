import Findings
import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("The order of packages")
struct ImportOrderTests {
  /// A project whose accounts have an invoice account, which is another customer.
  private static let invoiceAccounts = """
    extends: accounts
    tasks: {customers: {fields: {InvoiceAccount: new_invoiceaccount}}}
    """
  private static let account = """
    {"extends": "account", "attributes": [{"name": "new_invoiceaccount", "type": "string", "label": "Invoice Account"}]}
    """

  private func folder(_ templates: [String: String], _ schemas: [String: String] = [:]) throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write("job.yaml", "inputs: [in.zip]\noutput: out\n")
    for (name, text) in templates { try folder.write("templates/\(name).yaml", text) }
    for (name, text) in schemas { try folder.write("schemas/\(name).json", text) }
    return folder
  }

  private func order(_ names: [String] = [], _ folder: TestFolder? = nil, to side: Side? = nil) throws -> [ImportStep] {
    try ImportOrder(templates: names, project: folder?.path("job.yaml"), to: side).steps
  }

  private func names(_ steps: [ImportStep]) -> [String] { steps.map { "\($0.fileNumber)-\($0.name)" } }

  @Test("Without a choice all templates that run by themselves, those for F&O first")
  func builtIn() throws {
    let steps = try order()
    #expect(
      names(steps) == [
        "010-accounts", "020-contacts", "021-contacts-to-customers", "030-quotes", "035-orders-to-finops",
        "010-products", "040-orders-to-sales", "050-invoices",
      ])
    #expect(steps.allSatisfy { $0.wave == 1 && $0.fields.isEmpty })
    #expect(try names(order(to: .sales)) == ["010-products", "040-orders-to-sales", "050-invoices"])
    #expect(
      steps[3].after.map(\.template) == ["accounts", "accounts", "contacts-to-customers", "contacts-to-customers"])
    #expect(steps[3].after.map(\.because) == [.after, .lookup, .after, .lookup])
    #expect(
      steps[3].after.map(\.field) == [nil, "RequestingCustomerAccountNumber", nil, "RequestingCustomerAccountNumber"])
    #expect(try steps.lines(Texts.builtIn(in: .english))[1] == "020 contacts: after accounts (after)")
  }

  @Test("A loose reference to records of the template itself makes a second package")
  func secondPackage() throws {
    let folder = try folder(["accounts": Self.invoiceAccounts], ["account": Self.account])
    let steps = try order(["accounts"], folder)
    #expect(names(steps) == ["010-accounts", "011-accounts-references"])
    #expect(steps[1].wave == 2 && steps[1].fields == ["InvoiceAccount"] && steps[1].template == "accounts")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(steps.orderJSON().utf8)) as? [String: Any])
    let first = try #require((json["order"] as? [[String: Any]])?.last)
    #expect(Set(first.keys) == ["number", "name", "template", "to", "wave", "after", "fields"])
    #expect(try steps.lines(Texts.builtIn(in: .english))[1].contains("brings InvoiceAccount"))
    // Contacts become customers too, so the second package comes after theirs.
    #expect(try names(order([], folder, to: .finops)).firstIndex(of: "022-accounts-references") == 3)
  }

  @Test("A required reference makes none")
  func required() throws {
    let text = Self.invoiceAccounts.replacing(
      "new_invoiceaccount}", with: "{from: new_invoiceaccount, required: true}}")
    #expect(try names(order(["accounts"], folder(["accounts": text], ["account": Self.account]))) == ["010-accounts"])
  }

  private static let accountsBack = """
    title: Customers to accounts
    to: sales
    order: 6
    tasks:
      accounts:
        from: CustCustomerV2Entity
        to: account
        fields:
          accountnumber: {from: CustomerAccount, key: true}
          parentaccountid.accountnumber: InvoiceAccount
          primarycontactid.msdynce_contactnumber: SalesMemo
    """
  private static let contactsBack = """
    title: Customers to contacts
    to: sales
    order: 7
    tasks:
      contacts:
        from: CustCustomerV2Entity
        to: contact
        fields:
          msdynce_contactnumber: {from: CustomerAccount, key: true}
          parentcustomerid.Account(accountnumber): InvoiceAccount
    """

  @Test("Lookups that lead to a later template do not count, and come in a second package")
  func laterTemplate() throws {
    let folder = try folder(["back-a": Self.accountsBack, "back-c": Self.contactsBack])
    let steps = try order(["back-a", "back-c"], folder)
    #expect(names(steps) == ["006-back-a", "007-back-c", "008-back-a-references"])
    #expect(steps[2].fields == ["parentaccountid", "primarycontactid"])
    #expect(steps[2].after.map(\.template) == ["back-a", "back-c"])
  }

  @Test("A circle of required lookups is a mistake that names the fields")
  func circle() throws {
    let folder = try folder([
      "back-a": Self.accountsBack.replacing(": SalesMemo", with: ": {from: SalesMemo, required: true}"),
      "back-c": Self.contactsBack.replacing("order: 7", with: "order: 7\nafter: [back-a]"),
    ])
    let error = try #require(throws: ProjectError.self) { try order(["back-a", "back-c"], folder) }
    #expect(error.code == .circularOrder && error.exitCode == 78)
    #expect(error.description.contains("back-a.primarycontactid > back-c (after) > back-a"), "\(error.description)")
  }

  @Test("An attribute of a project can refer to another entity of F&O, which must exist")
  func otherEntity() throws {
    let schema = """
      {"extends": "CustCustomerV2Entity", "attributes": [{"name": "NewGroup", "type": "string", "refersTo": "NAME"}]}
      """
    let template = "extends: accounts\ntasks: {customers: {fields: {NewGroup: description}}}"
    let own = """
      title: Groups
      to: finops
      order: 60
      tasks:
        groups: {from: account, to: CustCustomerGroupEntity, fields: {CustomerGroupId: {from: accountnumber, key: true}}}
      """
    let templates = ["accounts": template, "groups": own]
    let right = try folder(templates, ["cust": schema.replacing("NAME", with: "custcustomergroupentity")])
    #expect(
      try names(order(["accounts", "groups"], right)) == ["010-accounts", "060-groups", "061-accounts-references"])
    let wrong = try folder(templates, ["cust": schema.replacing("NAME", with: "NoSuchEntity")])
    #expect(throws: ProjectError.self) { try order(["accounts", "groups"], wrong) }
  }

  @Test("A name that no template has ends with 64")
  func unknown() throws {
    let failure = try #require(throws: Failure.self) { try order(["nosuch"]) }
    #expect(failure.exitCode == 64)
  }
}
