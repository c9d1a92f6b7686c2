import Findings
import Foundation
import Mapping
import Packages
import ProspectToCash
import Records
import TestSupport
import Testing

@Suite("Packages that only bring references")
struct ReferenceUpdateTests {
  /// The records of packages as one table: values by column, by key.
  private func records(_ packages: [Package]) throws -> [String: [String: String]] {
    var records: [String: [String: String]] = [:]
    for package in packages {
      let entities = Set(package.entities.indices).subtracting(package.updates)
      if entities.isEmpty { continue }
      var scan = try PackageScan(package, entities: entities)
      while let (entity, batch) = try scan.next() {
        let columns = scan.columns(of: entity).map(\.name)
        #expect(columns.count == batch.width)
        for record in 0..<batch.count {
          var values: [String: String] = [:]
          for (place, column) in columns.enumerated() { values[column.lowercased()] = batch.text(record, place) }
          records[values["customeraccount"] ?? ""] = values
        }
      }
    }
    return records
  }

  private func open(_ paths: [String]) throws -> [Package] {
    let opener = PackageOpener(schemas: try .builtIn(), inferred: InferredLayout())
    return try paths.flatMap { try opener.open($0) }.layingOverReferences()
  }

  @Test("A table that was divided reads as one", arguments: 1...8)
  func divided(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let folder = try TestFolder()
    let count = Int.random(in: 1...40, using: &random)
    var whole = "CUSTOMERACCOUNT,ORGANIZATIONNAME,INVOICEACCOUNT\r\n"
    var parts = ["CUSTOMERACCOUNT,ORGANIZATIONNAME\r\n", "CUSTOMERACCOUNT,ORGANIZATIONNAME\r\n"]
    var update = "CUSTOMERACCOUNT,INVOICEACCOUNT\r\n"
    for number in 0..<count {
      let invoice = Bool.random(using: &random) ? "C-\(Int.random(in: 0..<count, using: &random))" : ""
      whole += "C-\(number),Name \(number),\(invoice)\r\n"
      parts[number % 2] += "C-\(number),Name \(number)\r\n"
      // Keys are compared trimmed and without case.
      if !invoice.isEmpty { update += " c-\(number) ,\(invoice)\r\n" }
    }
    try folder.write("whole/CustCustomerV2Entity.csv", whole)
    for (number, part) in parts.enumerated() { try folder.write("part\(number)/CustCustomerV2Entity.csv", part) }
    try folder.write("update/CustCustomerV2Entity.csv", update)
    let divided = try open(["part0", "part1", "update"].map(folder.path))
    #expect(try records(divided) == records(open([folder.path("whole")])))
    #expect(divided.flatMap(\.notes).isEmpty)
  }

  @Test("What no earlier package has, and what comes twice, is reported at its place")
  func faults() throws {
    let folder = try TestFolder()
    try folder.write("one/CustCustomerV2Entity.csv", "CUSTOMERACCOUNT,ORGANIZATIONNAME\r\nC-1,A\r\nC-2,B\r\n")
    try folder.write(
      "two/CustCustomerV2Entity.csv", "CUSTOMERACCOUNT,INVOICEACCOUNT\r\nC-1,C-2\r\nC-9,C-1\r\nC-1,C-1\r\n")
    let packages = try open(["one", "two"].map(folder.path))
    let notes = packages.flatMap(\.notes)
    #expect(notes.map(\.code.rawValue) == ["P2C2104", "P2C2301"])
    #expect(notes.map { $0.place.record?.value } == [3, 2])
    #expect(notes.map(\.place.key) == ["C-1", "C-9"])
    // The other way round the second one is no update, as there is nothing yet.
    #expect(try open(["two", "one"].map(folder.path)).allSatisfy { $0.updates.isEmpty })
  }

  @Test("A validation reports an update that is damaged, and goes on")
  func damaged() throws {
    let folder = try TestFolder()
    try folder.write("one/CustCustomerV2Entity.csv", "CUSTOMERACCOUNT,ORGANIZATIONNAME\r\nC-1,A\r\n")
    try folder.write("two/CustCustomerV2Entity.csv", "CUSTOMERACCOUNT,INVOICEACCOUNT\r\nC-1,C-1,more\r\n\"C-2,C-1\r\n")
    let job = try ValidationJob(
      packages: ["one", "two"].map(folder.path), output: folder.path("out"), project: nil, purpose: .import,
      company: nil
    ) { _ in }
    #expect(try job.run(progress: .silent).result != .ok)
    #expect(try folder.text("out/findings.csv").contains("P2C14"))
  }
}
