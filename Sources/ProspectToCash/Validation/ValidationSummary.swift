import Findings
import Mapping
import Packages

/// All that is to be reported of a validation.
public struct ValidationSummary {
  let inputs: [Package]
  /// For each input the records of its entities.
  let counts: [[Int]]
  let digests: [String: FileDigest]
  /// Files of inputs and references that nobody understands.
  let unknownFiles: [UnknownFile]
  let templates: [TemplateReport]
  let findings: FindingSink
  let catalogue: FindingCatalogue
  let output: String

  /// What it came to: `findings` if anything is an error.
  public var result: RunResult { (findings.bySeverity[.error] ?? 0) > 0 ? .findings : .ok }
}
