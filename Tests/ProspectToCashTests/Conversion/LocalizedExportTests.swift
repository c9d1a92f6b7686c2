import Conversion
import Findings
import Foundation
import ProspectToCash
import TestSupport
import Testing

@Suite("Exports in other languages")
struct LocalizedExportTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// An export of accounts and contacts as people of a culture get it.
  struct Export: Sendable, CustomTestStringConvertible {
    var culture: String
    var accounts: String
    var contacts: String
    var accountHeadings: [String]
    var contactHeadings: [String]
    var limit: String
    var birthday: String
    var no: String

    var testDescription: String { culture }
  }

  static let exports = [
    Export(
      culture: "da-DK", accounts: "Konti", contacts: "Kontakter",
      accountHeadings: [
        "Konto", "Kontonummer", "Kontonavn", "Adresse 1: By", "Adresse 1: Land/område", "Kreditmaksimum",
        "Kreditspærring",
      ],
      contactHeadings: ["Kontaktnummer", "Fornavn", "Efternavn", "Fødselsdag", "Er aktiv kunde"],
      limit: "1.234,50", birthday: "31-12-1980", no: "Nej"),
    Export(
      culture: "nl-NL", accounts: "Accounts", contacts: "Contactpersonen",
      accountHeadings: [
        "Account", "Accountnummer", "Accountnaam", "Adres 1: Plaats", "Adres 1: Land/regio", "Kredietlimiet",
        "Krediet geblokkeerd",
      ],
      contactHeadings: ["Contactnummer", "Voornaam", "Achternaam", "Geboortedatum", "Is actieve klant"],
      limit: "1.234,50", birthday: "31-12-1980", no: "Nee"),
    Export(
      culture: "sv-SE", accounts: "Konton", contacts: "Kontakter",
      accountHeadings: [
        "Konto", "Kontonummer", "Kontonamn", "Adress 1: Ort", "Adress 1: Land/region", "Kreditgräns", "Kreditspärr",
      ],
      contactHeadings: ["Kontaktnummer", "Förnamn", "Efternamn", "Födelsedag", "Är aktiv kund"],
      limit: "1\u{A0}234,50", birthday: "1980-12-31", no: "Nej"),
    Export(
      culture: "is-IS", accounts: "Lyklar", contacts: "Tengiliðir",
      accountHeadings: [
        "Lykill", "Lykilnúmer", "Lykilheiti", "Heimilisfang 1: Borg", "Heimilisfang 1: Land/svæði", "Lánamörk",
        "Lánastöðvun",
      ],
      contactHeadings: ["Tengiliðarnúmer", "Fornafn", "Eftirnafn", "Fæðingardagur", "Er virkur viðskiptavinur"],
      limit: "1.234,50", birthday: "31.12.1980", no: "Nei"),
  ]

  private static let english = Export(
    culture: "", accounts: "Account", contacts: "Contact",
    accountHeadings: [
      "accountid", "accountnumber", "name", "address1_city", "address1_country", "creditlimit", "creditonhold",
    ],
    contactHeadings: ["msdynce_contactnumber", "firstname", "lastname", "birthdate", "msdynce_isactivecustomer"],
    limit: "1234.50", birthday: "1980-12-31", no: "False")

  private func rows(_ export: Export) -> (accounts: [[String]], contacts: [[String]]) {
    let yes = export.culture.isEmpty ? "True" : export.culture == "is-IS" ? "Já" : "Ja"
    return (
      [
        export.accountHeadings, [Trade.id(1), "A-1", "Ålborg; Møbler", "Lyngby", "Denmark", export.limit, export.no],
        [Trade.id(2), "A-2", "Contoso", "Utrecht", "NL", "12", yes],
      ],
      [export.contactHeadings, ["C-1", "Þóra", "Öst", export.birthday, yes]]
    )
  }

  private func convert(_ export: Export, to name: String) throws -> ConversionSummary {
    try folder.write(
      "job.yaml",
      "inputs: [\(name)]\noutput: \(name)-out\n" + (export.culture.isEmpty ? "" : "sourceCulture: \(export.culture)\n"))
    return try folder.run()
  }

  private func checksums(_ summary: ConversionSummary) -> [String: String] {
    Dictionary(uniqueKeysWithValues: summary.packages.map { ($0.path, $0.sha256) })
  }

  @Test("They convert to the same packages as an English export", arguments: exports, ["csv", "xlsx"])
  func same(_ export: Export, _ format: String) throws {
    for (export, name) in [(Self.english, "en"), (export, "other")] {
      let (accounts, contacts) = rows(export)
      for (file, rows) in [(export.accounts, accounts), (export.contacts, contacts)] {
        if format == "csv" || name == "en" {
          try folder.write("\(name)/\(file).csv", Self.csv(rows, name == "en" ? "," : ";"))
        } else {
          try folder.write("\(name)/\(file).xlsx", TestFolder.zipped(Self.workbook(rows)))
        }
      }
    }
    let (english, other) = (try convert(Self.english, to: "en"), try convert(export, to: "other"))
    #expect(english.result == .ok && other.result == .ok)
    #expect(english.packages.count == 2)
    #expect(checksums(other) == checksums(english))
  }

  @Test("A number that is none of the culture's is refused, and shown as the file has it")
  func foreign() throws {
    try folder.write("other/Konti.csv", "Kontonummer;Kontonavn;Kreditmaksimum\r\nA-1;Alpine;12.50\r\n")
    let summary = try convert(Self.exports[0], to: "other")
    #expect(summary.findings.count(of: .valueOfTheWrongType) == 1)
    #expect(try folder.text("other-out/findings.csv").contains(",12.50,"))
    let rejects = try folder.text("other-out/rejects/accounts.customers.csv")
    #expect(rejects.contains("A-1,Alpine,12.50,P2C2105"))
  }

  /// A project whose template writes an amount and a date into texts.
  private func writeTextTemplate() throws {
    try folder.write(
      "templates/accounts.yaml",
      """
      extends: accounts
      tasks:
        customers:
          fields:
            AddressCity: {from: creditlimit}
            AddressStreet: {from: lastonholdtime}

      """)
  }

  @Test(
    "A value that is none of the culture's is refused once, also where it becomes a text",
    arguments: [("12.50", "", "Kreditmaksimum"), ("1.234,5", "12/31/2025", "Seneste ventetid")])
  func foreignText(limit: String, date: String, field: String) throws {
    try writeTextTemplate()
    try folder.write(
      "other/Konti.csv",
      "Kontonummer;Kontonavn;Kreditmaksimum;Seneste ventetid\r\nA-1;Alpine;\(limit);\(date)\r\nA-2;Bo;1.234,5;31-12-2025\r\n"
    )
    let summary = try convert(Self.exports[0], to: "other")
    #expect(summary.findings.count(of: .valueOfTheWrongType) == 1)
    #expect(summary.packages.map(\.records) == [1])
    let findings = try folder.text("other-out/findings.csv")
    #expect(findings.contains(",\(date.isEmpty ? limit : date),") && !findings.contains("?"))
    let rejects = try folder.text("other-out/rejects/accounts.customers.csv")
    #expect(rejects.contains("A-1,Alpine,") && rejects.contains("P2C2105") && !rejects.contains("?"))
    let checked = try ValidationJob(
      packages: [folder.path("other")], output: nil, project: folder.path("job.yaml"), purpose: .convert, company: nil,
      change: { _ in })
    #expect(try checked.run(progress: .silent).findings.count(of: .valueOfTheWrongType) == 1)
  }

  @Test("Common Data Model folders have a form of their own, whatever the culture")
  func described() throws {
    let columns = ["accountid", "accountnumber", "name", "creditlimit"]
    let model: [String: Any] = [
      "name": "cdm", "version": "1.0",
      "entities": [
        [
          "$type": "LocalEntity", "name": "Account",
          "attributes": columns.map { ["name": $0, "dataType": $0 == "creditlimit" ? "decimal" : "string"] },
          "partitions": [["name": "p", "location": "account/a.csv"]],
        ] as [String: Any]
      ],
    ]
    try folder.write("lake/model.json", [UInt8](JSONSerialization.data(withJSONObject: model, options: [.sortedKeys])))
    try folder.write("lake/account/a.csv", "\(Trade.id(1)),A-1,Alpine,1.234\n\(Trade.id(2)),A-2,Bo,12.50\n")
    let danish = try convert(Self.exports[0], to: "lake")
    #expect(danish.result == .ok && danish.findings.count(of: .numberReadTwoWays) == 0)
    var export = Self.exports[0]
    export.culture = ""
    try FileManager.default.moveItem(atPath: folder.path("lake-out"), toPath: folder.path("danish"))
    #expect(checksums(try convert(export, to: "lake")) == checksums(danish))
  }

  @Test("Rejects have values as the file has them, and can be fed in again")
  func rejects() throws {
    try folder.write("other/Konti.csv", "Kontonummer;Kontonavn;Kreditmaksimum\r\nA-1;;\"1.234,5\"\r\n")
    _ = try convert(Self.exports[0], to: "other")
    let rejects = try folder.text("other-out/rejects/accounts.customers.csv")
    #expect(rejects.contains("A-1,,\"1.234,5\",P2C2102"))
    try folder.write("again/accounts.csv", rejects.replacing("A-1,,", with: "A-1,Alpine,"))
    let summary = try convert(Self.exports[0], to: "again")
    #expect(summary.result == .ok && summary.packages.map(\.records) == [1])
  }

  @Test("A number that without the culture would be another one is read and reported")
  func unclear() throws {
    try folder.write("other/Konti.csv", "Kontonummer;Kontonavn;Kreditmaksimum\r\nA-1;Alpine;1.234\r\n")
    let summary = try convert(Self.exports[0], to: "other")
    #expect(summary.result == .ok && summary.findings.count(of: .numberReadTwoWays) == 1)
    #expect(try folder.text("other-out/findings.csv").contains("Kreditmaksimum,A-1,"))
  }

  @Test("So it is in headers and lines of documents", arguments: [1, 8])
  func unclearLines(_ jobs: Int) throws {
    try folder.write(
      "other/quote.csv",
      """
      quotenumber;name;customerid.accountnumber;transactioncurrencyid.isocurrencycode;shipto_country;statecode;\
      msdynce_hasexternallymaintainedproductsonly
      Q-1;Forty chairs;A-1;EUR;NL;1;True

      """)
    try folder.write(
      "other/quotedetail.csv",
      """
      quoteid.quotenumber;sequencenumber;productid.productnumber;quantity;priceperunit;uomid.name;\
      msdynce_quotehasexternalmaintainedproductsonly;quotestatecode
      Q-1;1;P-1;40;1.234;ea;True;1
      Q-1;2;P-2;1;99,50;ea;True;1

      """)
    try folder.write("job.yaml", "inputs: [other]\noutput: out\nsourceCulture: da-DK\n")
    let summary = try folder.run { $0.jobs = jobs }
    #expect(summary.findings.count(of: .numberReadTwoWays) == 1)
    #expect(summary.templates.flatMap(\.tasks).map(\.counts.written) == [1, 2])
    #expect(try folder.text("out/findings.csv").contains("priceperunit,Q-1|1,"))
  }

  @Test("Without a culture numbers are read as ever")
  func without() throws {
    try folder.write(
      "other/Konti.csv", "Kontonummer;Kontonavn;Kreditmaksimum\r\nA-1;Alpine;\"1.234,5\"\r\nA-2;Bo;1.5\r\n")
    var export = Self.exports[0]
    export.culture = ""
    let summary = try convert(export, to: "other")
    #expect(summary.findings.count(of: .valueOfTheWrongType) == 1 && summary.packages.map(\.records) == [1])
  }

  @Test("A heading of several columns is taken for none of them")
  func shared() throws {
    try folder.write(
      "other/Konti.csv", "Kontonummer;Kontonavn;Firmanavn;Noget\r\nA-1;Alpine;Other;x\r\n")
    let summary = try convert(Self.exports[0], to: "other")
    #expect(summary.findings.count(of: .headingOfSeveralColumns) == 1)
    #expect(summary.findings.examples(of: .headingOfSeveralColumns).map(\.field) == ["Firmanavn"])
    #expect(summary.findings.examples(of: .unknownColumn).map(\.field) == ["Noget"])
  }

  @Test("A culture that is not known is a mistake of the project")
  func unknown() throws {
    try folder.write("job.yaml", "inputs: [x]\noutput: y\nsourceCulture: xx-YY\n")
    #expect(throws: (any Error).self) { try folder.run() }
  }

  private static func csv(_ rows: [[String]], _ delimiter: String) -> String {
    rows.map { row in
      row.map { $0.contains(where: { ",;\"".contains($0) }) ? "\"\($0)\"" : $0 }.joined(separator: delimiter) + "\r\n"
    }.joined()
  }

  /// A workbook whose cells are texts, but for plain digits, which are numbers as spreadsheets have them.
  private static func workbook(_ rows: [[String]]) -> [(String, [UInt8])] {
    let relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let main = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"\(relation)\""
    let sheet = rows.map { row in
      let cells = row.map { text in
        Int(text) != nil ? "<c><v>\(text)</v></c>" : "<c t=\"inlineStr\"><is><t>\(text)</t></is></c>"
      }
      return "<row>\(cells.joined())</row>"
    }.joined()
    let parts = [
      ("[Content_Types].xml", "<Types/>"),
      (
        "xl/workbook.xml",
        "<workbook \(main)><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
      ),
      (
        "xl/_rels/workbook.xml.rels",
        "<Relationships><Relationship Id=\"rId1\" Type=\"\(relation)/worksheet\" Target=\"worksheets/sheet1.xml\"/>"
          + "</Relationships>"
      ),
      ("xl/worksheets/sheet1.xml", "<worksheet \(main)><sheetData>\(sheet)</sheetData></worksheet>"),
    ]
    return parts.map { ($0.0, Array($0.1.utf8)) }
  }
}
