import Foundation
import Glibc

@testable import p2c

/// A folder with the inputs of all cases, and a place in it where each run finds and leaves its files.
struct TortureWorld {
  let root: URL
  /// Where runs write; emptied before each.
  var place: URL { root.appending(path: "place") }

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(
      path: "torture-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.removeItem(at: root)
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: root) }

  /// The path of a sample export of the repository.
  static func sample(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../samples/\(name)").standardized.path
  }

  /// The path of a name in the place of runs.
  func path(_ name: String) -> String { place.appending(path: name).path }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = place.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    // Outputs bear the time of the newest input.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: file.path)
  }

  /// Plans a conversion and does its tasks up to one, or all of them; made once, and copied to the place of runs.
  func plan(_ input: String, _ options: [String], before last: String?) throws {
    let made = root.appending(path: "plan-\(last ?? "all")")
    if !FileManager.default.fileExists(atPath: made.path) { try makePlan(input, options, before: last, at: made.path) }
    try FileManager.default.copyItem(at: made, to: place.appending(path: "plan"))
  }

  private func makePlan(_ input: String, _ options: [String], before last: String?, at path: String) throws {
    struct Plan: Decodable {
      struct Stage: Decodable {
        var tasks: [Task]
      }
      struct Task: Decodable {
        var id: String
      }
      var stages: [Stage]
    }
    func command(_ arguments: [String]) throws {
      let code = P2C.run(["shard"] + arguments + ["--quiet"])
      if code != 0 { throw CocoaError(.executableLoad) }
    }
    try command(["plan", input] + options + ["--output", path])
    let plan = try JSONDecoder().decode(Plan.self, from: Data(contentsOf: URL(filePath: "\(path)/plan.json")))
    for task in plan.stages.flatMap(\.tasks).prefix(while: { $0.id != last }) { try command(["run", path, task.id]) }
  }

  /// Empties the place.
  func clear() throws {
    try? FileManager.default.removeItem(at: place)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
  }

  /// All that stands in the place, folders and hidden files too, by path. Folders and, `withoutBytes`, files are empty.
  func tree(withoutBytes: Bool = false) throws -> [String: Data] {
    var tree: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: place.path) {
      tree[name] = withoutBytes ? Data() : (try? Data(contentsOf: place.appending(path: name))) ?? Data()
    }
    return tree
  }

  /// What the process has open: for each descriptor what it leads to.
  static var descriptors: [String] {
    let folder = "/proc/self/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // The descriptor of this very listing is gone by now.
    return numbers.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }.sorted()
  }

  /// What is in a list of descriptors and not in an earlier one.
  static func extra(_ descriptors: [String], _ earlier: [String]) -> [String] {
    descriptors.difference(from: earlier).insertions.map { change in
      if case .insert(_, let target, _) = change { target } else { "" }
    }
  }
}

/// Standard output and standard error of the process, turned elsewhere while a command runs.
struct QuietTerminal {
  private let messages: URL
  private let saved: [Int32]

  init(_ folder: URL) {
    messages = folder.appending(path: "messages")
    saved = [dup(STDOUT_FILENO), dup(STDERR_FILENO)]
  }

  /// Runs a command; what it gives, and what it has said on standard error.
  func run(_ body: () -> Int32) -> (code: Int32, messages: String) {
    // The paths live as C strings for the length of the calls.
    let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    let file = unsafe open(messages.path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
    dup2(null, STDOUT_FILENO)
    dup2(file, STDERR_FILENO)
    close(null)
    close(file)
    defer {
      dup2(saved[0], STDOUT_FILENO)
      dup2(saved[1], STDERR_FILENO)
    }
    let code = body()
    return (code, (try? String(contentsOf: messages, encoding: .utf8)) ?? "")
  }
}
