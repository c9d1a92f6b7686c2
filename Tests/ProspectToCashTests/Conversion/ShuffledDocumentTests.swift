import Foundation
import ProspectToCash
import TestSupport
import Testing

@Suite("Documents in any order")
struct ShuffledDocumentTests {
  /// Orders of one to nine lines, some of them with a fault of the header or of a line, filtered, without lines, or with a
  /// freight tax; and lines of no order.
  private static func world(_ random: inout RandomSource) -> OrderWorld {
    var world = OrderWorld()
    for number in 1...30 {
      let count = Int.random(in: 1...9, using: &random)
      var products = (0..<count).map { _ in ["AW-1001", "AW-1002"].randomElement(using: &random) ?? "" }
      let fate = Int.random(in: 0..<10, using: &random)
      if fate == 0 { products[Int.random(in: 0..<count, using: &random)] = "AW-7777" }
      if fate == 1 { products = [] }
      world.add("SO-\(number)", freightTax: fate == 2 ? "7.250000" : ".000000", products: products)
      if fate == 3 { world.headers[number - 1]["ORDERINGCUSTOMERACCOUNTNUMBER"] = "Nobody" }
      if fate == 4 { world.headers[number - 1]["SALESORDERPROCESSINGSTATUS"] = "Active" }
      if fate == 5 { world.lines[world.lines.count - 1]["ORDEREDSALESQUANTITY"] = "many" }
    }
    world.lines.append(OrderWorld.line("SO-99", 1))
    return world
  }

  /// What must not depend on the order of records: all but the order, places, and where a file ends.
  private struct Essence: Equatable {
    var headers: ReportedCounts.Task
    var lines: ReportedCounts.Task
    var orders: Set<[String: String]>
    var details: Set<[String: String]>
    var findings: [String]
    var rejected: [String]

    init(_ outcome: OrderWorld.Outcome) {
      (headers, lines) = (outcome.headers, outcome.lines)
      (orders, details) = (Set(outcome.orders), Set(outcome.details))
      findings = outcome.findings.split(whereSeparator: \.isNewline).map(Essence.withoutPlace).sorted()
      rejected =
        (outcome.rejectedHeaders + outcome.rejectedLines).split(whereSeparator: \.isNewline).map(String.init).sorted()
    }

    /// Expects another one to be the same, part by part.
    func expectSame(_ other: Essence, sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(headers == other.headers && lines == other.lines, sourceLocation: sourceLocation)
      #expect(orders.symmetricDifference(other.orders).isEmpty, sourceLocation: sourceLocation)
      #expect(details.symmetricDifference(other.details).isEmpty, sourceLocation: sourceLocation)
      #expect(Set(findings).symmetricDifference(other.findings).isEmpty, sourceLocation: sourceLocation)
      #expect(Set(rejected).symmetricDifference(other.rejected).isEmpty, sourceLocation: sourceLocation)
      #expect(
        (findings.count, rejected.count) == (other.findings.count, other.rejected.count),
        sourceLocation: sourceLocation)
    }

