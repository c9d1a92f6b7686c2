import Foundation
import TestSupport
import Testing

@testable import Archives

@Suite("Writing archives")
struct WritingTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Lines that pack to about a fifth, the same at every run.
  static let text: [UInt8] = {
    var state: UInt64 = 42
    var bytes: [UInt8] = []
    while bytes.count < 5_300_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes += Array("ACC-\(state >> 40),Account number \(state >> 50),Reykjavik\r\n".utf8)
    }
    return bytes
  }()

  /// Writes one archive in chunks of the given size and gives its bytes.
  func archive(jobs: Int, chunk: Int, level: Int = 1) throws -> [UInt8] {
    let name = "\(UUID().uuidString).zip"
    let file = try OutputFile(folder.path(name))
    let pool = DeflatePool(jobs: jobs)
    let zip = ZipWriter(file: file, level: level, time: 1_717_243_201, pool: pool)
    try Self.fill(zip, chunk: chunk, DeflatedSpool(file: try ScratchFile(), level: level, pool: pool))
    try file.close(sync: false)
    return try folder.bytes(name)
  }

  /// What `fill` puts into an archive, in its order.
  static let contents = [
    ("data.xml", text + text + Array("tail".utf8)), ("sub/empty.csv", []), ("Währung.csv", Array("EUR".utf8)),
  ]

  /// Writes an entry with a spool appended, an empty and a small one, and ends the archive.
  static func fill(_ zip: ZipWriter, chunk: Int, _ items: DeflatedSpool) throws {
    try zip.begin("data.xml")
    for start in stride(from: 0, to: text.count, by: chunk) {
      let part = text[start..<min(start + chunk, text.count)]
      try zip.write(part)
      try items.write(part)
    }
    try end(zip, items)
  }

  /// Appends the spool to the first entry, adds the small ones, and ends the archive.
  private static func end(_ zip: ZipWriter, _ items: DeflatedSpool) throws {
    try zip.append(items)
    try zip.write(Array("tail".utf8))
    try zip.end()
    try zip.begin("sub/empty.csv")
    try zip.end()
    try zip.begin("Währung.csv")
    try zip.write(Array("EUR".utf8))
    try zip.end()
    try zip.finish()
  }

  @Test("The bytes depend neither on the number of threads nor on how they were handed over")
  func sameBytes() throws {
    let one = try archive(jobs: 1, chunk: 1 << 20)
    for (jobs, chunk) in [(2, 1_000), (7, 300_007), (2, 6_000_000), (1, 1_048_577)] {
      #expect(try archive(jobs: jobs, chunk: chunk) == one, "\(jobs) jobs, chunks of \(chunk) bytes")
    }
  }

  /// Keeps lent bytes alive.
  private final class Owner: Sendable {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  @Test("Lent bytes come out as copied ones do, however they mix", arguments: [1, 3])
  func lentBytes(jobs: Int) throws {
    let copied = try archive(jobs: jobs, chunk: 700_001)
    var places: [Int] = [0]
    var step = 1
    // Shorter and longer than deflate's window, and across the ends of pieces.
    while let last = places.last, last < Self.text.count {
      step = (step * 7 + 3) % 300_007
      places.append(min(last + step, Self.text.count))
    }
    let name = "lent.zip"
    let file = try OutputFile(folder.path(name))
    let pool = DeflatePool(jobs: jobs)
    let zip = ZipWriter(file: file, level: 1, time: 1_717_243_201, pool: pool)
    let items = DeflatedSpool(file: try ScratchFile(), level: 1, pool: pool)
    try zip.begin("data.xml")
    for (number, (start, end)) in Swift.zip(places, places.dropFirst()).enumerated() {
      let part = Self.text[start..<end]
      let owner = Owner(Array(part))
      if number % 3 == 1 { try zip.write(part) } else { try zip.write(owner.bytes[...], lentBy: owner) }
      if number % 5 == 1 { try items.write(part) } else { try items.write(owner.bytes[...], lentBy: owner) }
    }
    try Self.end(zip, items)
    try file.close(sync: false)
    #expect(try folder.bytes(name) == copied)
  }

  @Test("Lent bytes are let go of once they are deflated")
  func lentBytesEnd() throws {
    let file = try OutputFile(folder.path("ended.zip"))
    let zip = ZipWriter(file: file, level: 1, time: 0, jobs: 2)
    weak var seen: Owner?
    try zip.begin("data.xml")
    do {
      let owner = Owner(Array(Self.text.prefix(3 << 20)))
      seen = owner
      try zip.write(owner.bytes[...], lentBy: owner)
    }
    try zip.end()
    #expect(seen == nil)
    try zip.finish()
    try file.close(sync: false)
  }

  @Test("A file that is written behind has the same bytes", arguments: [1, 4_000, 300_000, 3_000_000])
  func behind(chunk: Int) throws {
    let text = chunk == 1 ? Self.text.prefix(600_000) : Self.text[...]
    let file = try OutputFile(folder.path("behind.csv"))
    file.writeBehind()
    for start in stride(from: 0, to: text.count, by: chunk) {
      try file.write(text[start..<min(start + chunk, text.count)])
    }
    #expect(file.bytesWritten == UInt64(text.count))
    try file.overwrite(Array("over".utf8), at: 300_000)
    try file.insert(Array("in".utf8), at: 5)
    try file.write("tail")
    try file.close(sync: false)
    var expected = Array(text)
    expected.replaceSubrange(300_000..<300_004, with: Array("over".utf8))
    expected.insert(contentsOf: Array("in".utf8), at: 5)
    #expect(try folder.bytes("behind.csv") == expected + Array("tail".utf8))
  }

  @Test("What is written is read back", arguments: [0, 1, 6, 9])
  func readBack(level: Int) throws {
    let path = try folder.write("p.zip", try archive(jobs: 2, chunk: 100_000, level: level))
    let container = try Container.open(path)
    #expect(container.entries.map(\.name) == Self.contents.map(\.0))
    #expect(try container.contents() == Dictionary(uniqueKeysWithValues: Self.contents))
    #expect(Set(container.entries.map(\.stamp)) == [1_717_243_200])
    #expect((container.bytes < Self.text.count) == (level > 0))
  }

  @Test("Headers are as plain as those of the products' own packages")
  func plainHeaders() throws {
    let bytes = try archive(jobs: 1, chunk: 1 << 20)
    #expect(bytes.uint32(at: 0) == 0x0403_4B50)
    // version 2.0, no flags, deflate, 12:00:00 on 2024-06-01
    #expect([4, 6, 8, 10, 12].map { bytes.uint16(at: $0) } == [20, 0, 8, 12 << 11, 44 << 9 | 6 << 5 | 1])
    #expect(bytes.uint16(at: 28) == 0)
    #expect(bytes.suffix(2) == [0, 0])
  }

  @Test("An entry of only a spool, and of an empty one, is whole", arguments: [0, 10])
  func onlySpool(count: Int) throws {
    let file = try OutputFile(folder.path("p.zip"))
    let zip = ZipWriter(file: file, level: 6, time: 0, jobs: 2)
    let spool = DeflatedSpool(file: try ScratchFile(), level: 6, pool: DeflatePool(jobs: 1))
    try zip.begin("a.csv")
    try spool.write([UInt8](repeating: 65, count: count))
    #expect(spool.plainBytes == UInt64(count))
    try zip.append(spool)
    try zip.end()
    try zip.finish()
    try file.close(sync: true)
    #expect(file.bytesWritten == UInt64(try folder.bytes("p.zip").count))
    #expect(try Container.open(folder.path("p.zip")).contents()["a.csv"] == [UInt8](repeating: 65, count: count))
  }

  @Test("A pool may have many segments open at once")
  func manySegments() throws {
    let pool = DeflatePool(jobs: 1)
    let spools = try (0..<12).map { _ in DeflatedSpool(file: try ScratchFile(), level: 1, pool: pool) }
    for _ in 0..<5 { for spool in spools { try spool.write(Self.text[..<700_000]) } }
    let file = try OutputFile(folder.path("p.zip"))
    let zip = ZipWriter(file: file, level: 1, time: 0, pool: pool)
    try zip.begin("a")
    for spool in spools { try zip.append(spool) }
    try zip.end()
    try zip.finish()
    try file.close(sync: false)
    let container = try Container.open(folder.path("p.zip"))
    #expect(container.entries[0].size == 12 * 5 * 700_000)
    _ = try container.contents()
  }

  @Test("An entry of more than 4 GiB gets 64-bit sizes, and only that one")
  func zip64Headers() throws {
    var header = LocalHeader(name: Array("a".utf8), size: 0xFFFF_FFFF, packedSize: 5)
    #expect(header.bytes.count == header.plainSize + LocalHeader.zip64Size)
    header.size -= 1
    #expect(header.bytes.count == header.plainSize)
    let file = try OutputFile(folder.path("f"))
    try file.write(Array("abcdef".utf8))
    try file.insert(Array("123".utf8), at: 2)
    try file.write(Array("g".utf8))
    try file.overwrite(Array("X".utf8), at: 0)
    try file.close(sync: false)
    #expect(try folder.bytes("f") == Array("Xb123cdefg".utf8))
  }

  @Test("Names that a reader would refuse are refused when written")
  func refusesNames() throws {
    let zip = ZipWriter(file: try OutputFile(folder.path("p.zip")), level: 1, time: 0, jobs: 1)
    #expect(throws: ArchiveError.unsafeEntryName(entry: "../a", path: folder.path("p.zip"))) { try zip.begin("../a") }
    try zip.begin("a")
    try zip.end()
    #expect(throws: ArchiveError.duplicateEntry(entry: "a", path: folder.path("p.zip"))) { try zip.begin("a") }
  }

  @Test("A full disk is reported to the writer")
  func fullDisk() throws {
    let segment = FullDisk()
    var feed = DeflateFeed(level: 1, pool: DeflatePool(jobs: 2), to: segment)
    #expect(throws: ArchiveError.writeFailed(path: "full", errno: ENOSPC)) {
      for _ in 0..<20 { try feed.write(Self.text[...]) }
      _ = try feed.finish(endsStream: true)
    }
  }

  private struct FullDisk: DeflateDestination {
    var name: String { "full" }

    func write(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) { throw .writeFailed(path: "full", errno: ENOSPC) }
  }

  @Test(
    "Times are UTC, in even seconds, within the years of the format",
    arguments: [
      (0, 315_532_800), (315_532_800, 315_532_800), (1_709_164_801, 1_709_164_800), (1_709_251_199, 1_709_251_198),
      (4_354_819_199, 4_354_819_198), (9_000_000_000, 4_354_819_198), (951_782_400, 951_782_400),
    ] as [(Int64, Int64)])
  func times(given: Int64, kept: Int64) {
    #expect(DosTime(seconds: given).seconds == kept)
  }

  @Test(
    "The first instant of the format, and dates that no calendar has, are no times",
    arguments: [
      (0, 33, nil), (1, 33, 315_532_802), (0, 0, nil), (0, 34, 315_619_200), (0, 13 << 5 | 1, nil), (0, 1 << 5, nil),
      (24 << 11, 44 << 9 | 33, nil), (60 << 5, 44 << 9 | 33, nil), (12 << 11, 44 << 9 | 6 << 5 | 1, 1_717_243_200),
    ] as [(Int, Int, Int64?)])
  func stamps(time: Int, date: Int, stamp: Int64?) {
    #expect(DosTime(time: time, date: date).stamp == stamp)
  }
}
