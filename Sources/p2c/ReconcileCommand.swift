import ArgumentParser
import Foundation
import Mapping
import ProspectToCash

struct ReconcileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reconcile",
    abstract: "Compare exports of both sides record by record and field by field.",
    discussion: """
      Runs each template over its source side and compares the result with the export of the other side. \
      differences.csv lists the differences, totals.csv has the totals of both sides, crosswalk.csv the matched \
      records. The exit code is 0 if nothing differs.
      """)

  @Option(
    parsing: .upToNextOption, help: "Exports of F&O: zips, folders or single files.", completion: NameCompletion.package
  )
  var finops: [String]

  @Option(
    parsing: .upToNextOption, help: "Exports of Sales: zips, folders or single files.",
    completion: NameCompletion.package)
  var sales: [String]

  @Option(name: .shortAndLong, help: "The output folder.", completion: .directory)
  var output: String

  @Option(
    help: "Memory for the export of one side, such as 512MB; the rest is spilled to files (default: 2GiB).")
  var memory: String?

  @Option(
    help: "The output folder of an earlier run, to mark new and known differences and list those gone.",
    completion: .directory)
  var baseline: String?

  @Option(help: "finops or sales: write packages with corrections for that side.")
  var emitFixes: DestinationName?

  @Flag(help: "Assign numbers to accounts and contacts that have none, as convert --assign-numbers does.")
  var assignNumbers = false

  @OptionGroup var first: FirstNumber

  @Option(help: "A project file, whose template changes apply.", completion: NameCompletion.project)
  var project: String?

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  @OptionGroup var shared: SharedOptions

  @Flag(help: "Write findings and differences as Excel workbooks, too.")
  var excel = false

  @Flag(help: "Replace an existing output.")
  var force = false

  func validate() throws {
    try first.check(assigns: assignNumbers)
    if let memory, ByteCount(memory) == nil {
      throw ValidationError("--memory must be a size such as 500MB or 2GiB")
    }
  }

  func run() throws {
    try reportingFailures {
      try SourceDate.check()
      let job = try ReconciliationJob(
        finops: finops, sales: sales, output: output, project: project, change: change)
      // Before anything is written: without texts the command fails as a whole.
      let texts = try shared.progress.quiet || format == .json ? nil : shared.languages.texts()
      let line = try shared.progress.line(in: shared.languages)
      defer { line.end() }
      let summary = try job.run(progress: line.progress)
      line.finish()
      try Terminal.report(of: output, in: shared.languages) {
        if format == .json { return try Terminal.print(document: summary.json()) }
        if let texts { try Terminal.print(summary: summary.lines(texts)) }
      }
      if summary.result != .ok { throw ExitCode(summary.result.exitCode) }
    }
  }

  private func change(_ options: inout ReconciliationOptions) throws {
    options.references = shared.referencePaths
    options.limits = shared.reading.limits
    options.templates = shared.templates
    options.companies = shared.companies.isEmpty ? options.project?.selectedCompanies ?? [] : shared.companies
    options.language = shared.languages.ofFiles
    options.jobs = shared.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    options.maxFindings = shared.maxFindings ?? Int.max
    options.showsValues = shared.showValues
    options.replacesOutput = force
    options.writesWorkbooks = excel
    options.memory = memory.flatMap { ByteCount($0).map { Int(clamping: $0.bytes) } } ?? options.memory
    options.baseline = baseline
    options.assignsNumbers = assignNumbers
    options.firstNumber = first.firstNumber ?? options.firstNumber
    options.fixes = emitFixes?.side
    options.epoch = try shared.asOf?.seconds ?? SourceDate.epoch()
    options.overrides = try shared.overrides.map { try Override.set($0) }
  }
}
