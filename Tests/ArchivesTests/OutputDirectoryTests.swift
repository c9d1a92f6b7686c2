import Foundation
import Glibc
import TestSupport
import Testing

@testable import Archives

@Suite("Output folders")
struct OutputDirectoryTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  func fill(_ output: OutputDirectory, _ text: String) throws(ArchiveError) {
    let file = try output.file("packages/010-accounts.zip")
    try file.write(text)
    try file.close(sync: false)
  }

  @Test("Nothing is to be seen before the end, everything after it, and nothing else")
  func appearsWhole() throws {
    let output = try OutputDirectory.create(at: folder.path("out") + "/", replacing: false)
    try fill(output, "one")
    let scratch = try output.temporaryFile()
    try scratch.write(Array("spool".utf8))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
    try output.commit()
    #expect(try folder.names == ["out"])
    #expect(try folder.bytes("out/packages/010-accounts.zip") == Array("one".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == ["packages"])
  }

  @Test("An existing output is refused, a file also when replacing, and stays")
  func refusesExisting() throws {
    try folder.write("out/precious.txt", "keep")
    try folder.write("file", "keep")
    for (name, replacing) in [("out", false), ("file", false), ("file", true)] {
      #expect(throws: ArchiveError.outputExists(path: folder.path(name))) {
        try OutputDirectory.create(at: folder.path(name), replacing: replacing)
      }
    }
    #expect(try folder.names == ["file", "out"])
  }

  @Test("Replacing takes the earlier output's place at the end; a discarded run leaves it")
  func replaces() throws {
    try folder.write("out/old.txt", "old")
    let failed = try OutputDirectory.create(at: folder.path("out"), replacing: true)
    try fill(failed, "no")
    failed.discard()
    #expect(try folder.bytes("out/old.txt") == Array("old".utf8))
    #expect(try folder.names == ["out"])
    let output = try OutputDirectory.create(at: folder.path("out"), replacing: true)
    try fill(output, "new")
    #expect(try folder.bytes("out/old.txt") == Array("old".utf8))
    try output.commit()
    #expect(try folder.names == ["out"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == ["packages"])
  }

  @Test("A folder is replaced only if it is empty or the caller knows it, at the end too")
  func replaceable() throws {
    try folder.write("out/old.txt", "old")
    func create() throws(ArchiveError) -> OutputDirectory {
      try OutputDirectory.create(at: folder.path("out"), replacing: true) { [folder] _ in folder.holds("out/ours") }
    }
    #expect(throws: ArchiveError.notOurs(path: folder.path("out"))) { try create() }
    try folder.write("out/ours", "")
    let output = try create()
    try FileManager.default.removeItem(atPath: folder.path("out/ours"))
    #expect(throws: ArchiveError.notOurs(path: folder.path("out"))) { try output.commit() }
    output.discard()
    try FileManager.default.removeItem(atPath: folder.path("out/old.txt"))
    try create().commit()
    #expect(try folder.names == ["out"])
  }

  @Test("Folders without a file are taken out")
  func emptyFolders() throws {
    let output = try OutputDirectory.create(at: folder.path("out"), replacing: false)
    try fill(output, "one")
    try output.file("a/b/c.txt").close(sync: false)
    try output.remove("a/b/c.txt")
    try output.removeEmptyFolders()
    try output.commit()
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: folder.path("out")).sorted() == [
        "packages", "packages/010-accounts.zip",
      ])
  }

  @Test("What appears at the path meanwhile is not replaced unasked")
  func noRace() throws {
    let output = try OutputDirectory.create(at: folder.path("out"), replacing: false)
    try folder.write("out/other.txt", "other")
    #expect(throws: ArchiveError.outputExists(path: folder.path("out"))) { try output.commit() }
    output.discard()
    #expect(try folder.names == ["out"])
    #expect(try folder.bytes("out/other.txt") == Array("other".utf8))
  }

  @Test("A run that is dropped leaves nothing")
  func dropped() throws {
    do {
      let output = try OutputDirectory.create(at: folder.path("out"), replacing: false)
      try fill(output, "x")
    }
    #expect(try folder.names == [])
  }

  @Test("Hidden folders of dead runs are removed, those of live ones and of other outputs are not")
  func leftovers() throws {
    try folder.write(".out.p2c-99999999/packages/x", "x")
    try folder.write(".out.p2c-1-2/x", "x")
    try folder.write(".other.p2c-99999999/x", "x")
    try folder.write(".out.p2c-mine/x", "x")
    let live = try OutputDirectory.create(at: folder.path("out"), replacing: false)
    let second = try OutputDirectory.create(at: folder.path("out"), replacing: false)
    #expect(live.temporaryPath != second.temporaryPath)
    #expect(FileManager.default.fileExists(atPath: live.temporaryPath))
    second.discard()
    try fill(live, "x")
    try live.commit()
    #expect(try folder.names == [".other.p2c-99999999", ".out.p2c-mine", "out"])
  }

  @Test("Runs for one output that begin at the same time do not take each other's folder for a leftover")
  func atTheSameTime() async throws {
    let path = folder.path("out")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<200 {
            let output = try OutputDirectory.create(at: path, replacing: false)
            #expect(FileManager.default.fileExists(atPath: output.temporaryPath))
            output.discard()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.names == [])
  }

  @Test("Folders are removed whatever bytes are in the names of their files")
  func undecodable() throws {
    try folder.write("out/x", "old")
    let name = Array((folder.path("out") + "/").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
    // The name ends with a zero; the descriptor is closed at once.
    let descriptor = unsafe open(name, O_CREAT | O_WRONLY, 0o600)
    #expect(descriptor >= 0 && close(descriptor) == 0)
    let output = try OutputDirectory.create(at: folder.path("out"), replacing: true)
    try fill(output, "new")
    try output.commit()
    #expect(try folder.names == ["out"])
  }

  @Test("An earlier output that a killed run had moved aside is put back")
  func putsBack() throws {
    try folder.write(".out.p2c-99999999.old/old.txt", "old")
    #expect(throws: ArchiveError.self) {
      let output = try OutputDirectory.create(at: folder.path("out"), replacing: false)
      try output.commit()
    }
    #expect(try folder.bytes("out/old.txt") == Array("old".utf8))
  }

  @Test("A missing parent is reported", arguments: ["a/b/out", "", ".", "x/.."])
  func noParent(path: String) throws {
    do throws(ArchiveError) {
      _ = try OutputDirectory.create(at: path.isEmpty ? "" : folder.path("no") + "/" + path, replacing: false)
      Issue.record("made at \(path)")
    } catch {
      #expect(error.exitCode == 73)
    }
    #expect(try folder.names == [])
  }

  @Test("A file takes pieces of any size, and its bytes can be streamed when it is done")
  func file() throws {
    let output = try OutputDirectory.create(at: folder.path("out"), replacing: false)
    let file = try output.file("findings.csv")
    var all: [UInt8] = []
    for count in [0, 1, 100_000, 200_000, 300_000, 5] {
      let bytes = [UInt8](repeating: UInt8(count % 251), count: count)
      try file.write(bytes)
      all += bytes
    }
    #expect(file.bytesWritten == UInt64(all.count))
    #expect(file.path == folder.path("out/findings.csv"))
    try file.close(sync: true)
    try file.close(sync: true)
    var streamed: [UInt8] = []
    try OutputFile.stream(output.temporaryPath(of: "findings.csv")) { streamed += $0 }
    #expect(streamed == all)
    #expect(throws: ArchiveError.self) { try file.write("late") }
    #expect(throws: ArchiveError.self) { try output.file("../x") }
    #expect(throws: ArchiveError.self) { try output.file("findings.csv") }
  }

  @Test("A scratch file is read from its begin as often as wanted")
  func scratch() throws {
    let file = try ScratchFile(in: folder.url.path)
    #expect(try folder.names == [])
    try file.write(Array("abc".utf8))
    try file.write(Array("defg".utf8)[1...])
    var buffer = [UInt8](repeating: 0, count: 10)
    for _ in 0..<2 {
      #expect(try file.read(into: &buffer, at: 1, count: 4) == 4)
      #expect(try file.read(into: &buffer, at: 5, count: 4) == 2)
      #expect(try file.read(into: &buffer, at: 0, count: 4) == 0)
      #expect(buffer[1..<7] == Array("abcefg".utf8)[...])
      file.rewind()
    }
    #expect(file.size == 6)
  }
}
