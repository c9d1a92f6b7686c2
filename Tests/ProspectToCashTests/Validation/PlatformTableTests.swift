import Foundation
import ProspectToCash
import TestSupport
import Testing

/// Configuration Migration packages of any tables, whose schema says all that there is to know of them.
private struct MadePackage {
  var schema: [String] = []
  var data: [String] = []

  /// A table with its fields, each with its attributes beside the name, and its records' ids and fields.
  mutating func add(
    _ name: String, id: String? = nil, fields: [(String, String)], _ records: [(Int, [(String, String)])] = []
  ) {
    let all = fields.map { "<field name=\"\($0.0)\" \($0.1) />" }.joined()
    schema.append(
      "<entity name=\"\(name)\" primaryidfield=\"\(id ?? name + "id")\" primarynamefield=\"name\"><fields>\(all)</fields></entity>"
    )
    add(records: records, of: name)
  }

  /// Another piece of a table's records.
  mutating func add(records: [(Int, [(String, String)])], of name: String) {
    let all = records.map { number, fields in
      let inner = fields.map { "<field name=\"\($0.0)\" value=\"\($0.1)\" />" }.joined()
      return "<record id=\"\(MadePackage.id(number))\">\(inner)</record>"
    }
    data.append("<entity name=\"\(name)\"><records>\(all.joined())</records></entity>")
  }

  static func id(_ number: Int) -> String { "a0000000-0000-4000-8000-0000000000\(number + 10)" }

  var entries: [(String, [UInt8])] {
    [
      ("data.xml", Array("<entities>\(data.joined())</entities>".utf8)),
      ("data_schema.xml", Array("<entities >\(schema.joined())</entities>".utf8)), ("[Content_Types].xml", []),
    ]
  }
}

@Suite("Tables and columns of the platform in Sales packages")
struct PlatformTableTests {
  private static let text = "type=\"string\""
  private static let own = "type=\"string\" customfield=\"true\""

  /// What is reported of some codes, as `code severity table.field`.
  private func reported(
    _ package: MadePackage, reference: MadePackage? = nil, _ codes: String..., purpose: ValidationPurpose = .import
  ) throws -> [String] {
    let folder = try TestFolder()
    let references = try reference.map { [try folder.zip("reference.zip", $0.entries)] } ?? []
    let summary = try folder.report(
      [try folder.zip("in.zip", package.entries)], references: references, purpose: purpose)
    let document = try JSONSerialization.jsonObject(with: Data(try summary.json().utf8)) as? [String: Any]
    let items = document?["items"] as? [[String: String]] ?? []
    return items.filter { codes.contains($0["code"] ?? "") }.map { item in
      "\(item["code"] ?? "") \(item["severity"] ?? "") \(item["entity"] ?? "").\(item["field"] ?? "")"
    }.sorted()
  }

