import Archives
import Conversion
import Findings
import Mapping
package import Repair

/// The page about a repair: what was repaired in a package, which needs nothing but itself.
///
/// The members are what `repair.mustache` names; every text is escaped there. No record's content but keys is on it.
package struct RepairPage {
  let language, title, verdict, advice, made: String
  let result = RunResult.ok.rawValue
  let version = ToolVersion.text
  /// The texts of the page, which templates name.
  let t: [String: String]
  let figures: [ReportPage.Figure]
  let flow: FlowPicture
  let findings: FindingSection
  let hasFindings: Bool
  let repaired: ReportPage.Package
  let repairedText: String
  let input: ReportPage.Package
  let options: [OptionRow]

  package init(_ summary: RepairSummary) {
    let texts = summary.findings.catalogue.texts.forPages
    language = texts.language.rawValue
    // What other pages call findings are repairs here.
    t = texts.labels("page.").merging([
      "findings": texts("page.repairs"), "search": texts("page.searchRepairs"),
      "noneShown": texts("page.noRepairShown"),
    ]) { $1 }
    title = texts("page.fix")
    made = texts("report.madeShort", ["version": ToolVersion.text])
    verdict = summary.count == 0 ? texts("report.fix.none") : texts("report.fix.some", ["count": summary.count])
    advice = texts("page.fixAdvice")
    figures = [
      ReportPage.Figure(name: texts("page.repairs"), value: texts.number(summary.count)),
      ReportPage.Figure(name: texts("page.kinds"), value: texts.number(summary.findings.byCode.count)),
      ReportPage.Figure(name: texts("page.size"), value: texts.size(summary.digest.bytes)),
    ]
    flow = FlowPicture(summary, texts)
    findings = FindingSection(summary.findings, .repairs)
    hasFindings = !findings.cards.isEmpty
    repaired = ReportPage.Package(
      path: summary.output, records: "", size: texts.size(summary.digest.bytes), sha256: summary.digest.sha256)
    repairedText = summary.options.readsBack ? texts("page.repairedText") : texts("page.repairedUnread")
    input = ReportPage.Package(
      path: summary.input, records: "", size: summary.inputDigest.map { texts.size($0.bytes) } ?? "",
      sha256: summary.inputDigest?.sha256 ?? "")
    options = OptionRow.rows(summary)
  }

  /// The page. Throws if the installation lacks its template.
  package func html() throws -> String { try PageTemplate.render(self, as: "repair") }
}
