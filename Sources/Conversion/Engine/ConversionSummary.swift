package import Findings
package import Mapping
package import Packages

/// All that is to be reported of a conversion; reports are made of it.
public struct ConversionSummary {
  /// What it came to.
  public let result: RunResult
  package let options: ConversionOptions
  package let destination: Side
  package let inputs: [Package]
  /// For each input the records of its entities.
  package let entities: [[Int]]
  package let digests: [String: FileDigest]
  /// The packages that were only looked into.
  package let references: [Package]
  /// The time of the run in seconds since 1970; nil if it has none.
  package let time: Int64?
  /// The companies whose records were converted.
  package let companies: [String]
  /// Files of inputs and references that nobody understands.
  package let unknownFiles: [UnknownFile]
  /// The packages that bring assigned numbers back into Sales.
  package let numbers: [PackageReport]
  package let templates: [TemplateReport]
  package let findings: FindingSink
  /// The plan of a run in parts and the number of these; nil for a run of one piece.
  package var shards: (plan: String, parts: Int)?
  /// The path and digest of the project, where its file is elsewhere meanwhile.
  package var project: (path: String, sha256: String)?

  package init(
    result: RunResult, options: ConversionOptions, destination: Side, inputs: [Package], entities: [[Int]],
    digests: [String: FileDigest], references: [Package], time: Int64?, companies: [String],
    unknownFiles: [UnknownFile], numbers: [PackageReport], templates: [TemplateReport], findings: FindingSink
  ) {
    (self.result, self.options, self.destination) = (result, options, destination)
    (self.inputs, self.entities, self.digests, self.references) = (inputs, entities, digests, references)
    (self.time, self.companies, self.unknownFiles) = (time, companies, unknownFiles)
    (self.numbers, self.templates, self.findings) = (numbers, templates, findings)
  }

  /// All packages that were written, in import order.
  package var packages: [PackageReport] { numbers + importOrder.map(\.package) }

  /// The packages of the templates in the order of import, each with its template.
  package var importOrder: [(template: TemplateReport, package: PackageReport)] {
    let all = templates.flatMap { template in template.packages.map { (template: template, package: $0) } }
    // Packages of one number stay in the order of their templates.
    return all.enumerated().sorted { ($0.element.package.number, $0.offset) < ($1.element.package.number, $1.offset) }
      .map(\.element)
  }

  /// The output folder, as it was named.
  package var output: String { options.output }
}
