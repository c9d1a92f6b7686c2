import Archives
import Foundation

/// A folder for one test, removed with the object.
final class TestFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "archives-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

  func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url.appending(path: name))) }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }
}

extension ReadLimits {
  /// Every deflated entry goes the way of the large ones.
  static var quick: ReadLimits {
    var limits = standard
    limits.quickInflating = 0
    return limits
  }
}

/// Numbers that are the same at every run.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    let mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ mixed >> 27
  }
}

extension Container {
  /// All entries with their bytes, each read to its end in chunks of the given size.
  func contents(chunk: Int = 1 << 16) throws(ArchiveError) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for entry in entries { found[entry.name] = try open(entry).all(chunk: chunk) }
    return found
  }
}

extension EntryStream {
  func all(chunk: Int = 1 << 16) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: chunk + 3)
    while true {
      let read = try read(into: &buffer, at: 3, count: chunk)
      if read == 0 { return bytes }
      bytes += buffer[3..<3 + read]
    }
  }
}
