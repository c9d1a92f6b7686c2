import Archives
package import Foundation

/// A folder for one test, removed with the object.
package final class TestFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "p2c-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a name in the folder.
  package func path(_ name: String) -> String { url.appending(path: name).path }

  /// The names of what is in the folder, hidden ones too, in their order.
  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// Whether there is a file or folder of the name.
  package func holds(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// The bytes of a file.
  package func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url.appending(path: name))) }

  /// The text of a file.
  package func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  /// Writes a file, with the folders that lead to it; its path.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Writes a file of UTF-8; its path.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

  /// Writes a zip of the entries, in their order; its path.
  @discardableResult
  package func zip(_ name: String, _ entries: [(String, [UInt8])]) throws -> String {
    let file = try OutputFile(path(name))
    let writer = ZipWriter(file: file, level: 1, time: 1_717_243_200, jobs: 1)
    for (name, bytes) in entries {
      try writer.begin(name)
      try writer.write(bytes)
      try writer.end()
    }
    try writer.finish()
    try file.close(sync: false)
    return path(name)
  }

  /// The bytes of a zip of the entries.
  package static func zipped(_ entries: [(String, [UInt8])]) throws -> [UInt8] {
    let folder = try TestFolder()
    try folder.zip("inner.zip", entries)
    return try folder.bytes("inner.zip")
  }
}
