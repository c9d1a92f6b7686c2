import Mapping

/// A conversion as the command line asks for it: options, a project's changes, and what the tool knows.
public struct ConversionJob {
  private let conversion: (Progress) -> Conversion

  /// Puts the job together and checks everything that can be checked before an input is read. `change` sets what the
  /// command line says. Throws `ProjectError`, `Failure`.
  public init(
    packages: [String], references: [String], output: String, project: String?,
    change: (inout ConversionOptions) throws -> Void
  ) throws {
    var schemas = try SchemaCatalogue.builtIn()
    var templates = try TemplateCatalogue.builtIn()
    let findings = try FindingCatalogue.builtIn()
    var options = ConversionOptions(inputs: packages, output: output)
    options.references = references
    if let project {
      let file = try ProjectFile.read(project, templates: templates, schemas: schemas)
      (schemas, templates) = (file.schemas, file.templates)
      options.project = file
    }
    try change(&options)
    for name in options.templates where try templates.template(named: name) == nil {
      throw Failure(message: "there is no template \(name); see `p2c templates list`", exitCode: 64)
    }
    for override in options.overrides { try override.check(in: templates) }
    let (chosenSchemas, chosenTemplates, chosen) = (schemas, templates, options)
    conversion = {
      Conversion(chosen, schemas: chosenSchemas, templates: chosenTemplates, findings: findings, progress: $0)
    }
  }

  /// Runs the job.
  public func run(progress: Progress) throws -> ConversionSummary { try conversion(progress).run() }
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
