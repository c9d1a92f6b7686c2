public import Conversion
package import Findings
import Mapping
package import Packages

/// All that is to be reported of a validation.
public struct ValidationSummary {
  package let inputs: [Package]
  /// For each input the records of its entities.
  package let counts: [[Int]]
  package let digests: [String: FileDigest]
  /// The packages that were only looked into.
  package let references: [Package]
  /// Files of inputs and references that nobody understands.
  package let unknownFiles: [UnknownFile]
  package let templates: [TemplateReport]
  package let findings: FindingSink
  let catalogue: FindingCatalogue
  package let options: ConversionOptions
  package let purpose: ValidationPurpose

  /// What it came to: `findings` if anything is an error.
  public var result: RunResult { (findings.bySeverity[.error] ?? 0) > 0 ? .findings : .ok }
}
