import Findings
import Mapping
import Packages

/// All that is to be reported of a conversion; reports are made of it.
public struct ConversionSummary {
  /// What it came to.
  public let result: RunResult
  let options: ConversionOptions
  let destination: Side
  let inputs: [Package]
  /// For each input the records of its entities.
  let entities: [[Int]]
  let digests: [String: FileDigest]
  /// The companies whose records were converted.
  let companies: [String]
  /// Files of inputs and references that nobody understands.
  let unknownFiles: [UnknownFile]
  /// The packages that bring assigned numbers back into Sales.
  let numbers: [PackageReport]
  let templates: [TemplateReport]
  let findings: FindingSink

  /// All packages that were written, in import order.
  var packages: [PackageReport] { numbers + templates.flatMap(\.packages) }

  /// The output folder, as it was named.
  var output: String { options.output }
}