    /// A row of findings without its package, whose folder is another one each time, and without its only cells of nothing but
    /// digits, the record and the line.
    private static func withoutPlace(_ row: Substring) -> String {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).enumerated()
      return cells.filter { $0.offset != 2 && Int($0.element) == nil }.map(\.element).joined(separator: ",")
    }
  }

  @Test("The same documents in every order give the same records, ids, findings and counts", arguments: 1...3)
  func shuffled(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    var world = ShuffledDocumentTests.world(&random)
    let usual = Essence(try world.convert())
    #expect(usual.headers.written > 10 && usual.headers.rejected > 1 && usual.lines.rejected > 2)
    for turn in 0..<4 {
      world.headers.shuffle(using: &random)
      // First whole documents, then lines of all among each other.
      if turn == 0 {
        let order = world.headers.map { $0["SALESORDERNUMBER"] ?? "" }
        let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
        world.lines = world.lines.enumerated().sorted { left, right in
          let (first, second) = (left.element["SALESORDERNUMBER"] ?? "", right.element["SALESORDERNUMBER"] ?? "")
          return (places[first] ?? .max, left.offset) < (places[second] ?? .max, right.offset)
        }.map(\.element)
      } else {
        world.lines.shuffle(using: &random)
      }
      world.putsLinesFirst = turn % 2 == 1
      Essence(try world.convert()).expectSame(usual)
    }
  }

  @Test("Packages of a few documents have the same records in every order", arguments: 4...5)
  func split(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    var world = ShuffledDocumentTests.world(&random)
    let usual = Essence(try world.convert())
    for most in [20, 60] {
      world.headers.shuffle(using: &random)
      world.lines.shuffle(using: &random)
      let essence = Essence(try world.convert { $0.maxRecords = most })
      essence.expectSame(usual)
    }
  }

  @Test("Only documents that have changed are written, whatever their order", arguments: 6...7)
  func delta(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    var world = ShuffledDocumentTests.world(&random)
    let folder = try TestFolder()
    let files = [
      try folder.write("in/SalesOrderHeaderCDSEntity.csv", OrderWorld.csv(world.headers, OrderWorld.header(""))),
      try folder.write("in/SalesOrderLineCDSEntity.csv", OrderWorld.csv(world.lines, OrderWorld.line("", 1))),
    ]
    _ = try ConversionJob(packages: files, output: folder.path("held"), project: nil) { options in
      options.references = [PackagePath(Samples.path("contoso-sales"))]
      options.templates = ["orders-to-sales"]
      options.epoch = 1_717_407_000
    }.run(progress: .silent)
    let held = [folder.path("held/packages/040-orders-to-sales.zip")]
    for place in stride(from: 0, to: world.lines.count, by: 17) { world.lines[place]["SALESPRICE"] = "11.000000" }
    let usual = Essence(try world.convert(references: held) { $0.isDelta = true })
    #expect(usual.headers.written > 2 && usual.headers.filtered > 5)
    for _ in 0..<3 {
      world.headers.shuffle(using: &random)
      world.lines.shuffle(using: &random)
      Essence(try world.convert(references: held) { $0.isDelta = true }).expectSame(usual)
    }
  }
  @Test("A reconciliation finds the same differences whatever the order of documents", arguments: 8...10)
  func reconciled(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    var world = ShuffledDocumentTests.world(&random)
    let folder = try TestFolder()
    try FileManager.default.copyItem(atPath: Samples.path("contoso-sales"), toPath: folder.path("known"))
    func write() throws {
      try folder.write("in/SalesOrderHeaderCDSEntity.csv", OrderWorld.csv(world.headers, OrderWorld.header("")))
      try folder.write("in/SalesOrderLineCDSEntity.csv", OrderWorld.csv(world.lines, OrderWorld.line("", 1)))
    }
    try write()
    _ = try ConversionJob(packages: [folder.path("in")], output: folder.path("held"), project: nil) { options in
      options.references = [PackagePath(folder.path("known"))]
      options.templates = ["orders-to-sales"]
    }.run(progress: .silent)
    // Values of lines and headers change, and documents come and go.
    for place in stride(from: 0, to: world.lines.count, by: 11) { world.lines[place]["SALESPRICE"] = "11.000000" }
    for place in stride(from: 3, to: world.headers.count, by: 9) { world.headers[place]["SALESORDERNAME"] = "Other" }
    world.headers.remove(at: 5)
    world.add("SO-40", freightTax: "3.000000")
    func compare(jobs: Int) throws -> Reconciled {
      try write()
      let sales = ["held/packages/040-orders-to-sales.zip", "known"]
      return try Reconciled(folder, finops: ["in"], sales: sales) { options in
        options.templates = ["orders-to-sales"]
        (options.jobs, options.replacesOutput) = (jobs, true)
      }
    }
    let usual = try compare(jobs: 1)
    #expect(usual.rows.count > 10 && Set(usual.rows.map(\.outcome)).count > 2)
    for turn in 0..<4 {
      world.headers.shuffle(using: &random)
      world.lines.shuffle(using: &random)
      let other = try compare(jobs: 1 + turn)
      #expect(Set(other.rows).symmetricDifference(usual.rows).isEmpty && other.rows.count == usual.rows.count)
      #expect(other.report.byOutcome == usual.report.byOutcome && other.report.partners == usual.report.partners)
    }
  }
}
