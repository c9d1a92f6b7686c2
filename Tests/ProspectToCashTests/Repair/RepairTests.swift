import Archives
import Conversion
import Foundation
import Packages
import ProspectToCash
import Records
import TestSupport
import Testing

/// A repaired package: its entries, and what was reported.
struct Repaired {
  var entries: [String: [UInt8]]
  var order: [String]
  var reported: [String]
  var path: String

  init(_ path: String, in packages: TestFolder, name: String = "fixed.zip") throws {
    self.path = packages.url.appending(path: name).path
    var options = RepairJob.Options()
    options.replacesOutput = true
    let summary = try RepairJob(package: path, output: self.path, options: options).run()
    let document = try JSONSerialization.jsonObject(with: Data(try summary.json().utf8)) as? [String: Any]
    reported = (document?["items"] as? [[String: String]] ?? []).map { $0["code"] ?? "" }
    let container = try Container.open(self.path)
    order = container.entries.map(\.name)
    entries = [:]
    for entry in container.entries { entries[entry.name] = try container.readAll(entry, limit: 1 << 24) }
  }

  func text(_ name: String) -> String { String(decoding: entries[name] ?? [], as: UTF8.self) }
}

@Suite("Repairs")
struct RepairTests {
  /// A fault that can be repaired, and the entries that the repair may change.
  struct Fault: Sendable, CustomTestStringConvertible {
    var code: String
    var touched: Set<String>
    var bend: @Sendable (inout FinopsSample) -> Void

    var testDescription: String { code }
  }

  static let file = "Customers V3.csv"

  static let faults = [
    Fault(code: "P2C1201", touched: []) { $0.folder = "export/" },
    Fault(code: "P2C1204", touched: ["Manifest.xml"]) {
      $0.manifestEdits = [
        ("<SourceFormat>CSV-Unicode</SourceFormat>", ""),
        ("<EntityName>", "<SourceFormat>CSV-Unicode</SourceFormat><EntityName>"),
      ]
    },
    Fault(code: "P2C1204", touched: ["Manifest.xml"]) {
      $0.manifestEdits = [
        ("<XMLField>NAMEALIAS</XMLField>", ""),
        ("<EntityField>NAMEALIAS</EntityField>", "<XMLField>NAMEALIAS</XMLField><EntityField>NAMEALIAS</EntityField>"),
      ]
    },
    Fault(code: "P2C1209", touched: [file]) { $0.encode = { Array($0.utf8) } },
    Fault(code: "P2C1209", touched: [file]) {
      $0 = $0.with("ORGANIZATIONNAME", "Müller")
      $0.encode = { $0.unicodeScalars.map { UInt8($0.value) } }
    },
    Fault(code: "P2C1209", touched: [file]) { $0.encode = { Array(wide($0).dropFirst(2)) } },
    Fault(code: "P2C1209", touched: [file]) { $0.format = "CSV" },
    Fault(code: "P2C1210", touched: [file]) { $0.fileEdits = [("\r\n", "\n")] },
    Fault(code: "P2C1225", touched: [file, "Manifest.xml"]) { $0 = $0.with("ADDRESSRECORDID", "68720637428") },
    Fault(code: "P2C1406", touched: [file]) {
      $0.columns += ["", ""]
      for index in $0.rows.indices { $0.rows[index] += ["", ""] }
      $0.mapped = FinopsSample().columns
    },
    Fault(code: "P2C1402", touched: [file]) { $0.fileEdits = [("First", "First,,"), ("Second", "Second,\"\"")] },
  ]

  @Test("What is repaired is reported, is no finding any more, and nothing else changes", arguments: faults)
  func finops(_ fault: Fault) throws {
    var sample = FinopsSample()
    fault.bend(&sample)
    let packages = try TestFolder()
    let path = try packages.zip("in.zip", sample.all)
    #expect(try packages.reported([path]).contains { $0.code == fault.code })
    let repaired = try Repaired(path, in: packages)
    #expect(repaired.reported.contains(fault.code))
    let left = try packages.reported([repaired.path])
    #expect(!left.contains { $0.code == fault.code }, "left: \(left)")
    #expect(!left.contains { $0.severity == "error" }, "left: \(left)")
    for (name, bytes) in sample.all {
      let name = String(name.dropFirst(sample.folder.count))
      #expect(fault.touched.contains(name) != (repaired.entries[name] == bytes), "\(name)")
    }
    #expect(repaired.order == sample.all.map { String($0.0.dropFirst(sample.folder.count)) })
    #expect(try Repaired(repaired.path, in: packages, name: "again.zip").reported.isEmpty)
  }

