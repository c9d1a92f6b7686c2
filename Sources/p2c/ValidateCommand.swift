public import ArgumentParser
import Foundation
import Mapping
public import ProspectToCash
import Records

extension ValidationPurpose: ExpressibleByArgument {}

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Find what an import or a conversion would stumble over, before either is made.",
    discussion: """
      Containers, manifests, schemas, files, values, keys and lookups are judged as an import into the packages' own \
      side; then the templates that the packages can feed are run without writing anything. References show what the \
      target has. Nothing is written unless --output names a folder.
      """)

  @Argument(help: "Packages to judge: zips, folders or single files of either side.")
  var packages: [String]

  @Option(name: .shortAndLong, help: "A folder to make, for findings.csv and report.json.")
  var output: String?

  @Option(
    name: .customLong("for"), help: "import: would the package's own system take it? convert: can templates use it?")
  var purpose = ValidationPurpose.import

  @OptionGroup var shared: SharedOptions

  @Flag(help: "Replace an existing output.")
  var force = false

  func run() throws {
    try reportingFailures {
      try SourceDate.check()
      let job = try ValidationJob(
        packages: packages, output: output, project: shared.project, purpose: purpose,
        company: shared.companies.first?.description,
        change: change)
      let line = shared.progressLine
      defer { line.end() }
      let summary = try job.run(progress: line.progress)
      line.end()
      try Terminal.tell(of: output) {
        switch shared.format {
        case .text: try Terminal.print(summary.lines)
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
    options.language = shared.language
    options.showsValues = shared.showValues
    options.replacesOutput = force
    options.epoch = try shared.asOf?.seconds ?? SourceDate.epoch()
    options.overrides = try shared.overrides.map { try Override.set($0) }
  }
}
