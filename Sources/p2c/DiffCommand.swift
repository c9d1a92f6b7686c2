import ArgumentParser
import ProspectToCash

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Tell what changed between two exports of one side.",
    discussion: """
      Records and values that were added, changed or removed, and changes of structure: entities, columns, types, \
      options in use, formats. Nothing is written unless --output names a folder. The exit code is 0 if nothing changed.
      """)

  @Argument(help: "The earlier export: a zip, folder or single file.")
  var old: String

  @Argument(help: "The later export.")
  var new: String

  @Option(name: .shortAndLong, help: "A folder to make, for differences.csv, drift.csv and report.json.")
  var output: String?

  @Option(
    help: "How much of the earlier export may be in memory, such as 512MB; the rest goes to files. Default: 2GiB.")
  var memory: String?

  @OptionGroup var reading: ReadingArguments

  @Option(help: "Form of standard output: text or json.")
  var format = OutputFormat.text

  @Flag(help: "Replace an existing output.")
  var force = false

  func validate() throws {
    if let memory, ByteCount(memory) == nil { throw ValidationError("--memory takes a size such as 500MB or 2GiB") }
  }

  func run() throws {
    try reportingFailures {
      var options = VersionOptions(old: [old], new: [new])
      options.limits = reading.limits
      options.output = output ?? ""
      options.replacesOutput = force
      options.memory = memory.flatMap { ByteCount($0).map { Int(clamping: $0.bytes) } } ?? options.memory
      let summary = try VersionComparison(options).run()
      try Terminal.tell(of: output) {
        if format == .json { try Terminal.print(document: summary.json()) } else { try Terminal.print(summary.lines) }
      }
      if summary.result != .ok { throw ExitCode(summary.result.exitCode) }
    }
  }
}
