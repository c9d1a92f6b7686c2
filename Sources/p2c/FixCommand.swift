import ArgumentParser
import Foundation
import Mapping
import ProspectToCash

struct FixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix", abstract: "Repair what can be repaired in a package without knowing the business.",
    discussion: """
      A folder inside the zip, the order of manifest members, encodings and line ends that contradict the source format, \
      time stamps that imports do not read, text that was encoded once, empty columns at the end, columns that hold \
      record ids of the source. Every repair is told as a finding; everything else stays as it is, byte for byte.
      """)

  @Argument(help: "The package to repair: a zip, a folder or a single file.")
  var package: String

  @Option(name: .shortAndLong, help: "The repaired package: a zip, or of a single file a file.")
  var output: String

  @OptionGroup var reading: ReadingArguments

  @Option(help: "Form of standard output: text, json or sarif.")
  var format = ReportFormat.text

  @Option(help: "Language of messages: en, nl, da, sv or is.")
  var language = Language.english

  @Option(help: "How many repairs of each code are listed; all are counted.")
  var maxFindings: Int?

  @Option(help: "How many threads may work side by side.")
  var jobs: Int?

  @Flag(inversion: .prefixedNo, help: "Read the package back and compare it with what was meant.")
  var verify = true

  @Flag(help: "Replace an existing file.")
  var force = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 on") }
    if let maxFindings, maxFindings < 0 { throw ValidationError("--max-findings takes a number from 0 on") }
  }

  func run() throws {
    try reportingFailures {
      var options = RepairJob.Options()
      options.limits = reading.limits
      options.replacesOutput = force
      options.epoch = try SourceDate.epoch()
      options.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
      options.maxFindings = maxFindings ?? Int.max
      options.language = language
      options.readsBack = verify
      let summary = try RepairJob(package: package, output: output, options: options).run()
      switch format {
      case .text: try Terminal.print(summary.lines)
      case .json: try summary.writeJSON(to: Terminal.write)
      case .sarif: try summary.writeStaticAnalysisLog(to: Terminal.write)
      }
    }
  }
}
