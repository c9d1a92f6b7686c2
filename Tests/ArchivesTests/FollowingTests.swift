import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Archives

/// Reads an entry on a thread of its own.
private final class Following: Sendable {
  private let result = Mutex<Result<[UInt8], ArchiveError>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  init(_ entry: TailingEntry, chunk: Int = 100_000) {
    Thread.detachNewThread { [self] in
      let read = Result { () throws(ArchiveError) in
        let container = Container(following: entry)
        return try container.open(container.entries[0]).all(chunk: chunk)
      }
      result.withLock { $0 = read }
      done.signal()
    }
  }

  /// What it has read, when it has come to its end.
  func bytes() throws -> [UInt8] {
    done.wait()
    return try #require(result.withLock { $0 }).get()
  }
}

@Suite("Following an archive that is being written")
struct FollowingTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func zip(_ name: String, level: Int = 1, onEntry: @escaping (TailingEntry) -> Void) throws
    -> (zip: ZipWriter, file: OutputFile)
  {
    let file = try OutputFile(folder.path(name))
    let pool = DeflatePool(jobs: 2)
    return (ZipWriter(file: file, level: level, time: 0, pool: pool, onEntry: onEntry), file)
  }

  @Test("Entries are read while they are written, at every kind of level", arguments: [0, 1, 2, 6])
  func whileWritten(level: Int) throws {
    var tailing: [(entry: TailingEntry, reader: Following)] = []
    let (zip, file) = try zip("p.zip", level: level) { tailing.append(($0, Following($0))) }
    let items = DeflatedSpool(file: try ScratchFile(), level: level, pool: DeflatePool(jobs: 1))
    try WritingTests.fill(zip, chunk: 70_001, items)
    try file.close(sync: false)
    let contents = try tailing.map { try $0.reader.bytes() }
    #expect(contents == WritingTests.contents.map(\.1))
    let container = try Container.open(folder.path("p.zip"))
    #expect(tailing.allSatisfy { container.holds($0.entry) })
  }

  @Test("What the file has can be read before there is more")
  func early() throws {
    var tailing: TailingEntry?
    let (zip, file) = try zip("p.zip", level: 0) { tailing = $0 }
    try zip.begin("a")
    try zip.write(WritingTests.text[..<(3 << 20)])
    let entry = try #require(tailing)
    let container = Container(following: entry)
    let stream = try container.open(container.entries[0])
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var done = 0
    while done < buffer.count { done += try stream.read(into: &buffer, at: done, count: buffer.count - done) }
    #expect(buffer == Array(WritingTests.text[..<(1 << 20)]))
    #expect(entry.found == nil)
    try zip.end()
    #expect(try stream.all() == Array(WritingTests.text[(1 << 20)..<(3 << 20)]))
    #expect(entry.found?.size == 3 << 20)
    try zip.finish()
    try file.close(sync: false)
    // Another reader begins at the first byte again.
    #expect(try Following(entry, chunk: 1_000).bytes() == Array(WritingTests.text[..<(3 << 20)]))
  }

  @Test("Damage to the file between writing and reading shows", arguments: [14, 18, 22, 31, 40, 5_000, 400_000, -200])
  func damage(place: Int) throws {
    var tailing: TailingEntry?
    let (zip, file) = try zip("p.zip") { tailing = $0 }
    try zip.begin("a")
    try zip.write(WritingTests.text)
    try zip.end()
    let size = Int(file.bytesWritten)
    try zip.finish()
    try file.close(sync: false)
    var bytes = try folder.bytes("p.zip")
    bytes[place < 0 ? size + place : place] ^= 4
    try folder.write("p.zip", bytes)
    let entry = try #require(tailing)
    let reader = Following(entry)
    #expect(throws: ArchiveError.sizesDisagree(entry: "a", path: folder.path("p.zip"))) { try reader.bytes() }
    #expect(!entry.isLost && entry.found == nil)
  }

  @Test("A file that has become shorter shows")
  func truncated() throws {
    var tailing: TailingEntry?
    let (zip, file) = try zip("p.zip") { tailing = $0 }
    try zip.begin("a")
    try zip.write(WritingTests.text)
    try zip.end()
    try zip.finish()
    try file.close(sync: false)
    try folder.write("p.zip", Array(try folder.bytes("p.zip").prefix(100_000)))
    let reader = Following(try #require(tailing))
    #expect(throws: ArchiveError.sizesDisagree(entry: "a", path: folder.path("p.zip"))) { try reader.bytes() }
  }

  @Test("Another archive in its place does not hold the entry")
  func exchanged() throws {
    var tailing: TailingEntry?
    for text in ["one", "two"] {
      let (zip, file) = try zip("\(text).zip") { if text == "one" { tailing = $0 } }
      try zip.begin("a")
      try zip.write(Array(text.utf8))
      try zip.end()
      try zip.finish()
      try file.close(sync: false)
    }
    let entry = try #require(tailing)
    let one = try Container.open(folder.path("one.zip"))
    #expect(!one.holds(entry))
    #expect(try Following(entry).bytes() == Array("one".utf8))
    #expect(one.holds(entry))
    #expect(try !Container.open(folder.path("two.zip")).holds(entry))
  }

  @Test("A writer that stops ends its readers", arguments: [0, 10, 3_000_000])
  func stopped(bytes: Int) throws {
    var tailing: TailingEntry?
    var reader: Following?
    do {
      let (zip, _) = try zip("p.zip") {
        tailing = $0
        reader = Following($0)
      }
      try zip.begin("a")
      try zip.write(WritingTests.text[..<bytes])
      usleep(20_000)
    }
    #expect(throws: ArchiveError.readFailed(path: folder.path("p.zip"), errno: ECANCELED)) { try reader?.bytes() }
    #expect(try #require(tailing).isLost)
  }

  @Test("An entry of more than 4 GiB, which is moved at its end, is read again as far as it was read before")
  func moved() throws {
    var tailing: [(entry: TailingEntry, reader: Sum)] = []
    let (zip, file) = try zip("p.zip") { tailing.append(($0, Sum($0))) }
    let chunk = [UInt8](repeating: 65, count: 8 << 20)
    try zip.begin("large")
    for _ in 0..<513 { try zip.write(chunk) }
    try zip.end()
    try zip.begin("small")
    try zip.write(Array("abc".utf8))
    try zip.end()
    try zip.finish()
    try file.close(sync: false)
    #expect(try tailing.map { try $0.reader.bytes() } == [513 << 23, 3])
    let container = try Container.open(folder.path("p.zip"), limits: .ownOutput)
    #expect(tailing.allSatisfy { container.holds($0.entry) })
    #expect(tailing[0].entry.found?.needsZip64 == true)
    // What was read in its first place is compared with what stands in the second.
    let late = Sum(tailing[0].entry)
    #expect(try late.bytes() == 513 << 23)
  }
}

/// Counts the bytes of an entry on a thread of its own.
private final class Sum: Sendable {
  private let result = Mutex<Result<Int, ArchiveError>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  init(_ entry: TailingEntry) {
    Thread.detachNewThread { [self] in
      let read = Result { () throws(ArchiveError) in
        let container = Container(following: entry)
        let stream = try container.open(container.entries[0])
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var sum = 0
        while true {
          let read = try stream.read(into: &buffer, at: 0, count: buffer.count)
          if read == 0 { return sum }
          sum += read
        }
      }
      result.withLock { $0 = read }
      done.signal()
    }
  }

  func bytes() throws -> Int {
    done.wait()
    return try #require(result.withLock { $0 }).get()
  }
}
