import Findings
import Foundation
import TestSupport
import Testing

@testable import Archives

@Suite("Hostile and damaged archives")
struct RefusalTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  static let good = [RawZip.Entry("data.xml", "<entities/>"), RawZip.Entry("data_schema.xml", "<schema/>")]

  /// The code with which a zip is refused when it is opened or read, whichever library inflates it.
  func code(_ zip: RawZip) throws -> String? { try code(zip.bytes) }

  func code(_ bytes: [UInt8]) throws -> String? {
    let path = try folder.write("hostile.zip", bytes)
    let code = try code(path, .standard)
    #expect(try self.code(path, .quick) == code)
    return code
  }

  private func code(_ path: String, _ limits: ReadLimits) throws -> String? {
    do throws(ArchiveError) {
      _ = try Container.open(path, limits: limits).contents()
      return nil
    } catch {
      #expect(error.exitCode == 65)
      return error.findingCode?.rawValue
    }
  }

  @Test(
    "An unsafe name is refused",
    arguments: [
      "../x", "a/../../x", "/tmp/x", "//tmp/x", "C:\\x", "c:/x", "\\\\server\\share\\x", "..\\x", "a\\..\\b", "a\0.txt",
      "a\nb.csv", "\u{1B}[2Jx.csv", "", ".", "..", "./x", "a//b", "/", "a/./b", "\u{202E}vsc.a", "a\u{85}b",
      String(repeating: "n", count: 60_000), String(repeating: "n", count: 256),
    ])
  func unsafeNames(name: String) throws {
    #expect(try code(RawZip(Self.good + [.init(name, "x")])) == "P2C1102")
  }

  @Test(
    "An ordinary name is not refused",
    arguments: ["a..b", "...", "a/b/c.csv", "[Content_Types].xml", "Währung.csv", "a b.csv", "cc:.csv", "🙂.csv"])
  func safeNames(name: String) throws {
    #expect(try code(RawZip(Self.good + [.init(name, "x")])) == nil)
  }

  @Test("A name that says it is UTF-8 and is not, or has another in an extra field, is refused")
  func namesInOtherWays() throws {
    #expect(try code(RawZip([RawZip.Entry([0xFF, 0xFE], "x").with { $0.flags = 0x800 }])) == "P2C1102")
    var field: [UInt8] = []
    field.append(uint16: 0x7075)
    field.append(uint16: 9)
    field.append(1)
    field.append(uint32: Checksum.of(Array("harmless.txt".utf8)))
    field += Array("../x".utf8)
    let extra = field
    #expect(try code(RawZip([RawZip.Entry("harmless.txt", "x").with { $0.extra = extra }])) == "P2C1102")
  }

  @Test("Two entries of one name, also in another case or with a backslash, are refused")
  func duplicates() throws {
    for name in ["data.xml", "DATA.xml"] {
      #expect(try code(RawZip(Self.good + [.init(name, "x")])) == "P2C1103")
    }
    #expect(try code(RawZip([.init("a/b", "x"), .init("A\\B", "x")])) == "P2C1103")
  }

  @Test("Encrypted entries are refused")
  func encrypted() throws {
    for flags in [1, 0x41, 0x2001] {
      #expect(try code(RawZip([Self.good[0].with { $0.flags = flags }])) == "P2C1104")
    }
    #expect(try code(RawZip([Self.good[0].with { $0.method = 99 }])) == "P2C1104")
  }

  @Test(
    "Links, devices and pipes are refused", arguments: [0o120777, 0o020666, 0o060666, 0o010666, 0o140666] as [UInt32])
  func notFiles(mode: UInt32) throws {
    #expect(try code(RawZip(Self.good + [RawZip.Entry("x", "/etc", method: 0).with { $0.mode = mode }])) == "P2C1107")
  }

  static let lies: [(String, @Sendable (inout RawZip.Entry) -> Void)] = [
    ("size too small", { $0.size = 3 }),
    ("size too large", { $0.size = 300 }),
    ("size differs between headers", { $0.localSize = 1 }),
    ("packed size too small", { $0.packedSize = 4 }),
    ("packed size too large", { $0.packedSize = 0x7FFF_FFFF }),
    ("packed size a little too large", { $0.packedSize = 20 }),
    ("offset out of the file", { $0.offset = 0x7FFF_FFFF }),
    ("offset elsewhere", { $0.offset = 3 }),
    ("checksum", { $0.crc = 0xDEAD_BEEF }),
    ("noise for data", { $0.packed = (0...255).map { UInt8($0) } }),
    ("names differ", { $0.localName = Array("Data.xml".utf8) }),
    (
      "zip64 sizes of 2^62",
      { entry in
        entry.size = .max
        entry.packedSize = .max
        var extra: [UInt8] = [1, 0, 16, 0]
        extra.append(uint64: 1 << 62)
        extra.append(uint64: 1 << 62)
        entry.extra = extra
      }
    ),
    (
      "stored with two sizes",
      { entry in
        entry.method = 0
        entry.size = 12
      }
    ),
  ]

  @Test("An entry whose numbers do not agree is refused", arguments: lies.indices)
  func sizesThatLie(lie: Int) throws {
    var entries = Self.good
    Self.lies[lie].1(&entries[0])
    #expect(try code(RawZip(entries)) == "P2C1106", "\(Self.lies[lie].0)")
  }

  @Test("Entries that share bytes are refused")
  func overlapping() throws {
    let packed = UInt32(RawZip.deflated(Self.good[0].data).count)
    let second = Self.good[0].with { entry in
      entry.name = Array("more.xml".utf8)
      entry.localName = entry.name
      entry.packed = []
      entry.packedSize = packed
      entry.offset = 0
    }
    #expect(try code(RawZip([Self.good[0].with { $0.name = Array("data.xml".utf8) }, second])) == "P2C1106")
    let twice = RawZip([Self.good[0], Self.good[0].with { $0.offset = 0 }])
    #expect(try code(twice) == "P2C1103")
  }

  @Test("A method that no export uses is refused")
  func unknownMethod() throws {
    #expect(try code(RawZip([Self.good[0].with { $0.method = 97 }])) == "P2C1101")
  }

  @Test("More than 64 MiB and 200 times the packed size is a bomb, whether the header tells or not")
  func bombs() throws {
    let (packed, crc) = RawZip.flood(times: 80)
    let entry = RawZip.Entry("data.xml").with { entry in
      entry.packed = packed
      entry.crc = crc
      entry.size = 80 << 20
    }
    #expect(try code(RawZip([entry])) == "P2C1105")
    #expect(try code(RawZip([entry.with { $0.size = 1_000 }])) == "P2C1106")
    let small = RawZip.flood(times: 63)
    let honest = entry.with { entry in
      (entry.packed, entry.crc) = (small.packed, small.crc)
      entry.size = 63 << 20
    }
    #expect(try code(RawZip([honest])) == nil)
    #expect(!ReadLimits.standard.isBomb(unpacked: 64 << 20, packed: 1))
    #expect(!ReadLimits.standard.isBomb(unpacked: 200 << 20, packed: 1 << 20))
    #expect(ReadLimits.standard.isBomb(unpacked: 200 << 20 + 1, packed: 1 << 20))
    #expect(!ReadLimits.standard.isBomb(unpacked: .max, packed: .max))
  }

  @Test("What is no archive is refused, and a list of entries that is wrong")
  func notArchives() throws {
    for bytes in [[], [0x50], Array("Dear colleague,".utf8), [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 26)] {
      #expect(try code(bytes) == "P2C1101")
    }
    for count in [0, 1, 3, 0xFFFF] {
      var zip = RawZip(Self.good)
      zip.count = count
      #expect(try code(zip) == "P2C1101")
    }
    #expect(try code(RawZip(Self.good).bytes + [0]) == "P2C1101")
  }

  @Test("An archive cut anywhere is refused")
  func truncated() throws {
    let bytes = RawZip(Self.good).bytes
    for count in 0..<bytes.count { #expect(try code(Array(bytes[..<count])) == "P2C1101", "cut to \(count) bytes") }
  }

  @Test("An archive with one bit flipped is refused or has the same contents", arguments: [false, true])
  func flippedBits(zip64: Bool) throws {
    var zip = RawZip(Self.good.map { $0.with { $0.zip64 = zip64 } })
    zip.zip64End = zip64
    let bytes = zip.bytes
    let path = try folder.write("good.zip", bytes)
    let good = try Container.open(path).contents()
    for bit in 0..<bytes.count * 8 {
      var bent = bytes
      bent[bit / 8] ^= 1 << UInt8(bit % 8)
      try folder.write("bent.zip", bent)
      do throws(ArchiveError) {
        let contents = try Container.open(folder.path("bent.zip")).contents()
        #expect(contents == good, "bit \(bit % 8) of byte \(bit / 8)")
      } catch {
        #expect(error.exitCode == 65)
      }
    }
  }

  @Test("Missing and unusual paths are refused without waiting")
  func unusualPaths() throws {
    #expect(throws: ArchiveError.notFound(path: folder.path("no"))) { try Container.open(folder.path("no")) }
    #expect(throws: ArchiveError.notRegular(path: "/dev/zero")) { try Container.open("/dev/zero") }
    let pipe = folder.path("pipe.zip")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    #expect(throws: ArchiveError.notRegular(path: pipe)) { try Container.open(pipe) }
    #expect(throws: ArchiveError.notAFile(entry: "pipe.zip", path: folder.url.path)) {
      try Container.open(folder.url.path)
    }
  }

  @Test("A file that vanished or became a link after its folder was listed is not read")
  func changedFolder() throws {
    try folder.write("set/a.csv", "a")
    let container = try Container.open(folder.path("set"))
    try FileManager.default.removeItem(atPath: folder.path("set/a.csv"))
    #expect(throws: ArchiveError.notFound(path: folder.path("set/a.csv"))) { try container.open(container.entries[0]) }
    try FileManager.default.createSymbolicLink(atPath: folder.path("set/a.csv"), withDestinationPath: "/etc/passwd")
    #expect(throws: ArchiveError.notAFile(entry: "a.csv", path: folder.path("set"))) {
      try container.open(container.entries[0])
    }
  }
}
