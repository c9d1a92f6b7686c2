import Foundation
import TestSupport
import Testing

@testable import Archives

@Suite("Inputs that change while they are read")
struct InputWatchTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  static let rows = Array("accountid,name\r\n1,Alpine\r\n".utf8)

  /// What may happen to a file, by name.
  static let changes: [String: @Sendable (TestFolder, String) throws -> Void] = [
    "truncated": { folder, name in
      let file = try FileHandle(forWritingTo: folder.url.appending(path: name))
      try file.truncate(atOffset: 10)
      try file.close()
    },
    "appended to": { folder, name in
      let file = try FileHandle(forWritingTo: folder.url.appending(path: name))
      try file.seekToEnd()
      try file.write(contentsOf: Data("2,Beta\r\n".utf8))
      try file.close()
    },
    "overwritten, with its time put back": { folder, name in
      let path = folder.path(name)
      let before = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
      let file = try FileHandle(forWritingTo: folder.url.appending(path: name))
      try file.write(contentsOf: Data("ACCOUNTID".utf8))
      try file.close()
      try FileManager.default.setAttributes([.modificationDate: try #require(before)], ofItemAtPath: path)
    },
    "replaced by another of the same content": { folder, name in
      try folder.write("other", try folder.bytes(name))
      try FileManager.default.removeItem(atPath: folder.path(name))
      try FileManager.default.moveItem(atPath: folder.path("other"), toPath: folder.path(name))
    },
    "removed": { folder, name in try FileManager.default.removeItem(atPath: folder.path(name)) },
    "given another time": { folder, name in
      let time = Date(timeIntervalSince1970: 1)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder.path(name))
    },
  ]

  /// Lets the clock of the file system move on, which distinguishes two moments apart from some milliseconds on.
  private func change(_ name: String, _ what: String) throws {
    usleep(20_000)
    let change = try #require(Self.changes[what])
    try change(folder, name)
  }

  @Test("A file is found to be another one, whatever happened to it", arguments: changes.keys.sorted())
  func file(_ what: String) throws {
    let path = try folder.write("account.csv", Self.rows)
    let watch = InputWatch()
    let container = try Container.open(path, watch: watch)
    try watch.check()
    _ = try container.contents()
    try watch.check()
    try change("account.csv", what)
    #expect(throws: ArchiveError.changed(path: path)) { try watch.check() }
  }

  @Test(
    "So are zips, files of folders once they were opened, and what a link leads to", arguments: changes.keys.sorted())
  func places(_ what: String) throws {
    try folder.write("in/account.csv", Self.rows)
    try folder.write("in/untouched.csv", Self.rows)
    let zip = try folder.zip("in.zip", [("account.csv", Self.rows)])
    try folder.zip("aim.zip", [("account.csv", Self.rows)])
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "aim.zip")
    for (path, name) in [(folder.path("in"), "in/account.csv"), (zip, "in.zip"), (folder.path("link"), "aim.zip")] {
      let watch = InputWatch()
      let container = try Container.open(path, watch: watch)
      _ = try container.open(container.entries[0]).all()
      if container.kind == .directory { try change("in/untouched.csv", "appended to") }
      try watch.check()
      try change(name, what)
      let named = container.kind == .directory ? "\(path)/account.csv" : path
      #expect(throws: ArchiveError.changed(path: named)) { try watch.check() }
    }
  }

  @Test("A file that has changed before it is opened again is reported at once, also by a run that begins anew")
  func openedAgain() throws {
    try folder.write("in/account.csv", Self.rows)
    let watch = InputWatch()
    let path = folder.path("in")
    for isLater in [false, true] {
      let container = try Container.open(path, watch: watch)
      if isLater {
        #expect(throws: ArchiveError.changed(path: "\(path)/account.csv")) { try container.open(container.entries[0]) }
      } else {
        _ = try container.open(container.entries[0])
        try change("in/account.csv", "appended to")
      }
    }
  }

  private struct Damage: Error {}

  @Test("What a change causes is reported as the change, and everything else as it is")
  func precedence() throws {
    let path = try folder.write("account.csv", Self.rows)
    let watch = InputWatch()
    _ = try Container.open(path, watch: watch)
    #expect(throws: Damage.self) { try watch.guarding { throw Damage() } }
    #expect(try watch.guarding { 1 } == 1)
    #expect(throws: ArchiveError.changed(path: path)) {
      try watch.guarding {
        try change("account.csv", "truncated")
        throw Damage()
      }
    }
    #expect(ArchiveError.changed(path: path).exitCode == 74)
    #expect(ArchiveError.changed(path: path).findingCode == nil)
  }
}
