import Archives
import Conversion
import Findings
import Mapping
import Packages
package import Validation

/// `report.html` of a validation: what was found in packages on one page for people, which needs nothing but itself.
///
/// The members are what `validation.mustache` names; every text is escaped there. No record's content but keys is on it, unless
/// values are to be shown.
package struct ValidationPage {
  let language, title, result, verdict, made: String
  let version = ToolVersion.text
  /// The texts of the page, which templates name.
  let t: [String: String]
  let flow: FlowPicture
  let options: [OptionRow]
  let advice: String?
  let figures: [ReportPage.Figure]
  let templates: [TemplateRows]
  let hasTemplates: Bool
  let findings: FindingSection
  let hasFindings: Bool
  let unmapped: UnmappedSection
  let hasUnmapped: Bool
  let inputs: [ReportPage.Input]
  let references: [ReportPage.Reference]

  package init(_ summary: ValidationSummary) {
    let texts = summary.findings.catalogue.texts.forPages
    language = texts.language.rawValue
    t = texts.labels("page.")
    title = texts("page.validation")
    made = texts("report.madeShort", ["version": ToolVersion.text])
    result = summary.result.rawValue
    let (errors, warnings) = (summary.findings.bySeverity[.error] ?? 0, summary.findings.bySeverity[.warning] ?? 0)
    verdict = errors > 0 ? texts("report.checked.bad", ["count": errors]) : texts("report.checked.good")
    advice = warnings > 0 ? texts("report.advice.warnings", ["count": warnings]) : nil
    figures =
      [
        ReportPage.Figure(
          name: texts("page.records"), value: texts.number(summary.counts.reduce(0) { $0 + $1.reduce(0, +) })),
        ReportPage.Figure(name: texts("page.inputs"), value: texts.number(summary.inputs.count)),
      ]
      + Severity.allCases.sorted(by: >).map { severity in
        let count = summary.findings.bySeverity[severity] ?? 0
        return ReportPage.Figure(
          name: texts("page.figure.\(severity.rawValue)"), value: texts.number(count),
          isBad: severity == .error && count > 0)
      }
    templates = summary.templates.map { TemplateRows($0, texts) }
    hasTemplates = !templates.isEmpty
    flow = FlowPicture(summary, texts)
    options = OptionRow.rows(summary)
    references = summary.references.map { ReportPage.Reference($0, summary.digests) }
    let showsValues = summary.options.showsValues
    findings = FindingSection(summary.findings, showsValues ? .withValues : .places)
    hasFindings = !findings.cards.isEmpty
    unmapped = UnmappedSection(summary.templates, showsValues: showsValues, texts)
    hasUnmapped = !unmapped.rows.isEmpty
    inputs = summary.inputs.enumerated().map { index, package in
      ReportPage.Input(
        path: package.path, kind: package.kind.rawValue, sha256: summary.digests[package.container.path]?.sha256,
        entities: zip(package.entities, summary.counts[index]).map { "\($0.name): \(texts.number($1))" })
    }
  }

  /// The page. Throws if the installation lacks its template.
  package func html() throws -> String { try PageTemplate.render(self, as: "validation") }
}
