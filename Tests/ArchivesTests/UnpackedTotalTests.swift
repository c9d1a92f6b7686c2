import Findings
import TestSupport
import Testing

@testable import Archives

@Suite("What an archive unpacks to in all")
struct UnpackedTotalTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func limits(_ bytes: UInt64) -> ReadLimits {
    var limits = ReadLimits.standard
    limits.unpackedBytes = bytes
    return limits
  }

  private static let twelve = RawZip([.init("a.csv", "1,2,3\n"), .init("b.csv", "4,5,6\n")])

  /// An archive with two others, all of which unpack to `2 * twelve.bytes.count + 24`.
  private static let nest = RawZip(
    ["one.zip", "two.zip"].map { name in RawZip.Entry(name).with { $0.data = twelve.bytes } })

  @Test("Entries may come to the limit, and not to a byte more; nothing is unpacked to find out")
  func entries() throws {
    let path = try folder.write("in.zip", Self.twelve.bytes)
    #expect(try Container.open(path, limits: limits(12)).contents().count == 2)
    let refusal = ArchiveError.unpacksToTooMuch(path: path, bytes: 12, limit: 11)
    #expect(throws: refusal) { try Container.open(path, limits: limits(11)) }
    #expect(refusal.findingCode == .growsTooMuch)
    #expect(refusal.exitCode == 65)
    for part in [path, "12 bytes", "11 allowed", "--max-unpacked-size"] { #expect(refusal.description.contains(part)) }
  }

  @Test("Without a word it is 64 GiB")
  func standard() { #expect(ReadLimits.standard.unpackedBytes == 64 << 30) }

  @Test("An entry that has more than the list declares does not get round it")
  func lies() throws {
    var zip = Self.twelve
    zip.entries[0].size = 1
    let container = try Container.open(try folder.write("in.zip", zip.bytes), limits: limits(7))
    #expect(throws: ArchiveError.sizesDisagree(entry: "a.csv", path: container.path)) { try container.contents() }
  }

  @Test("Archives within an archive count with it, each once however often it is opened")
  func inner() throws {
    let outer = UInt64(2 * Self.twelve.bytes.count)
    let path = try folder.write("in.zip", Self.nest.bytes)
    let wide = try Container.open(path, limits: limits(outer + 24))
    for entry in wide.entries + wide.entries { #expect(try wide.inner(entry).contents().count == 2) }
    let narrow = try Container.open(path, limits: limits(outer + 23))
    for _ in 1...3 { #expect(try narrow.inner(narrow.entries[0]).contents().count == 2) }
    #expect(
      throws: ArchiveError.unpacksToTooMuch(path: "\(path)!two.zip", bytes: outer + 24, limit: outer + 23)
    ) { try narrow.inner(narrow.entries[1]) }
  }

  @Test("All archives in a folder count together, files beside them do not")
  func folders() throws {
    for name in ["in/one.zip", "in/two.zip"] { try folder.write(name, Self.twelve.bytes) }
    try folder.write("in/large.csv", [UInt8](repeating: 65, count: 1_000))
    let container = try Container.open(folder.path("in"), limits: limits(23))
    let zips = container.entries.filter { $0.name.hasSuffix(".zip") }
    _ = try container.inner(zips[0])
    #expect(
      throws: ArchiveError.unpacksToTooMuch(path: folder.path("in/two.zip"), bytes: 24, limit: 23)
    ) { try container.inner(zips[1]) }
    #expect(try container.open(container.entries[0]).all().count == 1_000)
  }

  @Test("Sizes that no number holds are too large, not small")
  func overflow() throws {
    let total = UnpackedTotal(limit: .max - 1)
    try total.add([1 << 63, (1 << 63) - 2], at: .init(file: "a.zip"), path: "a.zip")
    for sizes: [UInt64] in [[1], [.max], [.max, 1], [.max, .max]] {
      #expect(throws: ArchiveError.unpacksToTooMuch(path: "b.zip", bytes: .max, limit: .max - 1)) {
        try total.add(sizes, at: .init(file: "b.zip"), path: "b.zip")
      }
    }
  }
}
