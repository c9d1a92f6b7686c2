import Archives
import Foundation

/// The files of a conversion's output, by path.
struct OutputTree {
  /// The bytes of all files.
  let files: [String: [UInt8]]

  /// Reads a folder to its last file.
  init(_ folder: URL) throws {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: name)
      if file.hasDirectoryPath || Self.isFolder(file) { continue }
      files[name] = [UInt8](try Data(contentsOf: file))
    }
    self.files = files
  }

  private static func isFolder(_ file: URL) -> Bool {
    (try? file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
  }

  private static let lists: Set<String> = ["findings.csv", "crosswalk.csv", "filtered.csv", "unmapped.csv"]

  /// The texts of a conversion, as a reader would want them: packages unpacked, UTF-16 decoded. Reports are left out.
  static func texts(of folder: URL) throws -> [String: String] {
    var texts: [String: String] = [:]
    for (name, bytes) in try OutputTree(folder).files {
      if name.hasPrefix("packages/"), name.hasSuffix(".zip") {
        let container = try Container.open(folder.appending(path: name).path)
        for entry in container.entries {
          texts["\(name.dropLast(4))/\(entry.name)"] = text(try container.readAll(entry, limit: 1 << 24))
        }
      } else if lists.contains(name) || name.hasPrefix("rejects/") {
        texts[name] = text(bytes)
      }
    }
    return texts
  }

  /// The text of a file in UTF-16 with a mark, or in UTF-8.
  static func text(_ bytes: [UInt8]) -> String {
    guard bytes.starts(with: [0xFF, 0xFE]) else { return String(decoding: bytes, as: UTF8.self) }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
    return String(decoding: units, as: UTF16.self)
  }
}

/// The counts of `report.json`.
struct ReportedCounts: Decodable {
  struct Template: Decodable {
    var name: String
    var tasks: [Task]
  }

  struct Task: Decodable, Equatable {
    var name: String
    var read: Int
    var generated: Int
    var filtered: Int
    var rejected: Int
    var written: Int

    /// Whether every record that came or was made is accounted for.
    var isConserved: Bool { read + generated == filtered + rejected + written }
  }

  var templates: [Template]

  /// Reads the report of an output folder.
  init(_ folder: URL) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: folder.appending(path: "report.json")))
  }

  /// The counts of a task; nil if it did not run.
  func task(_ template: String, _ task: String) -> Task? {
    templates.first { $0.name == template }?.tasks.first { $0.name == task }
  }

  /// One line for each task.
  var csv: String {
    "template,task,read,generated,filtered,rejected,written\n"
      + templates.flatMap { template in
        template.tasks.map {
          "\(template.name),\($0.name),\($0.read),\($0.generated),\($0.filtered),\($0.rejected),\($0.written)\n"
        }
      }.joined()
  }
}
