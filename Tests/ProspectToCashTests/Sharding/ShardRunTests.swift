import Findings
import Foundation
import ProspectToCash
import TestSupport
import Testing

@testable import Sharding

@Suite("One conversion in parts")
struct ShardRunTests {
  private static let lists = ["findings.csv", "crosswalk.csv", "filtered.csv", "unmapped.csv"]

  /// Orders of which some are at fault, are doubled or have a line that leads nowhere, and what Sales knows.
  private static func orders(_ world: ShardWorld) throws {
    try world.trade.writeFinops(orders: (0..<40).map { 1 + $0 % 4 }, freightOfFirst: "7.50", products: 9)
    let headers = try world.folder.text("finops/SalesOrderHeaderCDSEntity.csv").split(separator: "\n").map(String.init)
    try world.folder.write(
      "finops/SalesOrderHeaderCDSEntity.csv", (headers + [headers[3], headers[8]]).joined(separator: "\n") + "\n")
    let lines = try world.folder.text("finops/SalesOrderLineCDSEntity.csv").split(separator: "\n").map(String.init)
    let lost = lines[5].replacing("SO-", with: "NO-")
    let bad = lines[20].replacing("P-0", with: "P-77")
    try world.folder.write(
      "finops/SalesOrderLineCDSEntity.csv", (lines[..<20] + [bad, lost] + lines[21...]).joined(separator: "\n") + "\n")
  }

