import Foundation
import ProspectToCash
import TestSupport
import Testing

/// Numbers that look random and are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// Faults at random places of large packages: each is found, at its record, and nothing else is an error.
@Suite("Seeded faults")
struct SeedingTests {
  /// A finding at a record.
  struct Found: Hashable, CustomStringConvertible {
    var code: String
    var entity: String
    var record: Int

    var description: String { "\(code) \(entity) \(record)" }
  }

  private struct Report: Decodable {
    struct Findings: Decodable {
      var error: Int
      var following: [String: Int]
    }
    var findings: Findings
    var items: [[String: String]]

    /// The findings at records, without those that follow from others.
    func found(_ severities: Set<String>) -> [Found] {
      items.filter { severities.contains($0["severity"] ?? "") && !($0["message"] ?? "").contains("; follows from ") }
        .map { Found(code: $0["code"] ?? "", entity: $0["entity"] ?? "", record: Int($0["record"] ?? "") ?? 0) }
    }
  }

  private func report(_ packages: TestFolder, _ path: String, _ reference: String) throws -> Report {
    let summary = try packages.report([path], references: [reference], company: "USMF")
    return try JSONDecoder().decode(Report.self, from: Data(try summary.json().utf8))
  }

  /// Compares what was found with what was seeded.
  private func compare(_ report: Report, _ seeded: Set<Found>, warnings: Set<Found>, _ seed: UInt64) {
    let errors = report.found(["error"])
    #expect(seeded.subtracting(errors).isEmpty, "not found, seed \(seed)")
    #expect(Set(errors).subtracting(seeded).isEmpty, "not seeded, seed \(seed)")
    #expect(errors.count == report.findings.error - (report.findings.following["error"] ?? 0))
    #expect(warnings.subtracting(report.found(["warning", "info"])).isEmpty, "not found, seed \(seed)")
  }

  // MARK: F&O

  /// What bends a row of customers: a column and its new value, or the whole line.
  private struct Bend {
    var code: String
    var isError = true
    var column = ""
    var value = ""
    var line: (@Sendable (String) -> String)?
  }

  private static let bends = [
    Bend(code: "P2C1217", column: "CREDMANCUSTOMERSINCE", value: "31/12/2020"),
    Bend(code: "P2C1218", column: "CREDITLIMIT", value: "\"12,50\""),
    Bend(code: "P2C1218", isError: false, column: "CREDITLIMIT", value: "1E+05"),
    Bend(code: "P2C1219", column: "CREDITLIMITISMANDATORY", value: "Nej"),
    Bend(code: "P2C1220", column: "ORGANIZATIONNAME", value: String(repeating: "Ð", count: 101)),
    Bend(code: "P2C1220", isError: false, column: "SITEID", value: "A-LONG-SITE-ID"),
    Bend(code: "P2C1221", column: "NAMEALIAS", value: "Tab\u{1}le"),
    Bend(code: "P2C1211", isError: false, column: "NAMEALIAS", value: "\"Smith, Jones\""),
    Bend(code: "P2C1224", isError: false, column: "WRITEOFFCOMPANY", value: "DEMF"),
    Bend(code: "P2C1230", column: "CUSTOMERGROUPID", value: "99"),
    Bend(code: "P2C1232", isError: false, column: "DEFAULTDIMENSIONDISPLAYVALUE", value: "HW-02"),
    Bend(code: "P2C1234", column: "LogoFileName", value: "lost.png"),
    Bend(code: "P2C1402", line: { $0 + ",more" }), Bend(code: "P2C1403", line: { "\"x\"y" + $0 }),
    Bend(code: "P2C1212", line: { "\r\n" + $0 }),
  ]

