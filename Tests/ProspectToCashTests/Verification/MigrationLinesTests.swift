import Archives
import Foundation
import Records
import TestSupport
import Testing

@testable import Conversion

@Suite("Reading Configuration Migration packages back")
struct MigrationLinesTests {
  static let ids = (1...3).map { "00000000-0000-4000-8000-00000000000\($0)" }

  static let document =
    "\r\n<entities xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" timestamp=\"2024-06-01T12:00:00.0000000Z\">\r\n"
    + "  <entity name=\"product\" displayname=\"Product\">\r\n    <records>\r\n"
    + ids.map { id in
      "      <record id=\"\(id)\">\r\n        <field name=\"productid\" value=\"\(id)\" />\r\n"
        + "        <field name=\"price\" value=\"9.99\" />\r\n        <field name=\"name\" value=\"a &amp;gt; b\" />\r\n"
        + "      </record>\r\n"
    }.joined() + "    </records>\r\n    <m2mrelationships />\r\n  </entity>\r\n</entities>"

  /// What is found in the text as `data.xml`; nil if it is none that the writer writes.
  private func found(_ text: String) throws -> EntityTally? {
    let folder = try TestFolder()
    try folder.write("data.xml", text)
    let container = try Container.open(folder.url.path)
    let product = EntityTally("product", key: .id, amountColumns: ["price"])
    var lines = MigrationLines { $0 == product.entity ? product : nil }
    return try lines.read(container.entries[0], of: container) ? lines.found[0] : nil
  }

  @Test("Records, ids and amounts are found as they were written")
  func whole() throws {
    var meant = EntityTally("product", key: .id, amountColumns: ["price"])
    for id in MigrationLinesTests.ids { meant.add(try #require(GUID(id))) }
    meant.add(try #require(ExactDecimal("29.97")), to: 0)
    #expect(try found(MigrationLinesTests.document) == meant)
  }

  @Test("No amount is lost where one piece of the file ends and the next begins")
  func pieces() throws {
    let records = 40_000
    var text = "\r\n<entities timestamp=\"2024-06-01T12:00:00.0000000Z\">\r\n"
    text += "  <entity name=\"product\" displayname=\"Product\">\r\n    <records>\r\n"
    for number in 0..<records {
      // Lines of many lengths, so that pieces end everywhere within them.
      text += "      <record id=\"\(MigrationLinesTests.ids[0])\">\r\n"
      text += "        <field name=\"name\" value=\"\(String(repeating: "x", count: number % 61))\" />\r\n"
      text += "        <field name=\"price\" value=\"1\" />\r\n      </record>\r\n"
    }
    text += "    </records>\r\n    <m2mrelationships />\r\n  </entity>\r\n</entities>"
    let tally = try #require(try found(text))
    #expect(tally.records == records)
    #expect(tally.amounts.map(\.description) == ["\(records)"])
  }

  @Test("Other ids and other amounts give other tallies")
  func others() throws {
    let whole = try found(MigrationLinesTests.document)
    let other = MigrationLinesTests.document.replacing(MigrationLinesTests.ids[1], with: MigrationLinesTests.ids[0])
    #expect(try found(other)?.keys != whole?.keys)
    let dearer = try found(MigrationLinesTests.document.replacing("9.99", with: "9.991", maxReplacements: 1))
    #expect(dearer?.keys == whole?.keys && dearer?.amounts != whole?.amounts)
  }

  @Test(
    "Whatever the writer does not write is damage",
    arguments: [
      ("</entities>", ""), ("      </record>\r\n", ""), ("\" />\r\n        <field name=\"price\"", "<\" />\r\n"),
      ("<record id=\"0", "<record id=\"x"), ("    </records>", "    </record>"),
      ("name=\"product\"", "name=\"contact\""),
      ("        <field name=\"price\"", "        <value name=\"price\""), ("</entities>", "</entities>\r\n<entities "),
      ("    </records>\r\n", "    </records>\r\n        <field name=\"price\" value=\"1\" />\r\n"),
    ])
  func damage(_ part: String, _ other: String) throws {
    #expect(try found(MigrationLinesTests.document.replacing(part, with: other, maxReplacements: 1)) == nil)
  }
}
