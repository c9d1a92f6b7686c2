import Foundation
import TestSupport

/// A run of the program that was built with the tests.
struct CommandRun {
  let code: Int32
  /// What it has written to standard output.
  let output: String
  /// What it has written to standard error.
  let messages: String

  /// The program, which is beside the tests.
  static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "p2c")

  /// The folder of the package's sources.
  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Runs p2c with the arguments in a folder.
  init(_ arguments: [String], in folder: TestFolder, environment: [String: String] = [:]) throws {
    try self.init(Self.program, arguments, in: folder, environment: environment)
  }

  /// Runs a script of bash in a folder; in it `p2c` is the program.
  init(script: String, in folder: TestFolder, environment: [String: String] = [:]) throws {
    var environment = environment
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment["PATH"] = "\(Self.program.deletingLastPathComponent().path):\(path)"
    try self.init(URL(filePath: "/bin/bash"), ["-c", script], in: folder, environment: environment)
  }

  private init(_ program: URL, _ arguments: [String], in folder: TestFolder, environment: [String: String]) throws {
    // Files, since a pipe that nobody reads would stop the program.
    let streams = try TestFolder()
    let paths = try [streams.write("output", ""), streams.write("messages", "")]
    let handles = try paths.map { try FileHandle(forWritingTo: URL(filePath: $0)) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (handles[0], handles[1])
    // Help texts are as wide as the terminal is said to be, and messages are English.
    let given = ["COLUMNS": "80", "LC_ALL": "C"].merging(environment) { $1 }
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "SOURCE_DATE_EPOCH" }
      .merging(given) { $1 }
    try process.run()
    process.waitUntilExit()
    for handle in handles { try handle.close() }
    code = process.terminationStatus
    output = try streams.text("output")
    messages = try streams.text("messages")
  }
}