  @Test("Records keep every byte that no repair is about: quotes, blanks, line ends in quotes, blank lines")
  func recordsStand() throws {
    let packages = try TestFolder()
    var sample = FinopsSample().with("RECVERSION", "1")
    sample.fileEdits = [("First", "\"Fi\"\"r,\nst\" "), ("US0002", "\n \"US0002\""), ("\r\nUS0001", "\nUS0001")]
    sample.encode = { Array($0.utf8) }
    let repaired = try Repaired(packages.zip("in.zip", sample.all), in: packages)
    var plain = FinopsSample()
    plain.fileEdits = [("First", "\"Fi\"\"r,\nst\" "), ("US0002", "\r\n \"US0002\"")]
    #expect(repaired.entries[RepairTests.file] == plain.all[2].1)
    #expect(repaired.entries["Manifest.xml"] == plain.all[0].1)
  }

  @Test("A package without faults comes out with the same entries")
  func blameless() throws {
    let packages = try TestFolder()
    for (name, entries) in [("a.zip", FinopsSample().all), ("b.zip", SalesSample.order.all)] {
      let repaired = try Repaired(packages.zip(name, entries), in: packages)
      #expect(repaired.reported.isEmpty)
      #expect(repaired.entries == Dictionary(uniqueKeysWithValues: entries))
    }
  }

  @Test("Values behind the last heading are no empty columns: they stay, and so does the fault")
  func valuesBehindTheHeader() throws {
    let packages = try TestFolder()
    var sample = FinopsSample()
    sample.fileEdits = [("First", "First,,lost")]
    let repaired = try Repaired(packages.zip("in.zip", sample.all), in: packages)
    #expect(repaired.reported.isEmpty)
    #expect(repaired.entries == Dictionary(uniqueKeysWithValues: sample.all))
  }

  @Test(
    "Record ids leave XML files, too, as elements and as attributes",
    arguments: [
      (
        "<Document>\n <C>\n  <CUSTOMERACCOUNT>US1</CUSTOMERACCOUNT>\n  <PARTYRECORDID>5</PARTYRECORDID>\n </C>\n</Document>",
        "<Document>\n <C>\n  <CUSTOMERACCOUNT>US1</CUSTOMERACCOUNT>\n </C>\n</Document>", "XML-Element"
      ),
      (
        "<Document><C CUSTOMERACCOUNT=\"&gt;1\" RECVERSION='1' NAMEALIAS=\"a>b\"/></Document>",
        "<Document><C CUSTOMERACCOUNT=\"&gt;1\" NAMEALIAS=\"a>b\"/></Document>", "XML-Attribute"
      ),
    ])
  func markup(before: String, after: String, format: String) throws {
    let packages = try TestFolder()
    var sample = FinopsSample()
    sample.format = format
    func named(_ text: String) -> [UInt8] {
      wide(text.replacing("C>", with: "CUSTCUSTOMERV3ENTITY>").replacing("<C ", with: "<CUSTCUSTOMERV3ENTITY "))
    }
    sample.entries[RepairTests.file] = named(before)
    let repaired = try Repaired(packages.zip("in.zip", sample.all), in: packages)
    #expect(repaired.reported == ["P2C1225"])
    #expect(repaired.entries[RepairTests.file] == named(after))
  }

  @Test("The manifest's own members are put in order, blanks between them stay where they are")
  func manifestOrder() throws {
    let packages = try TestFolder()
    var sample = FinopsSample()
    sample.manifestEdits = [
      ("<DefinitionGroupName>P2C-IN</DefinitionGroupName>", ""),
      ("</PackageEntityList>", "</PackageEntityList>\n  <DefinitionGroupName>P2C-IN</DefinitionGroupName>\n"),
    ]
    var wanted = FinopsSample()
    wanted.manifestEdits = [("</PackageEntityList>", "</PackageEntityList>\n")]
    wanted.manifestEdits.append(("</DefinitionGroupName>", "</DefinitionGroupName>\n  "))
    let repaired = try Repaired(packages.zip("in.zip", sample.all), in: packages)
    #expect(repaired.entries["Manifest.xml"] == wanted.all[0].1)
  }

  @Test(
    "Time stamps that imports do not read",
    arguments: [
      ("29/08/2019 17:48:29", "2019-08-29T17:48:29.0000000Z"), ("4/5/2019 8:59:23 PM", "2019-04-05T20:59:23.0000000Z"),
      ("29.08.2019 17:48", "2019-08-29T17:48:00.0000000Z"), ("8/29/2019 17:48:29", "2019-08-29T17:48:29.0000000Z"),
      // Day or month: the time of the file, which these samples bear.
      ("04/05/2019 17:48:29", "2024-06-01T12:00:00.0000000Z"), ("yesterday", "2024-06-01T12:00:00.0000000Z"),
    ])
  func timestamps(old: String, new: String) throws {
    let packages = try TestFolder()
    var sample = SalesSample.order
    sample.dataEdits = [("2024-06-01T12:00:00.0000000Z", old)]
    let path = try packages.zip("in.zip", sample.all)
    #expect(try packages.reported([path]).contains(.init(code: "P2C1301", severity: "error")))
    let repaired = try Repaired(path, in: packages)
    #expect(repaired.reported == ["P2C1301"])
    #expect(repaired.text("data.xml").contains("timestamp=\"\(new)\""))
    #expect(try !packages.reported([repaired.path]).contains { $0.code == "P2C1301" })
  }