  @Test("In a package of customers", arguments: [1, 2, 3, 4] as [UInt64])
  func finops(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var sample = FinopsSample()
    sample.columns += [
      "CREDMANCUSTOMERSINCE", "SITEID", "WRITEOFFCOMPANY", "DEFAULTDIMENSIONDISPLAYVALUE", "LogoFileName",
    ]
    let count = Int.random(in: 3_000...6_000, using: &numbers)
    sample.rows = (1...count).map { number in
      [
        "US\(number)", "\(number).50", number % 2 == 0 ? "No" : "Yes", "10", "Alias \(number)", "Name \(number)",
        "2024-02-29", "24", "USMF", "HW02", "logo.png",
      ]
    }
    sample.entries["Resources/Customers V3/logo.png"] = [0x89]
    var places = Array(1...count).shuffled(using: &numbers)
    var seeded: Set<Found> = []
    var warnings: Set<Found> = []
    var edits: [Int: @Sendable (String) -> String] = [:]
    for bend in SeedingTests.bends {
      for _ in 0..<Int.random(in: 1...12, using: &numbers) {
        let record = places.removeLast()
        let found = Found(code: bend.code, entity: "CustCustomerV3Entity", record: record)
        if bend.isError { seeded.insert(found) } else { warnings.insert(found) }
        if let line = bend.line {
          edits[record] = line
        } else if let column = sample.columns.firstIndex(of: bend.column) {
          sample.rows[record - 1][column] = bend.value
        }
      }
    }
    // A key that an earlier record has, which must be whole itself.
    for _ in 0..<9 {
      let pair = [places.removeLast(), places.removeLast()].sorted()
      sample.rows[pair[1] - 1][0] = " us\(pair[0]) "
      seeded.insert(Found(code: "P2C1216", entity: "CustCustomerV3Entity", record: pair[1]))
    }
    var lines = ([sample.columns] + sample.rows).map { $0.joined(separator: ",") }
    for (record, edit) in edits { lines[record] = edit(lines[record]) }
    sample.entries["Customers V3.csv"] = wide(lines.map { $0 + "\r\n" }.joined())

    var groups = FinopsSample()
    (groups.label, groups.target) = ("Customer groups", "CustCustomerGroupEntity")
    (groups.columns, groups.rows) = (["CUSTOMERGROUPID", "DESCRIPTION"], [["10", "Ten"]])
    let packages = try TestFolder()
    let report = try report(
      packages, packages.zip("in.zip", sample.all), packages.zip("reference.zip", groups.all))
    compare(report, seeded, warnings: warnings, seed)
  }

  // MARK: Sales

