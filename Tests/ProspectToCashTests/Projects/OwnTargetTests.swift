import Mapping
import ProspectToCash
import TestSupport
import Testing

@Suite("Targets of a project's own templates")
struct OwnTargetTests {
  static let contacts = """
    title: Customers to contacts
    to: sales
    order: 6
    tasks:
      contacts:
        from: CustCustomerV2Entity
        to: contact
        fields:
          msdynce_contactnumber: {from: CustomerAccount, key: true}
          lastname: {from: PersonLastName, required: true}
    """

  @Test("A record that Sales has under its alternate key keeps its id, another one gets one of its own")
  func ids() throws {
    let folder = try TestFolder()
    try folder.write("templates/customers-to-contacts.yaml", Self.contacts)
    try folder.write(
      "finops/CustCustomerV2Entity.csv", "CUSTOMERACCOUNT,PERSONLASTNAME\r\nC-3,Berg\r\nC-4,Holm\r\n")
    try folder.write(
      "sales/contact.csv", "contactid,msdynce_contactnumber,lastname\r\n\(Trade.id(7)), c-3,Berg\r\n")
    try folder.write(
      "job.yaml", "inputs: [finops]\nreferences: [sales]\noutput: out\nonly: [customers-to-contacts]\n")
    #expect(try folder.run().result == .ok)
    let records = try folder.records("out/packages/006-customers-to-contacts.zip", schemas: .builtIn())
    #expect(records.map { $0["contactid"] == Trade.id(7) } == [true, false])
    #expect(try folder.text("out/crosswalk.csv").contains("C-3,C-3,\(Trade.id(7))"))
  }

  @Test("Two records of Sales with the key leave it open which one is meant")
  func ambiguous() throws {
    let folder = try TestFolder()
    try folder.write("templates/customers-to-contacts.yaml", Self.contacts)
    try folder.write("finops/CustCustomerV2Entity.csv", "CUSTOMERACCOUNT,PERSONLASTNAME\r\nC-3,Berg\r\n")
    try folder.write(
      "sales/contact.csv",
      "contactid,msdynce_contactnumber,lastname\r\n\(Trade.id(7)),C-3,Berg\r\n\(Trade.id(8)),C-3,Berg\r\n")
    try folder.write(
      "job.yaml", "inputs: [finops]\nreferences: [sales]\noutput: out\nonly: [customers-to-contacts]\n")
    #expect(try folder.run().result == .findings)
    #expect(try folder.text("out/findings.csv").contains("P2C2308"))
  }

  /// Converts accounts whose invoice account is that of their parent; the keys that are warned of, with the messages.
  private func chains(_ parents: [Int?]) throws -> [String] {
    let folder = try TestFolder()
    try folder.write(
      "templates/accounts.yaml",
      "extends: accounts\ntasks: {customers: {fields: {InvoiceAccount: parentaccountid.accountnumber}}}\n")
    let rows = parents.enumerated().map { number, parent in
      "\(Trade.id(number)),A-\(number),Account,\(parent.map(Trade.id) ?? "")\r\n"
    }
    try folder.write("sales/account.csv", "accountid,accountnumber,name,parentaccountid\r\n" + rows.joined())
    try folder.write("job.yaml", "inputs: [sales]\noutput: out\nonly: [accounts]\nwaves: no\n")
    try folder.run()
    return try folder.text("out/findings.csv").split(separator: "\r\n").filter { $0.contains("P2C2411") }.map {
      let cells = $0.split(separator: ",", omittingEmptySubsequences: false)
      #expect(cells[0] == "warning" && cells[4] == "account" && cells[7] == "InvoiceAccount")
      return String(cells[9].split(separator: ": ").last ?? "")
    }
  }

  @Test(
    "A reference to a record that comes later or to itself is a warning with the chain of keys",
    arguments: [
      ([nil, 0, 0, 1], []), ([nil, 2, 1], ["A-1 > A-2 > A-1"]), ([nil, 1], ["A-1 > A-1"]),
      ([1, 3, nil, nil], ["A-0 > A-1 > A-3", "A-1 > A-3"]), ([2, 0, 1], ["A-0 > A-2 > A-1 > A-0"]),
    ] as [([Int?], [String])])
  func later(parents: [Int?], reported: [String]) throws {
    #expect(try chains(parents) == reported)
  }

  @Test("A chain has at most ten keys")
  func longChain() throws {
    let reported = try chains((1...14).map { $0 } + [nil])
    #expect(reported.count == 14)
    #expect(reported[0] == (0..<10).map { "A-\($0)" }.joined(separator: " > "))
  }
}
