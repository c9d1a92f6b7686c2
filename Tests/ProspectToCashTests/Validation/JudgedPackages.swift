import Archives
import Foundation
import ProspectToCash

/// A folder with packages to judge, removed with the object.
final class JudgedPackages: Sendable {
  /// A finding as the report has it.
  struct Told: Hashable, CustomStringConvertible {
    var code: String
    var severity: String

    var description: String { "\(code) \(severity)" }
  }

  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "judged-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of what is in the folder, hidden ones too.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// Writes a file; its path.
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = url.appending(path: name)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Writes a zip of the entries; its path.
  func zip(_ name: String, _ entries: [(String, [UInt8])]) throws -> String {
    let path = url.appending(path: name).path
    let file = try OutputFile(path)
    let writer = ZipWriter(file: file, level: 1, time: 1_717_243_200, jobs: 1)
    for (name, bytes) in entries {
      try writer.begin(name)
      try writer.write(bytes)
      try writer.end()
    }
    try writer.finish()
    try file.close(sync: false)
    return path
  }

  /// A zip of the entries as bytes.
  func bytes(ofZip entries: [(String, [UInt8])]) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: zip("bytes.zip", entries))))
  }

  /// Judges packages; the report.
  func report(
    _ packages: [String], references: [String] = [], project: String? = nil, purpose: ValidationPurpose = .import,
    company: String? = nil, templates: [String] = []
  ) throws -> ValidationSummary {
    try ValidationJob(packages: packages, output: nil, project: project, purpose: purpose, company: company) {
      $0.references = references
      $0.templates = templates
    }.run(progress: .silent)
  }

  /// Judges packages; the codes and severities that come out.
  func told(
    _ packages: [String], references: [String] = [], project: String? = nil, purpose: ValidationPurpose = .import,
    company: String? = nil, templates: [String] = []
  ) throws -> Set<Told> {
    let summary = try report(
      packages, references: references, project: project, purpose: purpose, company: company, templates: templates)
    let document = try JSONSerialization.jsonObject(with: Data(try summary.json().utf8)) as? [String: Any]
    let items = document?["items"] as? [[String: String]] ?? []
    return Set(items.map { Told(code: $0["code"] ?? "", severity: $0["severity"] ?? "") })
  }
}

/// UTF-16 with its mark, as F&O writes text.
func wide(_ text: String) -> [UInt8] {
  ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
}