  @Test(
    "Lists are the same bytes for every number of parts, and one part gives the same packages", arguments: [1, 3, 8])
  func lists(parts: Int) throws {
    let world = try ShardWorld()
    try Self.orders(world)
    let whole = try world.convert(["finops"], references: ["known"], to: "whole")
    try world.plan(["finops"], references: ["known"], parts: parts, to: "plan")
    try world.drive("plan")
    let merged = try world.merge("plan", to: "merged")
    #expect(merged.result == whole.result && whole.result == .findings)
    let (wanted, got) = (try world.files("whole"), try world.files("merged"))
    let rejects = wanted.keys.filter { $0.hasPrefix("rejects/") }
    #expect(!rejects.isEmpty && got.keys.filter { $0.hasPrefix("rejects/") }.sorted() == rejects.sorted())
    for name in Self.lists + rejects { #expect(got[name] == wanted[name], "\(name)") }
    let packages = wanted.keys.filter { $0.hasPrefix("packages/") }.sorted()
    if parts == 1 {
      for name in packages { #expect(got[name] == wanted[name], "\(name)") }
      #expect(got.keys.filter { $0.hasPrefix("packages/") }.sorted() == packages)
    } else {
      #expect(got.keys.count { $0.hasPrefix("packages/") } > packages.count)
    }
    let summed = { (templates: [TemplateReport]) in templates.flatMap(\.tasks).map(\.counts) }
    #expect(summed(merged.templates) == summed(whole.templates))
    #expect(
      merged.templates.flatMap(\.tasks).flatMap(\.totals) == whole.templates.flatMap(\.tasks).flatMap(\.totals))
  }

  @Test("Records of one id that get one number meet, though none of them has a number when it is read")
  func assignedNumbers() throws {
    let world = try ShardWorld()
    let ids = (0..<12).map { "0f8fad5b-d9cb-469f-a165-0000000000\($0 % 4 + 10)" }
    let rows = ids.enumerated().map { number, id in "\(id),\(number % 5 == 4 ? "A-\(number)" : ""),Name \(number)" }
    let lines = ["accountid,accountnumber,name"] + rows
    try world.folder.write("sales/account.csv", lines.joined(separator: "\n") + "\n")
    let whole = try world.convert(["sales"], to: "whole") { $0.assignsNumbers = true }
    #expect(whole.findings.count(of: .keyTwice) > 0)
    try world.plan(["sales"], parts: 7, to: "plan") { $0.assignsNumbers = true }
    try world.drive("plan")
    _ = try world.merge("plan", to: "merged")
    for name in Self.lists {
      #expect(try world.folder.bytes("merged/\(name)") == world.folder.bytes("whole/\(name)"), "\(name)")
    }
  }

  @Test("Quotes whose headers and lines are anywhere meet their documents", arguments: [2, 5])
  func quotes(parts: Int) throws {
    let world = try ShardWorld()
    try world.trade.writeSales(quotes: (0..<25).map { $0 % 4 }, isReversed: true)
    _ = try world.convert(["sales"], to: "whole")
    try world.plan(["sales"], parts: parts, to: "plan")
    try world.drive("plan") { $0.reversed() }
    _ = try world.merge("plan", to: "merged")
    for name in Self.lists {
      #expect(try world.folder.bytes("merged/\(name)") == world.folder.bytes("whole/\(name)"), "\(name)")
    }
  }

  @Test("The bytes of all files depend on the plan alone, not on the order of tasks or on attempts before")
  func bytes() throws {
    let world = try ShardWorld()
    try Self.orders(world)
    for name in ["one", "two"] { try world.plan(["finops"], references: ["known"], parts: 3, to: name) }
    #expect(try world.folder.bytes("one/plan.json") == world.folder.bytes("two/plan.json"))
    try world.drive("one")
    try world.drive("two") { $0.reversed() }
    for task in try world.status("two").done {
      try ShardJobs.run(task, at: world.place("two"), base: nil, jobs: 2, again: true)
    }
    #expect(try world.files("one") == world.files("two"))
    _ = try world.merge("one", to: "first")
    _ = try world.merge("two", to: "second")
    #expect(try world.files("first") == world.files("second"))
  }

  @Test("A task whose turn has not come, and a merge before all is done, say what is missing and write nothing")
  func turn() throws {
    let world = try ShardWorld()
    try world.trade.writeFinops(orders: [1, 2])
    try world.plan(["finops"], references: ["known"], parts: 2, to: "plan")
    let early = world.failure {
      try ShardJobs.run("products-0", at: world.place("plan"), base: nil, jobs: 1, again: false)
    }
    #expect(early?.exitCode == 75 && early?.message.hasPrefix("P2C6005: ") ?? false)
    #expect(!world.folder.holds("plan/work"))
    let merge = world.failure { _ = try world.merge("plan", to: "merged") }
    #expect(merge?.exitCode == 75 && merge?.message.contains("split-0 and ") ?? false)
    #expect(!world.folder.holds("merged"))
    let unknown = world.failure {
      try ShardJobs.run("nobody-0", at: world.place("plan"), base: nil, jobs: 1, again: false)
    }
    #expect(unknown?.exitCode == 64)
  }

  @Test(
    "Whichever file of a task is damaged, whoever reads it says which task is to be run again",
    arguments: [("index-0", false), ("split-0", false), ("products-1", false), ("split-0", true), ("place-0", true)])
  func damaged(task: String, isOfSales: Bool) throws {
    let world = try ShardWorld()
    if isOfSales {
      try world.trade.writeSales(quotes: [0, 1, 2, 3], isReversed: true)
      try world.plan(["sales"], parts: 2, to: "plan")
    } else {
      try world.trade.writeFinops(orders: [1, 2, 3], products: 12)
      try world.plan(["finops"], references: ["known"], parts: 2, to: "plan")
    }
    try world.drive("plan")
    let files = try world.files("plan/work/\(task)").keys.filter { $0 != "receipt.json" }.sorted()
    #expect(!files.isEmpty)
    for file in files {
      let path = "plan/work/\(task)/\(file)"
      let bytes = try world.folder.bytes(path)
      if bytes.isEmpty { continue }
      var changed = bytes
      changed[changed.count / 2] ^= 1
      try world.folder.write(path, changed)
      #expect(try world.status("plan").damaged == [task])
      var codes: Set<Int32> = []
      for other in try world.status("plan").done where other != task {
        // A task that reads the file must not give anything but the damage.
        let failure = world.failure {
          try ShardJobs.run(other, at: world.place("plan"), base: nil, jobs: 1, again: true)
        }
        if let failure {
          codes.insert(failure.exitCode)
          #expect(failure.message.hasPrefix("P2C6004: work/\(task)/"), "\(failure.message)")
        }
      }
      let merge = world.failure { _ = try world.merge("plan", to: "merged") }
      if let merge { codes.insert(merge.exitCode) }
      #expect(codes == [65], "\(file)")
      #expect(merge == nil || !world.folder.holds("merged"))
      try? FileManager.default.removeItem(atPath: world.folder.path("merged"))
      try world.folder.write(path, bytes)
    }
    #expect(try world.status("plan").complete)
  }

  @Test("An input that is another than planned is refused")
  func changedInput() throws {
    let world = try ShardWorld()
    try world.trade.writeFinops(orders: [1, 2])
    try world.plan(["finops"], references: ["known"], parts: 2, to: "plan")
    let text = try world.folder.text("finops/SalesOrderHeaderCDSEntity.csv")
    try world.folder.write("finops/SalesOrderHeaderCDSEntity.csv", text.replacing("Order 1", with: "Ordre 1"))
    let failure = world.failure {
      try ShardJobs.run("split-0", at: world.place("plan"), base: nil, jobs: 1, again: false)
    }
    #expect(failure?.exitCode == 65 && failure?.message.hasPrefix("P2C6002: ") ?? false)
  }

  @Test("A project in more files than one is refused, since a plan takes only the project")
  func projects() throws {
    let world = try ShardWorld()
    try world.trade.writeFinops(orders: [1])
    let project = try world.folder.write("own/p.yaml", "templates: {}\n")
    try world.folder.write("own/templates/readme.txt", "")
    let failure = world.failure {
      _ = try ShardJobs.plan(
        [world.folder.path("finops")], project: project, parts: 2, rejectLimit: nil, base: "/",
        output: world.folder.path("plan"), replacing: false
      ) { _ in }
    }
    #expect(failure?.exitCode == 78 && failure?.message.contains("use `p2c convert`") ?? false)
    #expect(!world.folder.holds("plan"))
  }
}
