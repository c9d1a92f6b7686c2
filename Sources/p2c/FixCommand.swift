import ArgumentParser
import Findings
import Foundation
import Mapping
import ProspectToCash

struct FixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix", abstract: "Repair the faults of a package that need no business decision.",
    discussion: """
      Repairs folders inside the zip, the order of manifest members, encodings and line ends that contradict the source \
      format, time stamps that imports cannot read, text that was encoded only once, empty columns at the end, and \
      columns with record ids of the source. Every repair is reported as a finding; everything else stays the same, \
      byte for byte.
      """)

  @Argument(help: "The package to repair: a zip, a folder or a single file.", completion: NameCompletion.package)
  var package: String

  @Option(
    name: .shortAndLong, help: "The repaired package: a zip, or a file if the input is a single file.",
    completion: .file())
  var output: String

  @Option(help: "A page for people about the repairs, such as repairs.html.", completion: .file(extensions: ["html"]))
  var report: String?

  @OptionGroup var reading: ReadingArguments

  @Option(help: "Format of standard output: text, json or sarif.")
  var format = ReportFormat.text

  @OptionGroup var languages: LanguageArguments

  @OptionGroup var progress: ProgressArguments

  @Option(help: "How many repairs of each code are listed; all are counted.")
  var maxFindings: Int?

  @Option(help: "Maximum number of parallel threads.")
  var jobs: Int?

  @Flag(inversion: .prefixedNo, help: "Read the package back and compare it with the intended content.")
  var verify = true

  @Flag(help: "Replace existing files.")
  var force = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more") }
    if let maxFindings, maxFindings < 0 { throw ValidationError("--max-findings must be 0 or more") }
  }

  func run() throws {
    try reportingFailures {
      var options = RepairJob.Options()
      options.limits = reading.limits
      options.replacesOutput = force
      options.epoch = try SourceDate.epoch()
      options.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
      options.maxFindings = maxFindings ?? Int.max
      options.language = languages.ofFiles
      options.readsBack = verify
      options.report = report
      let line = try progress.line(in: languages)
      defer { line.end() }
      let summary = try RepairJob(package: package, output: output, options: options).run(progress: line.progress)
      line.finish()
      switch format {
      case .text where progress.quiet: break
      case .text: try Terminal.print(summary: summary.lines(languages.words(summary.findings.catalogue)))
      case .json: try summary.writeJSON(to: Terminal.write)
      case .sarif: try summary.writeStaticAnalysisLog(to: Terminal.write)
      }
    }
  }
}
