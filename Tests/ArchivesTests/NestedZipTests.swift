import Archives
import TestSupport
import Testing

@Suite("Zips within zips that are written")
struct NestedZipTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func write(_ entries: [(String, [UInt8])], to name: String, jobs: Int, level: Int = 1) throws {
    let file = try OutputFile(folder.path(name))
    let zip = ZipWriter(file: file, level: level, time: 1_717_243_200, jobs: jobs)
    let nested = zip.nested(in: try ScratchFile())
    for (name, bytes) in entries {
      nested.begin(name)
      for start in stride(from: 0, to: bytes.count, by: 300_000) {
        try nested.write(bytes[start..<min(start + 300_000, bytes.count)])
        #expect(nested.plainBytes == UInt64(min(start + 300_000, bytes.count)))
      }
      try nested.end()
    }
    try zip.begin("inner.zip")
    try nested.pour(into: zip)
    try zip.end()
    try zip.finish()
    try file.close(sync: false)
  }

  @Test("It is a whole zip, with the same bytes for any number of threads", arguments: [0, 1, 6])
  func entries(level: Int) throws {
    let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let entries = [("[first].xml", Array("one".utf8)), ("empty", []), ("a/large.bin", large), ("ü", Array("ü".utf8))]
    try write(entries, to: "one.zip", jobs: 1, level: level)
    try write(entries, to: "two.zip", jobs: 3, level: level)
    #expect(try folder.bytes("one.zip") == folder.bytes("two.zip"))
    let outer = try Container.open(folder.path("one.zip"))
    let inner = try outer.inner(outer.entries[0])
    #expect(inner.entries.map(\.name) == entries.map(\.0))
    for (entry, (_, bytes)) in zip(inner.entries, entries) {
      #expect(try inner.readAll(entry, limit: 4 << 20) == bytes)
    }
  }
}
