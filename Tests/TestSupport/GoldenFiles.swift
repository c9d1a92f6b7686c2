package import Foundation

/// A folder of texts that are kept of what the tool gives. Set `P2C_UPDATE_GOLDEN=1` to write them again, and review the
/// difference.
package struct GoldenFiles {
  /// Whether the texts are written instead of compared.
  package static let isUpdating = ProcessInfo.processInfo.environment["P2C_UPDATE_GOLDEN"] == "1"

  private let folder: URL

  /// The files of a folder.
  package init(_ folder: URL) { self.folder = folder }

  /// The paths of all files, in their order.
  package var names: [String] {
    get throws {
      guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
        (try? folder.appending(path: name).resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) ?? false
      }.sorted()
    }
  }

  /// How texts differ from all files of the folder: a line for each file, nothing if they are the same.
  package func differences(_ texts: [String: String]) throws -> [String] {
    if Self.isUpdating { try? FileManager.default.removeItem(at: folder) }
    let found = try texts.sorted { $0.key < $1.key }.compactMap { try difference($0.key, $0.value) }
    return try found + superfluous(texts.keys).map { "\($0) is kept and no longer there" }
  }

  /// How a text differs from the file of its name: the first line that does; nil if both are the same.
  package func difference(_ name: String, _ text: String) throws -> String? {
    let file = folder.appending(path: name)
    if Self.isUpdating {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    guard let kept = try? Data(contentsOf: file) else { return "\(name) is not kept" }
    if kept.elementsEqual(text.utf8) { return nil }
    return "\(name) \(Self.firstDifference(String(decoding: kept, as: UTF8.self), text))"
  }

  /// The files of the folder whose names are not among these; they are removed when the texts are written.
  package func superfluous(_ wanted: some Sequence<String>) throws -> [String] {
    let names = Set(try names).subtracting(wanted).sorted()
    guard Self.isUpdating else { return names }
    for name in names { try FileManager.default.removeItem(at: folder.appending(path: name)) }
    return []
  }

  private static func firstDifference(_ kept: String, _ text: String) -> String {
    let (old, new) = (kept.split(whereSeparator: \.isNewline), text.split(whereSeparator: \.isNewline))
    let line = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }
    guard let line else { return "has \(new.count) lines instead of \(old.count)" }
    return "line \(line.offset + 1): kept \(line.element.0), now \(line.element.1)"
  }
}