  @Test("Text that was encoded once is encoded again; what is encoded twice, and what is no text, stays")
  func encodedOnce() throws {
    let packages = try TestFolder()
    var sample = SalesSample.order
    sample.dataEdits = [
      ("Account 2", "O'Brien &amp; Søn &amp;#39;AT&amp;amp;T&amp;#39; &#xA;ok €"),
      ("value=\"Berg\"", "value='&lt;\"Berg\">'"),
    ]
    let path = try packages.zip("in.zip", sample.all)
    #expect(try packages.reported([path]).contains { $0.code == "P2C1303" })
    let repaired = try Repaired(path, in: packages)
    #expect(repaired.reported == ["P2C1303", "P2C1303"])
    let data = repaired.text("data.xml")
    #expect(
      data.contains(
        "value=\"O&amp;#39;Brien &amp;amp; S&amp;#248;n &amp;#39;AT&amp;amp;T&amp;#39; &#xA;ok €\""))
    #expect(data.contains("value='&amp;lt;&amp;quot;Berg&amp;quot;&amp;gt;'"))
    #expect(try !packages.reported([repaired.path]).contains { $0.code == "P2C1303" })
    #expect(repaired.entries["data_schema.xml"] == sample.all[1].1)
  }

  @Test("A Sales package in a folder, under other names and without its content types")
  func salesContainer() throws {
    let packages = try TestFolder()
    var sample = SalesSample.order
    sample.names = ["Export/Data.xml", "Export/data_schema.xml"]
    let path = try packages.zip("in.zip", sample.all)
    #expect(try packages.reported([path]).contains(.init(code: "P2C1331", severity: "error")))
    let repaired = try Repaired(path, in: packages)
    #expect(repaired.order == ["data.xml", "data_schema.xml", "[Content_Types].xml"])
    #expect(repaired.entries["data.xml"] == sample.all[0].1)
    #expect(try !packages.reported([repaired.path]).contains { $0.code == "P2C1331" })
  }

  @Test("A single file stays a file; what exists is not touched without being reported to")
  func singleFile() throws {
    let packages = try TestFolder()
    let path = try packages.write("account.csv", Array("accountid,accountnumber,name,,\n,A-1,Alpine,,\n".utf8))
    let output = packages.url.appending(path: "fixed.csv")
    _ = try RepairJob(package: path, output: output.path, options: .init()).run()
    #expect(try String(contentsOf: output, encoding: .utf8) == "accountid,accountnumber,name\n,A-1,Alpine\n")
    #expect(throws: ArchiveError.outputExists(path: output.path)) {
      try RepairJob(package: path, output: output.path, options: .init()).run()
    }
    #expect(try packages.names == ["account.csv", "fixed.csv"])
  }

  @Test("A zip of packages is refused, and leaves nothing behind")
  func nested() throws {
    let packages = try TestFolder()
    let inner = try packages.zip("inner.zip", FinopsSample().all)
    let path = try packages.zip("outer.zip", [("inner.zip", Array(try Data(contentsOf: URL(filePath: inner))))])
    let output = packages.url.appending(path: "fixed.zip").path
    #expect { try RepairJob(package: path, output: output, options: .init()).run() } throws: {
      ($0 as? Failure)?.exitCode == 65
    }
    #expect(try packages.names == ["inner.zip", "outer.zip"])
  }

  @Test("Markup that goes beyond what any export has is refused as readers refuse it, and nothing is written")
  func endlessMarkup() throws {
    let packages = try TestFolder()
    var entries = SalesSample.order.all
    entries[0].1 = Array("<entities><!--".utf8) + Array(repeating: UInt8(ascii: "x"), count: 25 << 20)
    let output = packages.url.appending(path: "fixed.zip").path
    let path = try packages.zip("in.zip", entries)
    #expect {
      try RepairJob(package: path, output: output, options: .init()).run()
    } throws: { error in
      guard case .xml(.excessive(let line, _), let file, _)? = error as? PackageError else { return false }
      return line == 1 && file == "data.xml"
    }
    #expect(try packages.names == ["in.zip"])
  }

  @Test(
    "What is cut leaves no record without a byte, and no other delimiter",
    arguments: [
      ("RECID,a,b\n5\n\"6\"\n7,x,y\n\n", "a,b\n\"\"\n\"\"\nx,y\n\n"),
      ("CUSTOMERACCOUNT,,\nUS1,,\n,,\n", "CUSTOMERACCOUNT\nUS1\n\"\"\n"),
      ("A,x,y;B;;;\n1;2;;;\n", "A,x,y;B;;;\n1;2;;;\n"), ("A x|RECID|C,D\n1|2|3\n", "A x|RECID|C,D\n1|2|3\n"),
    ])
  func recordsAndDelimiters(before: String, after: String) throws {
    #expect(try fixed("records.csv", before) == after)
  }

  /// What a single file of a text becomes.
  private func fixed(_ name: String, _ text: String) throws -> String {
    let packages = try TestFolder()
    let output = packages.url.appending(path: "fixed")
    _ = try RepairJob(package: packages.write(name, Array(text.utf8)), output: output.path, options: .init()).run()
    return try String(contentsOf: output, encoding: .utf8)
  }

  @Test("A heading with blanks around it and an attribute with a prefix are left out like others")
  func leftOutNames() throws {
    let packages = try TestFolder()
    #expect(try fixed("records.csv", "a, RECID,b\n1,2,3\n") == "a,b\n1,3\n")
    var sample = FinopsSample()
    sample.format = "XML-Attribute"
    sample.encode = { _ in Array("<Document><E CUSTOMERACCOUNT='1' a:RECID='2' xmlns:a='x'/></Document>".utf8) }
    let repaired = try Repaired(packages.zip("in.zip", sample.all), in: packages)
    #expect(repaired.text(RepairTests.file) == "<Document><E CUSTOMERACCOUNT='1' xmlns:a='x'/></Document>")
  }

  @Test("A single data.xml stays the only file")
  func singleData() throws {
    let text = String(decoding: SalesSample.order.all[0].1, as: UTF8.self)
    #expect(try fixed("data.xml", text) == text)
  }

  @Test("Text in another encoding than Unicode is not encoded again; the time stamp before it is repaired")
  func singleByteEncoding() throws {
    let packages = try TestFolder()
    let (old, new) = ("29/08/2019 17:48:29", "2019-08-29T17:48:29.0000000Z")
    let declaration = "\r\n<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\r\n<entities"
    // Two characters of that encoding, which would be one in UTF-8.
    func data(_ timestamp: String) -> [UInt8] {
      var sample = SalesSample.order
      sample.dataEdits = [
        ("2024-06-01T12:00:00.0000000Z", timestamp), ("Account 2", "\u{1}\u{2}"),
        ("<?xml version=\"1.0\" encoding=\"utf-8\"?>", ""), ("<entities", declaration),
      ]
      return sample.all[0].1.map { $0 == 1 ? 0xC3 : $0 == 2 ? 0xA9 : $0 }
    }
    var entries = SalesSample.order.all
    entries[0].1 = data(old)
    #expect(entries[0].1.contains(0xC3))
    let repaired = try Repaired(packages.zip("in.zip", entries), in: packages)
    #expect(repaired.reported == ["P2C1301"])
    #expect(repaired.entries["data.xml"] == data(new))
  }

  @Test("The page says what was repaired, and appears with the package or not at all")
  func page() throws {
    let packages = try TestFolder()
    var sample = FinopsSample()
    sample.folder = "export/"
    let path = try packages.zip("in.zip", sample.all)
    var options = RepairJob.Options()
    options.report = packages.path("repairs.html")
    let summary = try RepairJob(package: path, output: packages.path("fixed.zip"), options: options).run()
    let page = try packages.text("repairs.html")
    #expect(page.contains("<h1>1 repair was made.</h1>") && page.contains("P2C1201"))
    #expect(page.contains("the files of export/ were moved to the root"))
    #expect(page.contains(try FileDigest(path: path).sha256) && page.contains(summary.digest.sha256))
    #expect(page.contains("read back") && !page.contains("findings.csv"))
    // What is there is not replaced, and nothing else appears then.
    #expect { try RepairJob(package: path, output: packages.path("other.zip"), options: options).run() } throws: {
      ($0 as? ArchiveError)?.exitCode == 73
    }
    #expect(!packages.holds("other.zip"))
    for place in ["other.zip", "./other.zip"] {
      options.report = packages.path(place)
      #expect { try RepairJob(package: path, output: packages.path("other.zip"), options: options).run() } throws: {
        ($0 as? Failure)?.exitCode == 64
      }
    }
    options.report = path
    options.replacesOutput = true
    #expect(throws: Failure.self) {
      try RepairJob(package: path, output: packages.path("other.zip"), options: options).run()
    }
  }
}
