import Archives
import Foundation
import TestSupport
import Testing

@testable import Conversion
@testable import ProspectToCash
@testable import Repair

/// What is found of repaired packages that are read back: of such as are damaged on their way to the disk, and of such as a
/// repair has made wrong.
@Suite("Repaired packages read back")
struct RepairCheckTests {
  static let file = RepairTests.file
  let packages: TestFolder
  let original: Container

  init() throws {
    packages = try TestFolder()
    var sample = FinopsSample().with("ADDRESSRECORDID", "68720637428")
    sample.encode = { Array($0.utf8) }
    original = try Container.open(packages.zip("in.zip", sample.all))
  }

  /// The entries of the package as it is repaired, with the text of its records changed.
  private func entries(_ change: (String) -> String = { $0 }) throws -> [(String, [UInt8])] {
    let repaired = try Repaired(original.path, in: packages)
    return try repaired.order.map { name in
      let bytes = try #require(repaired.entries[name])
      guard name == RepairCheckTests.file else { return (name, bytes) }
      return (name, wide(change(String(decoding: utf16(bytes), as: UTF16.self))))
    }
  }

  private func utf16(_ bytes: [UInt8]) -> [UInt16] {
    stride(from: 2, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
  }

  /// What is said of a package with these entries, of which others were meant if they are given.
  private func difference(
    _ found: [(String, [UInt8])], meant: [(String, [UInt8])]? = nil, leftOut: [String] = ["ADDRESSRECORDID"]
  ) throws -> ReadBackDifference? {
    let path = try packages.zip("found-\(UUID().uuidString).zip", found)
    return try difference(at: path, meant: meant ?? found, leftOut: leftOut)
  }

  private func difference(
    at path: String, meant: [(String, [UInt8])], leftOut: [String] = ["ADDRESSRECORDID"]
  ) throws -> ReadBackDifference? {
    let given = ChecksummedEntries()
    for (name, bytes) in meant {
      given.begin(name)
      given.add(bytes)
    }
    let passed = original.entries.map { entry in
      let isEdited = entry.name == RepairCheckTests.file
      return PassedEntry(entry: entry, name: entry.name, isEdited: isEdited, leftOut: isEdited ? leftOut : [])
    }
    do {
      try RepairCheck(original, given: given, passed: passed).run(path, for: "fixed.zip")
      return nil
    } catch ConversionError.notAsWritten("fixed.zip", let difference) {
      return difference
    }
  }

  @Test("What a repair makes is what is meant")
  func same() throws {
    #expect(try difference(entries()) == nil)
  }

  @Test("An entry that reads otherwise than it was given, is missing, or has another name is found")
  func entriesDiffer() throws {
    let meant = try entries()
    var other = meant
    other[1].1[10] ^= 1
    #expect(try difference(other, meant: meant) == .unreadable)
    #expect(try difference(Array(meant.dropLast()), meant: meant) == .unreadable)
    other = meant
    other[1].0 = "packageheader.xml"
    #expect(try difference(other, meant: meant) == .unreadable)
  }

  @Test("A package that is damaged on the disk is found", arguments: [0.3, 0.6, 0.95])
  func damaged(part: Double) throws {
    let meant = try entries()
    let path = try packages.zip("whole.zip", meant)
    var bytes = try Array(Data(contentsOf: URL(filePath: path)))
    bytes[Int(Double(bytes.count) * part)] ^= 0x10
    #expect(try difference(at: packages.write("damaged.zip", bytes), meant: meant) == .unreadable)
    #expect(try difference(at: packages.write("cut.zip", Array(bytes.prefix(200))), meant: meant) == .unreadable)
  }

  @Test(
    "A repair that loses a record, changes a value, moves one, or leaves a column out that it does not report is found")
  func recordsDiffer() throws {
    let lines = { (text: String) in text.components(separatedBy: "\r\n") }
    let lost = try entries { lines($0).filter { !$0.contains("US0002") }.joined(separator: "\r\n") }
    #expect(try difference(lost) == .records(found: 1, meant: 2))
    let changed = try entries { $0.replacingOccurrences(of: "Second", with: "Sesond") }
    #expect(try difference(changed) == .values(file: RepairCheckTests.file))
    let moved = try entries {
      $0.replacingOccurrences(of: "First", with: "\u{1}").replacingOccurrences(of: "Second", with: "First")
        .replacingOccurrences(of: "\u{1}", with: "Second")
    }
    #expect(try difference(moved) == .values(file: RepairCheckTests.file))
    #expect(try difference(entries(), leftOut: []) == .values(file: RepairCheckTests.file))
  }

  @Test("Without reading back nothing is compared, and the same is written")
  func withoutReadingBack() throws {
    var options = RepairJob.Options()
    options.readsBack = false
    let path = packages.path("unread.zip")
    _ = try RepairJob(package: original.path, output: path, options: options).run()
    let read = try Repaired(original.path, in: packages)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(contentsOf: URL(filePath: read.path)))
  }
}