  private static func id(_ kind: Int, _ number: Int) -> String {
    let digits = String(number)
    return "a000000\(kind)-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// The sample's last record of each table, so many times, each with an id and a number of its own.
  private static func world(_ count: Int) -> SalesSample {
    var sample = SalesSample.order
    for (place, table) in sample.tables.enumerated()
    where ["account", "salesorder", "salesorderdetail"].contains(table.name) {
      guard let one = table.records.last else { continue }
      sample.tables[place].records = (1...count).map { number in
        one.map { field in
          var field = field
          switch (table.name, field.name) {
          case (_, "\(table.name)id"): field.value = id(place, number)
          case ("account", "accountnumber"): field.value = "A-\(number)"
          case ("salesorder", "ordernumber"): field.value = "O-\(number)"
          case ("salesorder", "name"), ("account", "name"): field.value = "Name \(number)"
          case ("salesorderdetail", "salesorderid"): field.value = id(place - 1, number)
          case (_, "customerid"): field.value = id(place - 2, number)
          default: break
          }
          return field
        }
      }
    }
    for (place, table) in sample.tables.enumerated() where table.name == "contact" {
      sample.tables[place].records[0][4].value = id(place - 1, 1)
    }
    return sample
  }

  private static let changes: [(code: String, isError: Bool, table: String, fields: [(String, String)])] = [
    ("P2C1317", true, "account", [("name", String(repeating: "N", count: 161))]),
    ("P2C2105", true, "account", [("creditlimit", "12,50")]),
    ("P2C2105", true, "account", [("creditonhold", "perhaps")]),
    ("P2C1306", true, "salesorder", [("pricelevelid", "a0000005-0000-4000-8000-000000000077")]),
    ("P2C1312", true, "salesorder", [("transactioncurrencyid", SalesSample.id(9, 2))]),
    ("P2C1314", false, "salesorder", [("statecode", "4"), ("statuscode", "100003")]),
    ("P2C1315", true, "salesorder", [("statuscode", "4")]),
    ("P2C1309", true, "salesorderdetail", [("uomid", SalesSample.id(4, 3))]),
    ("P2C1311", false, "salesorderdetail", [("priceperunit", "9.99")]),
    ("P2C1318", false, "salesorderdetail", [("quantity", "2.125")]),
  ]

  @Test("In a package of accounts, orders and lines", arguments: [5, 6, 7] as [UInt64])
  func sales(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let count = Int.random(in: 800...1_500, using: &numbers)
    var sample = SeedingTests.world(count)
    let packages = try TestFolder()
    let reference = try packages.zip("reference.zip", SalesSample.catalogue.all)
    let blameless = try report(packages, packages.zip("blameless.zip", sample.all), reference)
    #expect(blameless.findings.error == 0, "\(blameless.found(["error"]).prefix(3))")

    var places = Array(2...count).shuffled(using: &numbers)
    var seeded: Set<Found> = []
    var warnings: Set<Found> = []
    for change in SeedingTests.changes {
      guard let table = sample.tables.firstIndex(where: { $0.name == change.table }) else { continue }
      for _ in 0..<Int.random(in: 1...9, using: &numbers) {
        let record = places.removeLast()
        for (name, value) in change.fields {
          guard let field = sample.tables[table].records[record - 1].firstIndex(where: { $0.name == name }) else {
            continue
          }
          sample.tables[table].records[record - 1][field].value = value
        }
        let found = Found(code: change.code, entity: change.table, record: record)
        if change.isError { seeded.insert(found) } else { warnings.insert(found) }
      }
    }
    for _ in 0..<5 {
      let pair = [places.removeLast(), places.removeLast()].sorted()
      if let table = sample.tables.firstIndex(where: { $0.name == "salesorder" }) {
        sample.tables[table].records[pair[1] - 1][1].value = " o-\(pair[0])"
      }
      seeded.insert(Found(code: "P2C1316", entity: "salesorder", record: pair[1]))
    }
    let report = try report(packages, packages.zip("in.zip", sample.all), reference)
    compare(report, seeded, warnings: warnings, seed)
  }

  // MARK: Faults of files and packages

  /// Codes that some of the faults raise besides: what bends a package bends more than one thing.
  private static let companions: [String: Set<String>] = [
    "P2C1212": ["P2C1406"], "P2C1306": ["P2C2301"], "P2C1330": ["P2C2101"], "P2C1404": ["P2C1205"],
    "P2C1405": ["P2C1205"],
  ]

  @Test("In a large package of customers, each pitfall by itself", arguments: FinopsPitfallTests.faults.indices)
  func finopsPitfall(place: Int) throws {
    let fault = FinopsPitfallTests.faults[place]
    var numbers = SeededNumbers(seed: UInt64(place) + 100)
    var sample = FinopsSample()
    let more = (3...Int.random(in: 1_000...2_000, using: &numbers)).map { number in
      ["US\(10_000 + number)", "\(number).50", "No", "10", "Alias \(number)", "Name \(number)"]
    }
    // A column that is empty everywhere is not empty in these.
    if fault.code != "P2C1227" { sample.rows += more.shuffled(using: &numbers) }
    fault.bend(&sample)
    let packages = try TestFolder()
    let reported = try packages.reported([packages.zip("in.zip", sample.all)], company: "USMF")
    #expect(reported.contains(.init(code: fault.code, severity: fault.severity)), "reported: \(reported)")
    let allowed = (SeedingTests.companions[fault.code] ?? []).union([fault.code])
    let others = reported.filter { $0.severity == "error" && !allowed.contains($0.code) }
    #expect(others.isEmpty)
  }

  @Test(
    "In a large package of accounts and orders, each pitfall by itself", arguments: SalesPitfallTests.faults.indices)
  func salesPitfall(place: Int) throws {
    let fault = SalesPitfallTests.faults[place]
    var sample = SalesSample.order
    let more = SeedingTests.world(300)
    for index in sample.tables.indices where more.tables[index].records.count > 2 {
      // The sample's own records, which faults are about, stay the last ones.
      sample.tables[index].records.insert(contentsOf: more.tables[index].records[9...], at: 0)
    }
    fault.bend(&sample)
    let packages = try TestFolder()
    let report = try report(
      packages, packages.zip("in.zip", sample.all), packages.zip("reference.zip", SalesSample.catalogue.all))
    let reported = Set(report.items.map { ToldFinding(code: $0["code"] ?? "", severity: $0["severity"] ?? "") })
    #expect(reported.contains(.init(code: fault.code, severity: fault.severity)), "reported: \(reported)")
    let allowed = (SeedingTests.companions[fault.code] ?? []).union([fault.code])
    let others = report.found(["error"]).filter { !allowed.contains($0.code) }
    #expect(others.isEmpty)
  }
}
