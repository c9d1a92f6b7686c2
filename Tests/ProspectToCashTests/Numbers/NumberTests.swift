import ProspectToCash
import TestSupport
import Testing

@Suite("Numbers for accounts and contacts without one")
struct NumberTests {
  private func trade() throws -> Trade {
    let trade = try Trade()
    try trade.writeSales(quotes: [1]) { table, text in
      table == "account"
        ? "accountid,accountnumber,name\n\(Trade.id(1)),,Alpine\n\(Trade.id(2)),A-2,Blue\n\(Trade.id(3)), ,Contoso\n"
          + "\(Trade.id(4)),acc-01001-ABCDEF,Delta\n" : text
    }
    try trade.folder.write(
      "sales/contact.csv",
      "contactid,msdynce_contactnumber,fullname,firstname,lastname,parentcustomerid,msdynce_isactivecustomer\n"
        + "\(Trade.id(11)),,Ada Lovelace,Ada,Lovelace,\(Trade.id(1)),False\n")
    return trade
  }

  @Test("They are given in source order, past those that are taken, and count as the records' own everywhere")
  func assign() throws {
    let output = try trade().convert("sales", to: "out") { $0.assignsNumbers = true }
    #expect(output.result == .ok)
    #expect(output.packages.first == "005-numbers.zip")
    let customers = try output.records("010-accounts.zip")["CustCustomerV2Entity"] ?? []
    let numbers = customers.compactMap { $0["CustomerAccount"] }
    #expect(numbers.map { $0.prefix(9) } == ["ACC-01000", "A-2", "ACC-01002", "acc-01001"])
    #expect(numbers[0].wholeMatch(of: #/ACC-01000-[A-Z]{6}/#) != nil)
    #expect(numbers.allSatisfy { $0.utf8.count <= 20 })
    let contacts = try output.records("020-contacts.zip")["smmContactPersonCDSEntity"] ?? []
    #expect(contacts.count == 1)
    #expect(contacts[0].values.contains { $0.hasPrefix("CON-01000-") })
    #expect(contacts[0].values.contains(numbers[0]))
    let quotes = try output.records("030-quotes.zip")["SalesQuotationHeaderCDSEntity"] ?? []
    #expect(quotes.map { $0["RequestingCustomerAccountNumber"] } == [numbers[0]])
    #expect(try output.text("crosswalk.csv").contains("accounts,\(numbers[0]),\(numbers[0]),\(Trade.id(1))"))
  }

  @Test("A package of ids and numbers brings them back into Sales, and the run sheet says so first")
  func package() throws {
    let output = try trade().convert("sales", to: "out") { $0.assignsNumbers = true }
    let records = try output.records("005-numbers.zip")
    #expect(records["account"]?.map { $0["accountid"] } == [Trade.id(1), Trade.id(3)])
    #expect(records["account"]?.allSatisfy { Set($0.keys) == ["accountid", "accountnumber"] } == true)
    #expect(records["contact"]?.map { $0["contactid"] } == [Trade.id(11)])
    let sheet = try output.text("RUNSHEET.md")
    let first = try #require(sheet.firstRange(of: "packages/005-numbers.zip"))
    let second = try #require(sheet.firstRange(of: "packages/010-accounts.zip"))
    #expect(first.lowerBound < second.lowerBound)
    let findings = try output.text("findings.csv").split(whereSeparator: \.isNewline).filter {
      $0.contains("P2C2401") && $0.contains("-010")
    }
    #expect(findings.count == 3)
    #expect(findings[0].contains(",account,1,2,accountnumber,ACC-01000-"))
  }