  @Test("What the platform has is known; what is an organisation's own, or of a table that nobody knows, is not")
  func known() throws {
    var package = MadePackage()
    package.add(
      "account", fields: [("name", Self.text), ("owningbusinessunit", "type=\"entityreference\""), ("new_a", Self.own)])
    package.add("theme", fields: [("name", Self.text), ("createdon", "type=\"datetime\""), ("new_b", Self.own)])
    package.add("contoso_permit", fields: [("name", Self.text), ("contoso_c", Self.own)])
    #expect(
      try reported(package, "P2C1305", "P2C1407", "P2C1408") == [
        "P2C1305 warning account.new_a", "P2C1305 warning contoso_permit.", "P2C1305 warning theme.new_b",
        "P2C1407 info account.new_a", "P2C1407 info theme.new_b", "P2C1408 info contoso_permit.",
      ])
  }

  @Test("A reference that has records of a table makes a column that it lacks an error")
  func references() throws {
    var package = MadePackage()
    let record = [(1, [("name", "A")])]
    package.add("theme", fields: [("name", Self.text), ("new_a", Self.own), ("new_b", Self.own)], record)
    package.add("contoso_permit", fields: [("name", Self.text), ("contoso_c", Self.own)], record)
    var reference = MadePackage()
    reference.add("theme", fields: [("name", Self.text), ("new_a", Self.own)], record)
    reference.add("contoso_permit", fields: [("name", Self.text)])
    #expect(
      try reported(package, reference: reference, "P2C1305", "P2C1407", "P2C1408") == [
        "P2C1305 error theme.new_b", "P2C1305 warning contoso_permit.contoso_c",
        "P2C1407 info contoso_permit.contoso_c",
        "P2C1407 info theme.new_b",
      ])
  }

  @Test("A column that cannot be set is reported once if it is filled, unless the target may lack it altogether")
  func readOnly() throws {
    var package = MadePackage()
    let fields = [
      ("name", Self.text), ("createdon", "type=\"datetime\""), ("new_x_base", Self.own), ("modifiedon", Self.text),
      ("versionnumber", "type=\"string\" customfield=\"true\""), ("exchangerate", "type=\"decimal\""),
    ]
    let values = [
      ("createdon", "2024-01-01T00:00:00.0000000Z"), ("new_x_base", "1"), ("modifiedon", "2024-01-01"),
      ("versionnumber", "1"),
    ]
    package.add("theme", fields: fields, [(1, values), (2, values)])
    package.add("contoso_permit", fields: fields, [(1, values)])
    let wanted = ["theme.createdon", "theme.modifiedon", "contoso_permit.createdon", "contoso_permit.modifiedon"]
    #expect(
      try reported(package, "P2C1313")
        == (wanted + ["contoso_permit.new_x_base"]).map { "P2C1313 warning \($0)" }.sorted())
    #expect(
      try reported(package, "P2C1305") == [
        "P2C1305 warning contoso_permit.", "P2C1305 warning theme.new_x_base", "P2C1305 warning theme.versionnumber",
      ])
  }

  @Test("A name is an error if the target has it under another id, and a warning if the package has it twice")
  func names() throws {
    var package = MadePackage()
    package.add(
      "theme", fields: [("name", Self.text)], [(1, [("name", "A")]), (2, [("name", " a")]), (3, [("name", "B")])])
    #expect(try reported(package, "P2C1304") == ["P2C1304 warning theme.name"])
    var reference = MadePackage()
    reference.add("theme", fields: [("name", Self.text)], [(3, [("name", "B")]), (1, [("name", "A")])])
    #expect(try reported(package, reference: reference, "P2C1304") == ["P2C1304 error theme.name"])
    reference.add(records: [(4, [("name", "b")])], of: "theme")
    #expect(try reported(package, reference: reference, "P2C1304").count == 2)
  }

  @Test("An activity is a record of all activities, too")
  func activities() throws {
    let lookup = "type=\"entityreference\" lookupType=\"activitypointer\""
    var package = MadePackage()
    package.add(
      "contoso_note", fields: [("name", Self.text), ("contoso_on", lookup)],
      [(1, [("contoso_on", MadePackage.id(5))]), (2, [("contoso_on", MadePackage.id(6))])])
    package.add("contoso_call", id: "activityid", fields: [("name", Self.text)], [(5, [("name", "A")])])
    #expect(try reported(package, "P2C1306") == ["P2C1306 warning contoso_note.contoso_on"])
    package.add("email", id: "activityid", fields: [("name", Self.text)], [(6, [("name", "A")])])
    #expect(try reported(package, "P2C1306").isEmpty)
  }

  @Test("Lookups to what every organisation has of its own are not asked, whatever a reference has")
  func external() throws {
    var package = MadePackage()
    let fields = ["owner", "transactioncurrency", "organization", "contact|account"].enumerated().map {
      ("new_\($0)", "type=\"lookup\" lookupType=\"\($1)\"")
    }
    package.add("theme", fields: fields, [(1, fields.map { ($0.0, MadePackage.id(7)) })])
    var reference = MadePackage()
    reference.add("transactioncurrency", fields: [("name", Self.text)], [(2, [("name", "A")])])
    #expect(try reported(package, reference: reference, "P2C1306").isEmpty)
  }

  @Test("A record says itself whether it is a base unit; only without it does the unit that it is based on")
  func baseUnits() throws {
    var package = MadePackage()
    let fields = [
      ("name", Self.text), ("isschedulebaseuom", "type=\"bool\""),
      ("baseuom", "type=\"entityreference\" lookupType=\"uom\""),
    ]
    package.add(
      "uom", fields: fields,
      [
        (1, [("name", "A"), ("isschedulebaseuom", "False")]), (2, [("name", "B"), ("baseuom", MadePackage.id(1))]),
        (3, [("name", "C"), ("isschedulebaseuom", "True"), ("baseuom", MadePackage.id(3))]), (4, [("name", "D")]),
      ])
    package.add("uomschedule", fields: [("name", Self.text)], [(5, [("name", "A")])])
    #expect(try reported(package, "P2C1308") == ["P2C1308 warning uom.isschedulebaseuom", "P2C1308 warning uom.name"])
  }

  @Test("A record in two pieces of a table is one, unless its fields differ; in one piece it is there twice")
  func pieces() throws {
    var package = MadePackage()
    let fields = [("name", Self.text), ("new_a", Self.own)]
    package.add("theme", fields: fields, [(1, [("name", "A")]), (2, [("name", "B")]), (3, [("name", "C")])])
    package.add(records: [(1, [("name", "A"), ("new_a", "1")]), (2, [])], of: "theme")
    #expect(try reported(package, "P2C1332", "P2C1304").isEmpty)
    package.add(records: [(3, [("name", "D")])], of: "theme")
    #expect(try reported(package, "P2C1332").count == 1)
    package.add(records: [(4, [("name", "E")]), (4, [("name", "E")])], of: "theme")
    #expect(try reported(package, "P2C1332", "P2C1304") == Array(repeating: "P2C1332 error theme.", count: 2))
  }

  @Test("Prices that Sales could not find are reported of documents and their lines, for both purposes")
  func pricing() throws {
    var package = MadePackage()
    let fields = [("name", Self.text), ("pricingerrorcode", "type=\"optionsetvalue\"")]
    func records(_ codes: String...) -> [(Int, [(String, String)])] {
      codes.enumerated().map { ($0 + 1, [("name", $1), ("pricingerrorcode", $1)]) }
    }
    package.add("opportunityproduct", fields: fields, records("0", "11", "36"))
    package.add("salesorder", fields: fields, records("1"))
    package.add("theme", fields: fields, records("1"))
    for purpose in [ValidationPurpose.import, .convert] {
      #expect(
        try reported(package, "P2C1335", purpose: purpose) == [
          "P2C1335 warning opportunityproduct.pricingerrorcode", "P2C1335 warning opportunityproduct.pricingerrorcode",
          "P2C1335 warning salesorder.pricingerrorcode",
        ])
    }
  }

  @Test("Columns that Dynamics hides say whose records they are, and are no finding")
  func hiddenColumns() throws {
    let folder = try TestFolder()
    try folder.write(
      "export-17.csv",
      Array(
        "\u{FEFF}(Do Not Modify) Contact,(Do Not Modify) Row Checksum, Last Name ,Colour of the door\r\n,,Berg,red\r\n"
          .utf8))
    let path = folder.url.appending(path: "export-17.csv").path
    let document = try JSONSerialization.jsonObject(with: Data(try folder.report([path]).json().utf8)) as? [String: Any]
    let items = document?["items"] as? [[String: String]] ?? []
    let reported = items.filter { ["P2C1325", "P2C1407"].contains($0["code"] ?? "") }
    #expect(reported.map { $0["field"] } == ["Colour of the door", "Colour of the door"])
    #expect(reported.allSatisfy { $0["entity"] == "contact" })
  }
}
