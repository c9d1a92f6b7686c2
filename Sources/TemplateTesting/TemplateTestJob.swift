import Archives
import Conversion
public import Findings
import Foundation
public import Mapping

/// Runs tests of templates: those that come with the tool, or those of files and folders.
public struct TemplateTestJob {
  private let catalogue: TemplateTestCatalogue
  private let findings: FindingCatalogue
  private let files: [TemplateTestFile]
  private let updates: Bool

  /// Tests of the paths, files named `*.test.yaml` or folders with such files; without a path those of the tool. `templates`
  /// are the only ones that are tested, if there are any; with `updates`, expectations are replaced by what comes out.
  /// Everything is read and checked before a test runs. Throws `ProjectError`, `ArchiveError`, `Failure`.
  public init(
    _ paths: [String], templates: [String] = [], project: ProjectFile? = nil, updates: Bool = false,
    findings: FindingCatalogue
  ) throws {
    let catalogue = try TemplateTestCatalogue(project)
    self.catalogue = catalogue
    self.findings = findings
    self.updates = updates
    var files: [TemplateTestFile] = paths.isEmpty ? try catalogue.builtIn(templates) : []
    for path in paths {
      let names = try Self.testFiles(path)
      let found = try names.map { try catalogue.read($0) }
      if found.allSatisfy(\.tests.isEmpty) {
        throw Failure(message: "\(path): holds no test; tests are files named NAME\(Self.testEnding)", exitCode: 66)
      }
      // A file that is in several of the paths is tested once.
      files += found.filter { file in !files.contains { $0.file == file.file } }
    }
    let known = Set(catalogue.templateNames + files.map(\.template.name))
    for name in templates where !known.contains(name) {
      throw Failure(unknownTemplate: name, among: known.sorted())
    }
    self.files = templates.isEmpty ? files : files.filter { templates.contains($0.template.name) }
  }

  /// Runs all tests and then updates their files if that was asked for. Throws `Failure`, `ProjectError`, `ArchiveError`.
  public func run(reporting: (_ template: String) -> Void = { _ in }) throws -> TemplateTestSummary {
    var summary = TemplateTestSummary()
    var updated: [(file: String, text: String)] = []
    for file in files {
      reporting(file.template.name)
      var changed: [String: [ExpectedTask]] = [:]
      for test in file.tests {
        let tested = try tested(test, of: file)
        let differences = test.expected.flatMap { expected in
          tested.first { $0.task.name == expected.name }?.differences(from: expected) ?? []
        }
        if updates, !differences.isEmpty || test.expected.isEmpty {
          changed[test.name] = tested.compactMap { task in
            let earlier = test.expected.first { $0.name == task.task.name }
            return earlier == nil && !test.expected.isEmpty ? nil : task.expectation(like: earlier)
          }
        }
        summary.outcomes.append(
          TemplateTestOutcome(
            file: file.file, template: file.template.name, name: test.name, differences: updates ? [] : differences))
      }
      if !changed.isEmpty { updated.append((file.file, try file.updated(expecting: changed, in: catalogue))) }
    }
    for (file, text) in updated { try Self.write(text, to: file) }
    return summary
  }

  private func tested(_ test: TemplateTest, of file: TemplateTestFile) throws -> [TestedTask] {
    do {
      return try TestRun(test, of: file.template, findings).run()
    } catch {
      let failure = Failure(error)
      // What the installation lacks or the machine refuses is not the test's.
      if [70, 71].contains(failure.exitCode) { throw failure }
      throw Failure(message: "\(file.file): \(test.name): \(failure.words)", exitCode: failure.exitCode)
    }
  }

  /// Writes another text to a file, which keeps its byte order mark.
  private static func write(_ text: String, to file: String) throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let hasMark = try WholeFile.read(file, limit: 1 << 30).starts(with: mark)
    let output = try AtomicFile(at: file, replacing: true)
    try output.file.write((hasMark ? mark : []) + Array(text.utf8))
    try output.commit()
  }

  // MARK: Files

  /// The files of tests at a path: the path itself, or those in the folder and its sub-folders, sorted.
  private static func testFiles(_ path: String) throws -> [String] {
    guard WholeFile.isFolder(path) || FileManager.default.isFolder(path) else {
      guard FileManager.default.fileExists(atPath: path) else {
        throw Failure(message: "\(path): does not exist", exitCode: 66)
      }
      return path.hasSuffix(testEnding) ? [path] : []
    }
    var trimmed = path[...]
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed = trimmed.dropLast() }
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    // Hidden files and folders are notes of desktops and version control.
    let isHidden = { (name: String) in name.hasPrefix(".") || name.contains("/.") }
    return names.filter { $0.hasSuffix(testEnding) && !isHidden($0) }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    .map { trimmed == "/" ? "/\($0)" : "\(trimmed)/\($0)" }
  }

  private static let testEnding = BuiltInFiles.testEnding
}

/// What became of tests.
public struct TemplateTestSummary: Sendable {
  /// The tests in their order.
  public var outcomes: [TemplateTestOutcome] = []

  /// How many came out as expected.
  public var passed: Int { outcomes.count { $0.differences.isEmpty } }
  /// How many did not.
  public var failed: Int { outcomes.count - passed }
  /// The exit code of the command.
  public var exitCode: Int32 { failed == 0 ? 0 : 1 }
}

/// What became of a test.
public struct TemplateTestOutcome: Sendable {
  /// The file that has it.
  public var file: String
  /// The template.
  public var template: String
  /// The test's name.
  public var name: String
  /// How it differs from what is expected; none if it passed.
  public var differences: [TemplateTestDifference]
}

extension FileManager {
  /// Whether a folder is at the path, or a link to one.
  fileprivate func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    // Safe: the call writes the flag and does not keep its address.
    return unsafe fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
