import Foundation
import TestSupport
import Testing

@testable import Archives

@Suite("Reading archives, folders and files")
struct ReadingTests {
  let folder: TestFolder
  let rows = String(repeating: "1,Ada,Reykjavik\r\n", count: 3_000)

  init() throws { folder = try TestFolder() }

  static let styles: [(String, @Sendable (inout RawZip) -> Void)] = [
    ("deflated", { _ in }),
    ("stored", { zip in for i in zip.entries.indices { zip.entries[i].method = 0 } }),
    ("with data descriptors", { zip in for i in zip.entries.indices { zip.entries[i].descriptor = true } }),
    (
      "zip64",
      { zip in
        for i in zip.entries.indices { zip.entries[i].zip64 = true }
        zip.zip64End = true
      }
    ),
    (
      "zip64 with data descriptors",
      { zip in
        for i in zip.entries.indices { (zip.entries[i].zip64, zip.entries[i].descriptor) = (true, true) }
      }
    ),
    ("with a comment", { $0.comment = Array("exported on Monday PK\u{5}\u{6} really".utf8) }),
    ("after other bytes", { $0.prefix = [UInt8](repeating: 7, count: 502) }),
    (
      "after bytes that its offsets do not count",
      { zip in
        zip.prefix = [UInt8](repeating: 7, count: 502)
        zip.countsPrefix = false
      }
    ),
    (
      "zip64 after bytes that its offsets do not count",
      { zip in
        zip.prefix = [UInt8](repeating: 7, count: 502)
        zip.countsPrefix = false
        zip.zip64End = true
      }
    ),
    ("with a folder entry", { $0.entries.append(RawZip.Entry("empty/", method: 0).with { $0.mode = 0o040755 }) }),
  ]

  @Test("A zip is read whatever tool has made it", arguments: styles.indices)
  func readsZips(style: Int) throws {
    var zip = RawZip([.init("data.xml", rows), .init("sub/b.csv", "x"), .init("empty.csv")])
    Self.styles[style].1(&zip)
    let container = try Container.open(try folder.write("p.zip", zip.bytes))
    #expect(container.kind == .zip)
    #expect(container.entries.map(\.name) == ["data.xml", "sub/b.csv", "empty.csv"])
    #expect(container.entries[0].size == UInt64(rows.utf8.count))
    let quick = try Container.open(folder.path("p.zip"), limits: .quick)
    for chunk in [1, 7, 100_000] where chunk > 1 || style < 2 {
      let contents = try container.contents(chunk: chunk)
      #expect(try quick.contents(chunk: chunk) == contents)
      #expect(contents["data.xml"] == Array(rows.utf8), "\(Self.styles[style].0)")
      #expect(contents["sub/b.csv"] == Array("x".utf8))
      #expect(contents["empty.csv"] == [])
    }
  }

