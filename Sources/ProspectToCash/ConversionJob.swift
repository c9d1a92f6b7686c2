public import Conversion
import Mapping
import Packages

/// A conversion as the command line asks for it: options, a project's changes, and what the tool knows.
public struct ConversionJob {
  /// The folder that the job makes.
  public let output: String
  private let conversion: (Progress) -> Conversion

  /// A conversion of packages, whose templates a project may change. Everything is checked that can be checked before
  /// an input is read. `change` sets what the command line says. Throws `ProjectError`, `Failure`.
  public init(
    packages: [String], output: String, project: String?, change: (inout ConversionOptions) throws -> Void
  ) throws {
    var options = ConversionOptions(inputs: packages, output: output)
    if let project { options.project = try JobCatalogues.project(project) }
    try self.init(options, change: change)
  }

  /// The whole job of a project file. `output` stands in place of the project's, `change` sets what else the command
  /// line says, which wins. Throws `ProjectError`, `Failure`.
  public init(running file: String, output: String?, change: (inout ConversionOptions) throws -> Void) throws {
    let project = try JobCatalogues.project(file)
    try project.requireJob(needsOutput: output == nil)
    try self.init(ConversionOptions(project, output: output), change: change)
  }

  private init(_ options: ConversionOptions, change: (inout ConversionOptions) throws -> Void) throws {
    var options = options
    try change(&options)
    let known = try JobCatalogues(
      options.project, templates: options.templates, overrides: options.overrides, language: options.language)
    let chosen = options
    output = options.output
    conversion = {
      Conversion(
        chosen, schemas: known.schemas, templates: known.templates, findings: known.findings, progress: $0)
    }
  }

  /// Runs the job.
  public func run(progress: Progress) throws -> ConversionSummary { try conversion(progress).run() }
}

extension ConversionOptions {
  /// What a project asks for.
  init(_ project: ProjectFile, output: String?) {
    self.init(inputs: [], output: output ?? project.output.map(project.path(of:)) ?? "")
    inputs = project.inputs.map { PackagePath($0, resolve: project.path(of:)) }
    command = .run
    self.project = project
    references = project.references.map { PackagePath($0, resolve: project.path(of:)) }
    destination = project.to
    templates = project.only
    companies = project.selectedCompanies
    fileFormat = project.fileFormat.flatMap(FinopsFileFormat.init(named:)) ?? fileFormat
    salesFormat = project.salesFormat.flatMap(SalesFormat.init(named:)) ?? salesFormat
    folderLocation = project.folderLocation
    isDelta = project.delta ?? isDelta
    rejectLimit = project.rejectLimit.flatMap(RejectLimit.init)
  }
}

/// A size in bytes, as options give it: digits, perhaps with KB, MB or GB (powers of 1000) or KiB, MiB, GiB.
public struct ByteCount: Sendable, Equatable {
  /// The bytes.
  public let bytes: UInt64

  /// Reads a size from 1 on; nil for anything else.
  public init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units: [String: UInt64] = [
      "": 1, "b": 1, "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
      "k": 1000, "m": 1_000_000, "g": 1_000_000_000,
    ]
    let unit = text.dropFirst(digits.count).lowercased().filter { $0 != " " }
    guard let number = UInt64(digits), let factor = units[unit], number > 0 else { return nil }
    let (product, overflow) = number.multipliedReportingOverflow(by: factor)
    guard !overflow else { return nil }
    bytes = product
  }
}
