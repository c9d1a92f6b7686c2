package import Conversion
import Mapping
import Packages

/// `RUNSHEET.md`: what to import, where, in which order, and what to compare afterwards.
package struct RunSheet {
  private let summary: ConversionSummary

  package init(_ summary: ConversionSummary) { self.summary = summary }

  /// The page in Markdown.
  package var text: String {
    var lines = ["# Run sheet", ""]
    let target = summary.destination == .finops ? "Dynamics 365 Finance and Operations" : "Dynamics 365 Sales"
    lines.append("Target: \(target). Result of the conversion: **\(summary.result.rawValue)**.")
    lines.append("")
    let packages = summary.importOrder
    lines += numbers
    if packages.isEmpty {
      lines += ["There are no packages to import: no record was written, or packages were not requested.", ""]
    } else {
      lines += before + [""]
      for company in sections {
        lines += [company.isEmpty ? "## Import in this order" : "## Import into \(company), in this order", ""]
        let mine = packages.filter { company.isEmpty || $0.package.company == company }
        for (number, (template, package)) in mine.enumerated() {
          lines.append(
            "\(number + 1). `\(package.path)` – \(template.title), \(CountText.plain(package.records, "record"))")
          if package.wave > 1 {
            lines.append(
              "   References to records that were imported before: \(package.columns.joined(separator: ", "))")
          }
          lines.append("   SHA-256 `\(package.sha256)`")
        }
        lines.append("")
      }
      lines += ["Import a package only after the previous one has been imported without errors.", ""]
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
    var lines = ["## First: import the numbers into Sales", ""]
    lines.append("Accounts and contacts without a number were assigned one. Sales must have these numbers before F&O.")
    lines.append("Import with the Configuration Migration tool, or `pac data import --data PACKAGE`:")
    lines.append("")
    for package in summary.numbers {
      lines.append("- `\(package.path)`, \(CountText.plain(package.records, "record"))")
      lines.append("  SHA-256 `\(package.sha256)`")
    }
    return lines + [""]
  }

  private var before: [String] {
    if summary.destination == .finops {
      return [
        "## Before", "",
        "- Check the files against `SHA256SUMS`: `sha256sum --check SHA256SUMS`.",
        "- Data management, Import: upload each package as a data package, in the legal entity of its data.",
        "- The source data format \(summary.options.fileFormat.sourceFormat) must exist, in UTC and en-us.",
        "- Customer groups, sites, warehouses, languages, currencies and units that the records refer to must exist.",
      ]
    }
    return SalesPreparations(summary.templates, summary.options.salesFormat).lines
  }

  private var counts: [String] {
    var lines = ["## Counts to compare after the import", ""]
    let hasCompanies = summary.companies.count > 1
    lines.append(
      "| template | task |\(hasCompanies ? " company |" : "") destination | read | filtered | rejected | generated | written |"
    )
    lines.append("| --- | --- |\(hasCompanies ? " --- |" : "") --- | ---: | ---: | ---: | ---: | ---: |")
    for template in summary.templates {
      for task in template.tasks {
        for (company, counts) in hasCompanies ? task.companies : [("", task.counts)] {
          lines.append(
            "| \(template.name) | \(task.name) |\(hasCompanies ? " \(company) |" : "") \(task.destination) | \(counts.read) "
              + "| \(counts.filtered) | \(counts.rejected) | \(counts.generated) | \(counts.written) |")
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
          "| \(template.name) | \(task.name) |\(hasCompanies ? " \(total.company) |" : "") \(total.field) | \(total.currency) "
            + "| \(total.source) | \(total.destination) |"
        }
      }
    }
    guard !rows.isEmpty else { return [] }
    return [
      "## Control totals of the written records", "",
      "| template | task |\(hasCompanies ? " company |" : "") field | currency | as read | as written |",
      "| --- | --- |\(hasCompanies ? " --- |" : "") --- | --- | ---: | ---: |",
    ] + rows + [""]
  }

  private var rejects: [String] {
    let rejected = summary.templates.flatMap { template in
      template.tasks.filter { $0.counts.rejected > 0 }.map {
        "- `rejects/\(template.name).\($0.name).csv`: \(CountText.plain($0.counts.rejected, "record"))"
      }
    }
    guard !rejected.isEmpty else { return [] }
    return [
      "## Rejected records", "",
      "They are not in the packages. Correct them in the source, or correct these files and convert them:", "",
    ] + rejected + [""]
  }
}
