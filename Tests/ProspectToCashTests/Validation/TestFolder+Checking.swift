import Foundation
import ProspectToCash
import Records
import TestSupport

/// A finding as the report has it.
struct ToldFinding: Hashable, CustomStringConvertible {
  var code: String
  var severity: String

  var description: String { "\(code) \(severity)" }
}

extension TestFolder {
  /// Checks packages; the report.
  func report(
    _ packages: [String], references: [String] = [], project: String? = nil, purpose: ValidationPurpose = .import,
    company: String? = nil, templates: [String] = []
  ) throws -> ValidationSummary {
    try ValidationJob(packages: packages, output: nil, project: project, purpose: purpose, company: company) {
      $0.references = references.map { PackagePath($0) }
      $0.templates = templates
      $0.companies = company.flatMap { CompanyID($0) }.map { [$0] } ?? []
    }.run(progress: .silent)
  }

  /// Checks packages; the codes and severities that come out.
  func reported(
    _ packages: [String], references: [String] = [], project: String? = nil, purpose: ValidationPurpose = .import,
    company: String? = nil, templates: [String] = []
  ) throws -> Set<ToldFinding> {
    let summary = try report(
      packages, references: references, project: project, purpose: purpose, company: company, templates: templates)
    let document = try JSONSerialization.jsonObject(with: Data(try summary.json().utf8)) as? [String: Any]
    let items = document?["items"] as? [[String: String]] ?? []
    return Set(items.map { ToldFinding(code: $0["code"] ?? "", severity: $0["severity"] ?? "") })
  }
}

/// UTF-16 with its mark, as F&O writes text.
func wide(_ text: String) -> [UInt8] {
  ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
}
