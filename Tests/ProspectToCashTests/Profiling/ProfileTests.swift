import Findings
import Mapping
import Foundation
import ProspectToCash
import Records
import TestSupport
import Testing

@testable import Profiling

@Suite("Profiles")
struct ProfileTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @discardableResult
  private func profile(
    _ names: [String], output: String = "out", references: [String] = [], project: String? = nil,
    change: (inout ProfileOptions) -> Void = { _ in }
  ) throws -> ProfileSummary {
    try ProfileJob(
      packages: names.map(folder.path), output: folder.path(output), project: project.map(folder.path)
    ) { options in
      options.conversion.references = references.map { PackagePath(folder.path($0)) }
      change(&options)
    }.run(progress: .silent)
  }

  @Test("The same files come out for any number of threads")
  func jobs() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [3, 1, 2])
    var texts: [[String]] = []
    for jobs in [1, 2, 7] {
      let output = folder.path("out\(jobs)")
      _ = try ProfileJob(packages: [trade.folder.path("sales")], output: output, project: nil) {
        $0.conversion.jobs = jobs
      }.run(progress: .silent)
      let names = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
      #expect(names == ["SHA256SUMS", "profile.csv", "profile.html", "profile.json", "value-maps.yaml"])
      texts.append(try names.map { try folder.text("out\(jobs)/\($0)") })
    }
    #expect(texts[1] == texts[0])
    #expect(texts[2] == texts[0])
  }

  @Test("An entity of several inputs is one, with the columns of all; misfits count the records of all files")
  func several() throws {
    try folder.write("account-1.csv", "accountnumber,name,creditlimit\nA-1,One,1.5\nA-2,Two,2\n")
    try folder.write("account-2.csv", "accountnumber,fax,creditlimit\na-1 ,+45,much\n,,\n")
    let account = try #require(try profile(["account-1.csv", "account-2.csv"]).entities.first)
    #expect(account.columns.map(\.name) == ["accountnumber", "name", "creditlimit", "fax"])
    #expect(account.sources.map(\.records) == [2, 2])
    #expect(account.columns.map(\.filled) == [3, 2, 3, 1])
    #expect(account.columns.allSatisfy { $0.records == 4 })
    let key = account.columns[0]
    #expect([key.distinct, key.distinctKeys] as [Int] == [3, 2])
    #expect(account.columns[2].misfit?.record == 3)
  }

  @Test("Records that cannot be read count for themselves, and make the exit code 1")
  func unreadable() throws {
    try folder.write("account.csv", "accountid,accountnumber,name\n1,A-1,x\n2,A-2\n3,A-3,y\n")
    let summary = try profile(["account.csv"])
    #expect(summary.result.exitCode == 1)
    #expect([summary.entities[0].records, summary.entities[0].unreadable] as [Int] == [2, 1])
    #expect(summary.records == [[3]])
  }

  @Test("Lookups are found by id and by name, else they are broken")
  func lookups() throws {
    try folder.write(
      "sales/account.csv",
      "accountid,name,transactioncurrencyid\n\(Trade.id(1)),a,\(Trade.id(90))\n\(Trade.id(2)),b,Dollar\n"
        + "\(Trade.id(3)),c,Pound\n\(Trade.id(4)),d,\(Trade.id(91))\n\(Trade.id(5)),e,\n\(Trade.id(6)),f,Pound\n")
    try folder.write(
      "currencies/transactioncurrency.csv", "transactioncurrencyid,currencyname\n\(Trade.id(90)),Dollar\n")
    let currency = try #require(
      try profile(["sales"], references: ["currencies"]).references.first { $0.column == "transactioncurrencyid" })
    #expect(currency.isChecked)
    #expect([currency.filled, currency.byID, currency.byName, currency.broken] as [Int] == [5, 1, 1, 3])
    #expect(currency.examples.map { "\($0.text) \($0.count)" } == ["Pound 2", "\(Trade.id(91)) 1"])
    let unchecked = try #require(try profile(["sales"], output: "alone").references.first)
    #expect(!unchecked.isChecked)
    #expect([unchecked.filled, unchecked.broken] as [Int] == [5, 0])
  }

  @Test("What is proposed and accepted is known the next time")
  func proposals() throws {
    try folder.write(
      "account.csv", "accountnumber,address1_country\nA-1,(Danmark)\nA-2,(danmark)\nA-3,Atlantis\nA-4,Denmark\n")
    let first = try profile(["account.csv"]) { $0.accept = 1000 }
    let shown = first.proposals.map { "\($0.value) \($0.records) \($0.isAccepted)" }
    #expect(shown == ["(Danmark) 2 true", "Atlantis 1 false"])
    let fields = first.values.map { "\($0.source) \($0.map ?? "") \($0.records)" }
    #expect(fields == ["address1_country country_name_to_iso 3"])
    let page = try folder.text("out/profile.html")
    #expect(page.contains("<h1>3 values need an entry or a record.</h1>"))
    #expect(page.contains("DK (name-da, 1.000)"))
    #expect(
      try first.lines(Texts.builtIn(in: .english)).allSatisfy { !$0.contains("Atlantis") && !$0.contains("anmark") })
    let second = try profile(["account.csv"], output: "again", project: "out/value-maps.yaml")
    #expect(try folder.text("again/profile.html").contains("<h1>1 value needs an entry or a record.</h1>"))
    #expect(second.proposals.map(\.value) == ["Atlantis"])
  }

  @Test("Any text survives as a value of the file of proposals")
  func texts() throws {
    let values = ["Land \"x\"", "a: b # c", "~", "back\\slash", "{x}", "- y", "next\u{85}line", "x\u{2028}y"]
    var rows = "accountnumber,address1_country\n"
    for (number, value) in values.enumerated() {
      rows += "A-\(number),\"\(value.replacing("\"", with: "\"\""))\"\n"
    }
    try folder.write("account.csv", rows)
    try profile(["account.csv"])
    let accepted = try folder.text("out/value-maps.yaml").replacing("to: \"\"", with: "to: \"GR\"")
      .replacing("accept: no", with: "accept: yes")
    try folder.write("accepted.yaml", accepted)
    let second = try profile(["account.csv"], output: "again", project: "accepted.yaml")
    #expect(second.proposals.map(\.value) == [])
  }

  @Test("A score is accepted in thousandths, as it is written")
  func scores() {
    for thousandths in 0...1000 {
      let digits = String(thousandths % 1000)
      let text = "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
      #expect(ProfileOptions.score(text) == thousandths, "\(text)")
    }
    #expect(ProfileOptions.score("0.8571") == 858)
    for text in ["", "x", "-0.001", "1.001", "nan"] { #expect(ProfileOptions.score(text) == nil, "\(text)") }
  }

  @Test("Only a folder with a profile is replaced")
  func replacing() throws {
    try folder.write("account.csv", "accountnumber,name\nA-1,=1+1\n")
    try profile(["account.csv"])
    #expect(throws: (any Error).self) { try profile(["account.csv"]) }
    try profile(["account.csv"]) { $0.conversion.replacesOutput = true }
    #expect(try folder.text("out/profile.csv").contains("'=1+1"))
    let converted = folder.path("converted")
    let job = try ConversionJob(packages: [folder.path("account.csv")], output: converted, project: nil) { _ in }
    _ = try job.run(progress: .silent)
    #expect(throws: (any Error).self) {
      try profile(["account.csv"], output: "converted") { $0.conversion.replacesOutput = true }
    }
  }

  @Test("The page speaks the language of the job, with its numbers", arguments: Language.allCases)
  func page(language: Language) throws {
    let rows = (1...1234).map { "A-\($0),Name,\($0 < 3 ? "Atlantis" : "DK")\n" }
    try folder.write("account.csv", "accountnumber,name,address1_country\n" + rows.joined())
    try profile(["account.csv"]) { $0.conversion.language = language }
    let page = try folder.text("out/profile.html")
    let texts = try Texts.builtIn(in: language).forPages
    #expect(page.contains("<html lang=\"\(language.rawValue)\">") && page.contains("<h1>"))
    #expect(page.contains(texts("report.profile.needs", ["count": 1])) && page.contains(">\(texts.number(1234))<"))
    #expect(page.contains(">\(texts("page.frequent"))</th>") && page.contains("\(texts.decimal("100.0")) %"))
    let english = try Texts.builtIn(in: .english)
    for name in english.names where name.hasPrefix("page.") {
      let (own, other) = (try #require(texts.sentence(name)), try #require(english.sentence(name)))
      if own != other, other.count > 12 { #expect(!page.contains(other), "\(name) is English") }
    }
    #expect(!page.contains("{{") && !page.contains(">page.") && !page.contains("report.profile"))
    #expect(page.matches(of: /<table/).count == page.matches(of: /<caption>/).count)
  }
}
