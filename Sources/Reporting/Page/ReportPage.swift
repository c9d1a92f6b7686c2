import Archives
package import Conversion
import Findings
import Foundation
import Mapping
import Mustache
import Packages

/// `report.html`: what came of a conversion on one page for people, which needs nothing but itself.
///
/// The members are what `report.mustache` names; every text is escaped there. No record's content but keys is on it, unless
/// values are to be shown.
package struct ReportPage {
  struct Figure {
    var name: String
    var value: String
    var isBad = false
  }

  struct Package {
    var path, records, size, sha256: String
  }

  struct Input {
    var path, kind: String
    var sha256: String?
    var entities: [String]
  }

  /// A package that was used only for lookups.
  struct Reference {
    var path, kind: String
    var sha256: String?

    init(_ package: Packages.Package, _ digests: [String: FileDigest]) {
      path = package.path
      kind = package.kind.rawValue
      sha256 = digests[package.container.path]?.sha256
    }
  }

  let language: String
  let version = ToolVersion.text
  /// The texts of the page, which templates name.
  let t: [String: String]
  let title: String
  let made: String
  let flow: FlowPicture
  let options: [OptionRow]
  let result: String
  let verdict: String
  let advice: String?
  let figures: [Figure]
  let templates: [TemplateRows]
  let totals: [TotalRows]
  let hasTotals: Bool
  let totalsVerdict: String
  let findings: FindingSection
  let hasFindings: Bool
  let unmapped: UnmappedSection
  let hasUnmapped: Bool
  let packages: [Package]
  let hasPackages: Bool
  let whyNoPackages: String
  let inputs: [Input]
  let references: [Reference]

  package init(_ summary: ConversionSummary) {
    let texts = summary.findings.catalogue.texts.forPages
    let verdict = ReportVerdict(summary)
    language = texts.language.rawValue
    t = texts.labels("page.")
    title = verdict.title
    made = texts(
      "report.made", ["version": ToolVersion.text, "company": summary.companies.joined(separator: ", ")])
    flow = FlowPicture(summary, texts)
    options = OptionRow.rows(summary)
    result = summary.result.rawValue
    self.verdict = verdict.sentence
    advice = verdict.advice
    whyNoPackages = verdict.whyNoPackages
    let counts = summary.counts
    figures = [
      Figure(name: texts("page.read"), value: texts.number(counts.read)),
      Figure(name: texts("page.generated"), value: texts.number(counts.generated)),
      Figure(name: texts("page.filtered"), value: texts.number(counts.filtered)),
      Figure(name: texts("page.rejected"), value: texts.number(counts.rejected), isBad: counts.rejected > 0),
      Figure(name: texts("page.written"), value: texts.number(counts.written)),
      Figure(
        name: texts("page.packages"), value: texts.number(summary.templates.reduce(0) { $0 + $1.packages.count })),
    ]
    templates = summary.templates.map { TemplateRows($0, texts) }
    totals = summary.templates.flatMap { template in
      template.tasks.flatMap { TotalRows.rows(template.name, $0, parted: summary.companies.count > 1, texts) }
    }
    hasTotals = !totals.isEmpty
    let different = totals.flatMap(\.sums).count { !$0.isEqual }
    totalsVerdict =
      different == 0
      ? texts("report.totals.equal") : texts("report.totals.differ", ["count": different])
    let showsValues = summary.options.showsValues
    findings = FindingSection(summary.findings, showsValues ? .withValues : .places)
    hasFindings = !findings.cards.isEmpty
    unmapped = UnmappedSection(summary.templates, showsValues: showsValues, texts)
    hasUnmapped = !unmapped.rows.isEmpty
    packages = summary.packages.map {
      Package(
        path: $0.path, records: texts.number($0.records), size: texts.size($0.bytes), sha256: $0.sha256)
    }
    hasPackages = !packages.isEmpty
    inputs = summary.inputs.enumerated().map { index, package in
      Input(
        path: package.path, kind: package.kind.rawValue, sha256: summary.digests[package.container.path]?.sha256,
        entities: zip(package.entities, summary.entities[index]).map { "\($0.name): \(texts.number($1))" })
    }
    references = summary.references.map { Reference($0, summary.digests) }
  }

  /// The page. Throws if the installation lacks its template.
  package func html() throws -> String { try PageTemplate.render(self, as: "report") }
}

/// Pages made of the templates that come with the tool, and of parts that pages share.
enum PageTemplate {
  /// The page of a template's name with the members of an object. Throws if the installation lacks the template.
  static func render(_ page: some Any, as name: String) throws -> String {
    let templates = try [name, "style", "flow", "findings", "unmapped", "options", "sign", "script"].map { part in
      let path = ResourceFolder.path(of: "Reporting") + "/\(part).mustache"
      return (part, try MustacheTemplate(string: String(decoding: text(path), as: UTF8.self)))
    }
    let library = MustacheLibrary(templates: Dictionary(uniqueKeysWithValues: templates))
    return library.render(page, withTemplate: name) ?? ""
  }

  private static func text(_ path: String) throws -> [UInt8] {
    do throws(ArchiveError) {
      return try WholeFile.read(path, limit: 1 << 20)
    } catch {
      if error.limit != nil { throw error }
      throw Failure(message: "a defect of the installation: \(String(describing: error))", exitCode: 70)
    }
  }
}
