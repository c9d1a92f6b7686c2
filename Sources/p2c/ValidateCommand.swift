public import ArgumentParser
import Findings
import Foundation
import Mapping
public import ProspectToCash
import Records

extension ValidationPurpose: ExpressibleByArgument {}

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check packages for problems before importing or converting them.",
    discussion: """
      Checks containers, manifests, schemas, files, values, keys and lookups for an import into the packages' own side, \
      then runs the templates without writing packages. References show which records the target has. Files are \
      written only with --output.
      """)

  @Argument(
    help: "Packages to check: zips, folders or single files of either side.", completion: NameCompletion.package)
  var packages: [String]

  @Option(
    name: .shortAndLong, help: "The output folder, for findings.csv, report.json and report.html.",
    completion: .directory)
  var output: String?

  @Option(
    name: .customLong("for"), help: "The purpose: import (into the packages' own system) or convert.")
  var purpose = ValidationPurpose.import

  @Option(help: "A project file, whose template changes apply.", completion: NameCompletion.project)
  var project: String?

  @Option(help: "Format of standard output: text, json or sarif.")
  var format = ReportFormat.text

  @OptionGroup var shared: SharedOptions

  @Flag(help: "Write the findings as an Excel workbook, too; needs --output.")
  var excel = false

  @Flag(help: "Replace an existing output.")
  var force = false

  func validate() throws {
    if excel, output == nil { throw ValidationError("--excel needs --output") }
  }

  func run() throws {
    try reportingFailures {
      try SourceDate.check()
      let job = try ValidationJob(
        packages: packages, output: output, project: project, purpose: purpose,
        company: shared.companies.first?.description,
        change: change)
      let line = try shared.progress.line(in: shared.languages)
      defer { line.end() }
      let summary = try job.run(progress: line.progress)
      line.finish()
      try Terminal.report(of: output, in: shared.languages) {
        switch format {
        case .text where shared.progress.quiet: break
        case .text:
          try Terminal.print(summary: summary.lines(shared.languages.words(summary.findings.catalogue)))
        case .json: try summary.writeJSON(to: Terminal.write)
        case .sarif: try summary.writeStaticAnalysisLog(to: Terminal.write)
        }
      }
      if summary.result != .ok { throw ExitCode(summary.result.exitCode) }
    }
  }

  private func change(_ options: inout ConversionOptions) throws {
    options.references = shared.referencePaths
    options.limits = shared.reading.limits
    options.templates = shared.templates
    options.companies = shared.companies.isEmpty ? options.project?.selectedCompanies ?? [] : shared.companies
    options.jobs = shared.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    options.maxFindings = shared.maxFindings ?? Int.max
    options.language = shared.languages.ofFiles
    options.showsValues = shared.showValues
    options.replacesOutput = force
    options.writesWorkbooks = excel
    options.epoch = try shared.asOf?.seconds ?? SourceDate.epoch()
    options.overrides = try shared.overrides.map { try Override.set($0) }
  }
}
