package import Conversion
import Findings
import Mapping
import Packages
import Records

/// `RUNSHEET.md`: what to import, where, in which order, and what to compare afterwards.
package struct RunSheet {
  private let summary: ConversionSummary
  private let texts: Texts

  /// The sheet of a conversion, in the language of its messages.
  package init(_ summary: ConversionSummary) {
    self.summary = summary
    texts = summary.findings.catalogue.texts
  }

  /// The page in Markdown.
  package var text: String {
    var lines = ["# \(texts("sheet.title"))", ""]
    let target = summary.destination == .finops ? "Dynamics 365 Finance and Operations" : "Dynamics 365 Sales"
    let result = texts("sheet.result.\(summary.result.rawValue)")
    lines.append(texts("sheet.target", ["target": target, "result": "**\(result)**"]))
    lines.append("")
    let packages = summary.importOrder
    lines += numbers
    if packages.isEmpty {
      lines += [texts("sheet.nothing"), ""]
    } else {
      lines += before + [""]
      for company in sections {
        let heading = company.isEmpty ? texts("sheet.order") : texts("sheet.orderInto", ["company": company])
        lines += ["## \(heading)", ""]
        let mine = packages.filter { company.isEmpty || $0.package.company == company }
        for (number, (template, package)) in mine.enumerated() {
          lines.append(
            "\(number + 1). \(MarkdownText.code(package.path)) – \(MarkdownText.plain(template.title)), "
              + texts("summary.records", ["count": package.records])
          )
          if package.wave > 1 {
            let columns = package.columns.map(MarkdownText.plain).joined(separator: ", ")
            lines.append("   " + texts("sheet.references", ["columns": columns]))
          }
          lines.append("   SHA-256 `\(package.sha256)`")
        }
        lines.append("")
      }
      lines += [texts("sheet.onlyAfter"), ""]
    }
    lines += counts + totals + rejects
    return lines.joined(separator: "\n") + "\n"
  }

  /// The companies that have packages of their own, in their order; one empty name where all packages go to one place.
  private var sections: [String] {
    let companies = summary.templates.flatMap(\.packages).map(\.company)
    let named = summary.companies.filter { companies.contains($0) }
    return summary.destination == .finops && summary.companies.count > 1 ? named : [""]
  }

  /// Numbers that were assigned go back into Sales before anything else.
  private var numbers: [String] {
    if summary.numbers.isEmpty { return [] }
    var lines = ["## \(texts("sheet.numbers"))", "", texts("sheet.numbersWhy"), texts("sheet.numbersHow")]
    lines.append("")
    for package in summary.numbers {
      lines.append("- \(MarkdownText.code(package.path)), \(texts("summary.records", ["count": package.records]))")
      lines.append("  SHA-256 `\(package.sha256)`")
    }
    return lines + [""]
  }

  private var before: [String] {
    if summary.destination == .finops {
      let format = summary.options.fileFormat
      let way =
        format.isDescribed
        ? [texts("sheet.import.lakeFolder")]
        : [texts("sheet.upload"), texts("sheet.sourceFormat", ["format": format.sourceFormat])]
      let steps = [texts("sheet.checksums")] + way + [texts("sheet.setup")]
      return ["## \(texts("sheet.before"))", ""] + steps.map { "- " + $0 }
    }
    return SalesPreparations(summary.templates, summary.options.salesFormat, texts).lines
  }

  private var counts: [String] {
    var lines = ["## \(texts("sheet.counts"))", ""]
    let hasCompanies = summary.companies.count > 1
    let names = texts("sheet.taskHead") + (hasCompanies ? " | " + texts("sheet.company") : "")
    lines.append("| \(names) | \(texts("sheet.countsHead")) |")
    lines.append("| --- | --- |\(hasCompanies ? " --- |" : "") --- | ---: | ---: | ---: | ---: | ---: |")
    for template in summary.templates {
      for task in template.tasks {
        for (company, counts) in hasCompanies ? task.companies : [("", task.counts)] {
          let numbers = [counts.read, counts.filtered, counts.rejected, counts.generated, counts.written]
          lines.append(
            MarkdownText.row(
              [template.name, task.name] + (hasCompanies ? [company] : []) + [task.destination]
                + numbers.map(String.init)))
        }
      }
    }
    return lines + [""]
  }

  private var totals: [String] {
    let hasCompanies = summary.companies.count > 1
    let rows = summary.templates.flatMap { template in
      template.tasks.flatMap { task in
        task.totals.map { total in
          MarkdownText.row(
            [template.name, task.name] + (hasCompanies ? [total.company] : [])
              + [total.field, total.currency, total.source.description, total.destination.description])
        }
      }
    }
    guard !rows.isEmpty else { return [] }
    let names = texts("sheet.taskHead") + (hasCompanies ? " | " + texts("sheet.company") : "")
    return [
      "## \(texts("sheet.totals"))", "", "| \(names) | \(texts("sheet.totalsHead")) |",
      "| --- | --- |\(hasCompanies ? " --- |" : "") --- | --- | ---: | ---: |",
    ] + rows + [""]
  }

  private var rejects: [String] {
    let rejected = summary.templates.flatMap { template in
      template.tasks.filter { $0.counts.rejected > 0 }.map {
        "- \(MarkdownText.code("rejects/\(template.name).\($0.name).csv")): \(texts("summary.records", ["count": $0.counts.rejected]))"
      }
    }
    guard !rejected.isEmpty else { return [] }
    return [
      "## \(texts("sheet.rejected"))", "", texts("sheet.rejectedHow"), "",
    ] + rejected + [""]
  }
}
