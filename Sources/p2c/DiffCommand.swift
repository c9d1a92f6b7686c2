import ArgumentParser
import Findings
import Foundation
import ProspectToCash

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the changes between two exports of one side.",
    discussion: """
      Lists records and values that were added, changed or removed, and changes of structure: entities, columns, types, \
      options in use, formats. Files are written only with --output. The exit code is 0 if nothing has changed.
      """)

  @Argument(help: "The earlier export: a zip, folder or single file.", completion: NameCompletion.package)
  var old: String

  @Argument(help: "The later export.", completion: NameCompletion.package)
  var new: String

  @Option(
    name: .shortAndLong, help: "The output folder, for differences.csv, drift.csv, report.json and report.html.",
    completion: .directory)
  var output: String?

  @Option(
    help: "Memory for the earlier export, such as 512MB; the rest is spilled to files (default: 2GiB).")
  var memory: String?

  @OptionGroup var reading: ReadingArguments

  @Option(help: "Maximum number of parallel threads.")
  var jobs: Int?

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  @OptionGroup var languages: LanguageArguments

  @OptionGroup var progress: ProgressArguments

  @Flag(help: "Write the differences as an Excel workbook, too; needs --output.")
  var excel = false

  @Flag(help: "Replace an existing output.")
  var force = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more") }
    if excel, output == nil { throw ValidationError("--excel needs --output") }
    if let memory, ByteCount(memory) == nil { throw ValidationError("--memory must be a size such as 500MB or 2GiB") }
  }

  func run() throws {
    try reportingFailures {
      var options = VersionOptions(old: [old], new: [new])
      options.limits = reading.limits
      options.output = output ?? ""
      options.replacesOutput = force
      options.writesWorkbooks = excel
      options.language = languages.ofFiles
      options.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
      options.memory = memory.flatMap { ByteCount($0).map { Int(clamping: $0.bytes) } } ?? options.memory
      // Before anything is written: without texts the command fails as a whole.
      let texts = try progress.quiet || format == .json ? nil : languages.texts()
      let line = try progress.line(in: languages)
      defer { line.end() }
      let summary = try VersionComparison(options, progress: line.progress).run()
      line.finish()
      try Terminal.report(of: output, in: languages) {
        if format == .json { return try Terminal.print(document: summary.json()) }
        if let texts { try Terminal.print(summary: summary.lines(texts)) }
      }
      if summary.result != .ok { throw ExitCode(summary.result.exitCode) }
    }
  }
}