  @Test("The same inputs give the same numbers, and once Sales has them nothing is given again")
  func again() throws {
    let trade = try trade()
    let one = try trade.convert("sales", to: "one") { $0.assignsNumbers = true }
    let two = try trade.convert("sales", to: "two") { $0.assignsNumbers = true }
    #expect(try one.text("crosswalk.csv") == two.text("crosswalk.csv"))
    let other = try trade.convert("sales", to: "other") {
      $0.assignsNumbers = true
      $0.firstNumber = 123_456
    }
    let shifted = try other.records("010-accounts.zip")["CustCustomerV2Entity"]?.first?["CustomerAccount"]
    let number = try one.records("010-accounts.zip")["CustCustomerV2Entity"]?.first?["CustomerAccount"]
    #expect(shifted == number?.replacing("01000", with: "123456"))
    #expect(
      try trade.convert("one/packages/005-numbers.zip", to: "back") { $0.assignsNumbers = true }.packages.contains(
        "005-numbers.zip") == false)
  }

  @Test("An input of ids and numbers updates the records of an earlier one, and gives none of its own")
  func update() throws {
    let trade = try trade()
    let one = try trade.convert("sales", to: "one") { $0.assignsNumbers = true }
    let two = try trade.convert("sales", to: "two") {
      $0.inputs.append(PackagePath(trade.folder.path("one/packages/005-numbers.zip")))
    }
    #expect(two.result == .ok)
    #expect(try one.text("crosswalk.csv") == two.text("crosswalk.csv"))
    let reported = try two.text("findings.csv")
    #expect(!reported.contains("P2C2106") && !reported.contains("P2C1412"))
    let other = "accountid,accountnumber\n\(Trade.id(2)),Z-2\n\(Trade.id(9)),Z-9\n"
    try trade.folder.write("other/account.csv", other)
    let three = try trade.convert("sales", to: "three") {
      $0.inputs.append(PackagePath(trade.folder.path("other")))
      $0.assignsNumbers = true
    }
    let customers = try three.records("010-accounts.zip")["CustCustomerV2Entity"] ?? []
    #expect(customers.compactMap { $0["CustomerAccount"] }.contains("Z-2") && customers.count == 4)
    let unknown = try three.text("findings.csv").split(whereSeparator: \.isNewline).filter { $0.contains("P2C2301") }
    #expect(unknown.count == 1 && unknown[0].contains(",account,2,3,accountid,") && unknown[0].contains(Trade.id(9)))
  }

  @Test("Inputs that no template reads are one error, beside others a remark each")
  func unused() throws {
    let trade = try trade()
    try trade.folder.write("lists/pricelevel.csv", "pricelevelid,name,statecode\n\(Trade.id(5)),Standard,0\n")
    let none = try trade.convert("lists", to: "none")
    #expect(none.result == .findings && none.packages.isEmpty)
    #expect(try none.text("findings.csv").contains("error,P2C1412,"))
    let both = try trade.convert("sales", to: "both") {
      $0.inputs.append(PackagePath(trade.folder.path("lists")))
      $0.assignsNumbers = true
    }
    #expect(both.result == .ok)
    #expect(try both.text("findings.csv").contains("info,P2C1412,"))
    #expect(try trade.convert("sales", to: "other", templates: ["products"]).result == .findings)
  }

  @Test("Without the option a record without a number is rejected; a dry run and a limit hold for the numbers' package")
  func limits() throws {
    let trade = try trade()
    #expect(try trade.convert("sales", to: "none").result == .findings)
    let dry = try trade.convert("sales", to: "dry") {
      $0.assignsNumbers = true
      $0.isDryRun = true
    }
    #expect(dry.packages.isEmpty && dry.result == .ok)
    let split = try trade.convert("sales", to: "split") {
      $0.assignsNumbers = true
      $0.maxRecords = 2
    }
    #expect(split.packages.prefix(2) == ["005-numbers-01.zip", "005-numbers-02.zip"])
  }

  @Test("Data that go to Sales are given no numbers")
  func wrongWay() throws {
    let trade = try Trade()
    try trade.writeFinops(orders: [1])
    #expect(throws: ConversionError.numbersToSales) {
      try trade.convert("finops", to: "out", references: ["known"]) { $0.assignsNumbers = true }
    }
    #expect(!trade.folder.holds("out"))
  }
}
