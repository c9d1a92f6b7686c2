import Foundation
import ProspectToCash
import TestSupport
import Testing

/// What is decided depends on companies, files and records in their order, not on that in which they are read.
@Suite("Companies and files in any mixture")
struct MixedCompanyTests {
  private typealias Record = OrderWorld.Record

  private static let companies = ["DEMF", "FRRT", "USMF"]

  /// Orders of three companies, some of whose numbers are the same, some with a fault; each has up to three lines.
  private static func world(_ random: inout RandomSource) -> [(headers: [Record], lines: [Record])] {
    companies.map { company in
      var world = OrderWorld()
      for place in (1...25).shuffled(using: &random).prefix(12) {
        let number = "SO-\(place)"
        let count = Int.random(in: 1...3, using: &random)
        world.add(number, products: (0..<count).map { _ in random.once(in: 12) ? "AW-7777" : "AW-1001" })
        if random.once(in: 8) { world.headers[world.headers.count - 1]["CURRENCYCODE"] = "XXX" }
      }
      func ofCompany(_ record: Record) -> Record { record.merging(["DATAAREAID": company]) { $1 } }
      return (world.headers.map(ofCompany), world.lines.map(ofCompany))
    }
  }

  /// The records of all companies, each company's in their own order, one after the other or mixed.
  private static func mixed(_ lists: [[Record]], _ random: inout RandomSource, isMixed: Bool) -> [Record] {
    guard isMixed else { return Array(lists.shuffled(using: &random).joined()) }
    var rests = lists.map { $0[...] }
    var all: [Record] = []
    while let list = rests.indices.filter({ !rests[$0].isEmpty }).randomElement(using: &random) {
      all.append(rests[list].removeFirst())
    }
    return all
  }

  /// What must be the same: all but places.
  private struct Outcome: Equatable {
    var orders: [Record]
    var lines: [Record]
    var findings: [String]
    var filtered: [String]
    var counts: [ReportedCounts.Task?]
  }

  /// Converts records that stand in so many packages, one behind the other.
  private static func convert(
    _ headers: [Record], _ lines: [Record], packages: Int, jobs: Int, _ random: inout RandomSource
  ) throws -> Outcome {
    let folder = try TestFolder()
    func parts(_ records: [Record]) -> [[Record]] {
      let cuts = (1..<packages).map { _ in Int.random(in: 0...records.count, using: &random) }.sorted()
      return zip([0] + cuts, cuts + [records.count]).map { Array(records[$0..<$1]) }
    }
    let company = ["DATAAREAID": ""]
    for (number, part) in parts(headers).enumerated() {
      try folder.write(
        "in-\(number)/SalesOrderHeaderCDSEntity.csv",
        OrderWorld.csv(part, OrderWorld.header("").merging(company) { $1 }))
    }
    for (number, part) in parts(lines).enumerated() {
      try folder.write(
        "in-\(number)/SalesOrderLineCDSEntity.csv",
        OrderWorld.csv(part, OrderWorld.line("", 1).merging(company) { $1 }))
    }
    let inputs = (0..<packages).map { folder.path("in-\($0)") }
    _ = try ConversionJob(packages: inputs, output: folder.path("out"), project: nil) { options in
      options.references = [PackagePath(Samples.path("contoso-sales"))]
      options.templates = ["orders-to-sales"]
      (options.jobs, options.stretch) = (jobs, jobs == 1 ? nil : 2)
    }.run(progress: .silent)
    func rows(_ file: String, _ columns: [Int]) throws -> [String] {
      CSVRows(try folder.text("out/\(file)")).records.dropFirst().map { cells in
        columns.map { cells[$0] }.joined(separator: "|")
      }.sorted()
    }
    let written = try WrittenRecords(folder, "out/packages")
    let counts = try ReportedCounts(folder.url.appending(path: "out"))
    let heading = CSVRows(try folder.text("out/findings.csv")).records.first ?? []
    let filteredHeading = CSVRows(try folder.text("out/filtered.csv")).records.first ?? []
    func places(_ names: [String], in heading: [String]) -> [Int] { names.compactMap(heading.firstIndex(of:)) }
    return Outcome(
      orders: written["salesorder"].sorted { "\($0.sorted { $0.key < $1.key })" < "\($1.sorted { $0.key < $1.key })" },
      lines: written["salesorderdetail"].sorted {
        "\($0.sorted { $0.key < $1.key })" < "\($1.sorted { $0.key < $1.key })"
      },
      findings: try rows("findings.csv", places(["code", "key", "field", "value", "company"], in: heading)),
      filtered: try rows("filtered.csv", places(["key", "reason", "clause", "company"], in: filteredHeading)),
      counts: ["headers", "lines"].map { counts.task("orders-to-sales", $0) })
  }

  @Test("Records of several companies, mixed and in several packages, come to the same", arguments: 1...6)
  func mixtures(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let world = Self.world(&random)
    let usual = try Self.convert(
      world.flatMap(\.headers), world.flatMap(\.lines), packages: 1, jobs: 1, &random)
    #expect(usual.orders.count > 10 && usual.findings.contains { $0.hasPrefix("P2C2107") })
    for turn in 0..<6 {
      let isMixed = turn % 3 != 0
      let headers = Self.mixed(world.map(\.headers), &random, isMixed: isMixed)
      let lines = Self.mixed(world.map(\.lines), &random, isMixed: isMixed)
      let outcome = try Self.convert(headers, lines, packages: 1 + turn / 2, jobs: 1 + turn % 3, &random)
      #expect(outcome.counts == usual.counts)
      #expect(Set(outcome.orders) == Set(usual.orders) && Set(outcome.lines) == Set(usual.lines))
      #expect(outcome.findings == usual.findings)
      #expect(outcome.filtered == usual.filtered)
    }
  }
}