  @Test("Both libraries inflate alike, whatever the level and whatever is wrong with the bytes", arguments: 0..<40)
  func inflatesAlike(seed: Int) throws {
    var dice = RandomSource(seed: UInt64(seed))
    var entry = RawZip.Entry("a.csv")
    entry.data = (0..<Int.random(in: 0..<400_000, using: &dice)).map { place in
      place % 97 < seed ? UInt8.random(in: 0...255, using: &dice) : UInt8(truncatingIfNeeded: place / 31)
    }
    var packed = RawZip.deflated(entry.data, level: [1, 2, 4, 6, 9][seed % 5])
    switch seed % 4 {
    case 1: packed[Int.random(in: packed.indices, using: &dice)] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
    case 2: packed.removeLast(Int.random(in: 1...packed.count, using: &dice))
    case 3: packed += (0..<Int.random(in: 1..<20, using: &dice)).map { UInt8($0) }
    default: break
    }
    entry.packed = packed
    let path = try folder.write("p.zip", RawZip([entry]).bytes)
    let results = [ReadLimits.standard, .quick].map { limits in
      Result { () throws(ArchiveError) in
        let container = try Container.open(path, limits: limits)
        return try container.open(container.entries[0]).all(chunk: 1 + seed * 1_000)
      }
    }
    #expect(results[0] == results[1])
    if seed % 4 == 0 { #expect(results[1] == .success(entry.data)) }
    if seed % 4 > 1 { #expect(results[1] == .failure(.sizesDisagree(entry: "a.csv", path: path))) }
  }

  @Test("Entries can be read again and from several threads at once")
  func readsConcurrently() async throws {
    let rows = rows
    let zip = RawZip((0..<20).map { .init("f\($0).csv", rows + "\($0)") })
    let container = try Container.open(try folder.write("p.zip", zip.bytes))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for entry in container.entries + container.entries.reversed() {
        group.addTask {
          let bytes = try container.open(entry).all()
          #expect(bytes == Array((rows + "\(entry.index)").utf8))
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("A backslash between folders is read as a slash, and code page 437 as letters")
  func readsOldNames() throws {
    let zip = RawZip([.init("Pkg\\Data.csv", "x"), .init([0x81, 0x2E, 0x63], "y"), .init("öl.csv", "z")])
    let container = try Container.open(try folder.write("p.zip", zip.bytes))
    #expect(container.entries.map(\.name) == ["Pkg/Data.csv", "ü.c", "öl.csv"])
  }

  @Test("An inner zip is read from its place; a third level is refused")
  func readsInnerZips() throws {
    let inmost = RawZip([.init("account.csv", rows)]).bytes
    var inner = RawZip([.init("p.zip"), .init("account.csv", rows)])
    inner.entries[0].data = inmost
    var outer = RawZip([.init("inner.zip"), .init("readme.txt", "no zip")])
    outer.entries[0].data = inner.bytes
    let path = try folder.write("outer.zip", outer.bytes)
    let container = try Container.open(path)
    #expect(try container.looksLikeZip(container.entries[0]))
    #expect(try !container.looksLikeZip(container.entries[1]))
    let first = try container.inner(container.entries[0])
    #expect(first.path == "\(path)!inner.zip")
    #expect(try first.contents()["account.csv"] == Array(rows.utf8))
    #expect(try first.wholeFile().all() == inner.bytes)
    #expect(try first.looksLikeZip(first.entries[0]))
    #expect(throws: ArchiveError.nestedTooDeep(entry: "p.zip", path: "\(path)!inner.zip")) {
      try first.inner(first.entries[0])
    }
    #expect(throws: ArchiveError.notAnArchive(path: "\(path)!readme.txt")) {
      try container.inner(container.entries[1])
    }
  }

  @Test(
    "A folder has the files of its sub-folders too, in the order of their names; links and hidden names are passed over"
  )
  func readsFolders() throws {
    try folder.write("set/b.csv", "b")
    try folder.write("set/a/z.csv", "z")
    try folder.write("set/Z.csv", "Z")
    try folder.write("elsewhere.csv", "no")
    try folder.write("set/.out.p2c-1/c.csv", "no")
    let link = folder.url.appending(path: "set/link.csv")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "../elsewhere.csv")
    let loop = folder.url.appending(path: "set/loop")
    try FileManager.default.createSymbolicLink(atPath: loop.path, withDestinationPath: ".")
    let time = Date(timeIntervalSince1970: 2_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder.path("set/Z.csv"))
    let container = try Container.open(folder.path("set"))
    #expect(container.kind == .directory)
    #expect(container.entries.map(\.name) == ["Z.csv", "a/z.csv", "b.csv"])
    #expect(try container.contents() == ["Z.csv": [0x5A], "a/z.csv": [0x7A], "b.csv": [0x62]])
    #expect(container.bytes == 3)
    #expect(container.entries.allSatisfy { $0.stamp == nil }, "the disk's times are nobody's")
    #expect(throws: ArchiveError.self) { try container.wholeFile() }
  }

  @Test("A zip in a folder is opened in place, with its own inner zips")
  func readsZipsInFolders() throws {
    var outer = RawZip([.init("inner.zip")])
    outer.entries[0].data = RawZip([.init("a.csv", "a")]).bytes
    try folder.write("set/outer.zip", outer.bytes)
    let container = try Container.open(folder.path("set"))
    let zip = try container.inner(container.entries[0])
    #expect(zip.path == folder.path("set/outer.zip"))
    #expect(try zip.inner(zip.entries[0]).contents() == ["a.csv": [0x61]])
  }

  @Test("A single file is its own entry")
  func readsFiles() throws {
    let path = try folder.write("account.csv", rows)
    let container = try Container.open(path)
    #expect(container.kind == .file)
    #expect(container.entries.map(\.name) == ["account.csv"])
    #expect(try container.readAll(container.entries[0], limit: 1 << 20) == Array(rows.utf8))
    #expect(try container.wholeFile().all() == Array(rows.utf8))
    #expect(throws: ArchiveError.entryTooLarge(entry: "account.csv", path: path, limit: 10)) {
      try container.readAll(container.entries[0], limit: 10)
    }
  }

  @Test("An entry whose size lies is not read whole in spite of its limit")
  func readAllSeesTheEnd() throws {
    let zip = RawZip([.init("m.xml", "12345").with { $0.crc = 1 }])
    let container = try Container.open(try folder.write("p.zip", zip.bytes))
    #expect(throws: ArchiveError.self) { try container.readAll(container.entries[0], limit: 5) }
  }

  @Test("Twenty thousand entries are read in time")
  func readsManyEntries() throws {
    let zip = RawZip((0..<20_000).map { .init("f\($0).csv", "row \($0)", method: 0) })
    let container = try Container.open(try folder.write("p.zip", zip.bytes))
    let start = ContinuousClock.now
    #expect(try container.contents(chunk: 4_096).count == 20_000)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test("An entry is found by its very name")
  func named() throws {
    let names = ["b/a.csv", "a.csv"]
    let container = try Container.open(try folder.zip("in.zip", names.map { ($0, Array($0.utf8)) }))
    #expect(names.map { container.entry(named: $0)?.index } == [0, 1])
    #expect(container.entry(named: "A.csv") == nil)
  }
}
