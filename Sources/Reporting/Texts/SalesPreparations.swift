import Conversion
import Packages

/// The part of the run sheet that says what Sales must have before an import: settings, and the records that nobody writes
/// but that those in the packages point to.
struct SalesPreparations {
  private let templates: [TemplateReport]
  private let format: SalesFormat

  init(_ templates: [TemplateReport], _ format: SalesFormat) {
    self.templates = templates
    self.format = format
  }

  /// The lines in Markdown.
  var lines: [String] {
    ["## Before", ""] + way + settings + records
  }

  private var way: [String] {
    (["Check the files against `SHA256SUMS`: `sha256sum --check SHA256SUMS`."] + format.importSteps).map { "- " + $0 }
  }

  private var settings: [String] {
    [
      "- The Prospect to Cash solution must be installed; system pricing must be on, with discounts by line item.",
      "- New products are created as drafts unless the organisation creates active ones: publish them before orders.",
      "- Accounts and contacts that documents name, and products of earlier runs, must exist.",
      "- Price lists, currencies, units and unit groups must exist"
        + (format.hasIDs ? " with the ids of the reference:" : ", each name once:"),
    ]
  }

  private var records: [String] {
    let rows = templates.flatMap { template in
      template.required.map { entry in
        "| \(entry.title) | \(SalesPreparations.cell(entry.name)) "
          + "| \(template.name) | \(entry.records) |"
      }
    }
    guard !rows.isEmpty else { return [] }
    return ["", "| needed | name | by | uses |", "| --- | --- | --- | ---: |"] + rows
  }

  /// A name as a cell of a table.
  private static func cell(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 }).replacing("|", with: "\\|")
  }
}
