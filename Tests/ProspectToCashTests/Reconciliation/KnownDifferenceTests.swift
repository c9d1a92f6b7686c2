import ProspectToCash
import TestSupport
import Testing

@Suite("Known differences")
struct KnownDifferenceTests {
  @Test("Every difference among a hundred thousand accounts is found, and no other is reported")
  func everyOne() throws {
    let folder = try TestFolder()
    let world = CustomerWorld(count: 100_000)
    try world.write(to: folder)
    let reported = try Reconciled(folder, finops: ["finops"], sales: ["sales"])
    #expect(Set(reported.rows) == Set(world.expected))
    #expect(reported.rows.count == world.expected.count)
    #expect(reported.task("accounts", "customers")?.source["refused"] == world.refused)
    #expect(reported.result == .findings)
    let keys = reported.rows.map { [$0.template, $0.task, $0.key] }
    for (one, next) in zip(keys, keys.dropFirst()) {
      #expect(!next.lexicographicallyPrecedes(one) { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
  }

  @Test("What does not fit in memory goes to files, and the same is reported", arguments: [1, 1_100_000])
  func parted(memory: Int) throws {
    let folder = try TestFolder()
    let world = CustomerWorld(count: memory == 1 ? 300 : 4000)
    try world.write(to: folder)
    let whole = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: "whole")
    _ = try Reconciled(folder, finops: ["finops"], sales: ["sales"], to: "parted") { $0.memory = memory }
    #expect(Set(whole.rows) == Set(world.expected))
    for file in ["differences.csv", "crosswalk.csv", "totals.csv", "report.json", "findings.csv"] {
      #expect(try folder.text("whole/\(file)") == folder.text("parted/\(file)"), "\(file)")
    }
  }

  @Test("Totals say by how much the sides differ")
  func totals() throws {
    let folder = try TestFolder()
    try CustomerWorld(count: 100).write(to: folder)
    let reported = try Reconciled(folder, finops: ["finops"], sales: ["sales"])
    let rows = try reported.records("totals.csv")
    // One is missing, one came besides, three are doubled or ambiguous; one has a cent more.
    #expect(rows.count == 2)
    #expect(rows[1].prefix(9) == ["accounts", "customers", "CreditLimit", "USD", "", "", "101", "100", "1"])
    #expect(rows[1].suffix(4) == ["101050.51", "100050.0000004", "1000.5099996", "USMF"])
  }
}
