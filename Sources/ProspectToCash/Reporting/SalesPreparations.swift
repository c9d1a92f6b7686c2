/// The part of the run sheet that says what Sales must have before an import: settings, and the records that nobody writes
/// but that those in the packages point to.
struct SalesPreparations {
  private let templates: [TemplateReport]
  private let isCSV: Bool

  init(_ templates: [TemplateReport], isCSV: Bool) {
    self.templates = templates
    self.isCSV = isCSV
  }

  /// The lines in Markdown.
  var lines: [String] {
    ["## Before", ""] + way + settings + records
  }

  private var way: [String] {
    let check = "- Check the files against `SHA256SUMS`: `sha256sum --check SHA256SUMS`."
    guard isCSV else {
      return [check, "- Import with the Configuration Migration tool, or `pac data import --data PACKAGE`."]
    }
    return [
      check,
      "- Import with the import wizard (Import data, one zip at a time): files and headings are mapped automatically, since they are "
        + "display names in English; in another language map them manually.",
      "- Map lookups to numbers: products to Product ID, accounts to Account Number, contacts to Contact Number, "
        + "orders to Order ID; currencies, price lists, units and unit groups to their name.",
      "- Dates are `yyyy-MM-dd HH:mm:ss` in UTC and numbers have a decimal point: set the regional options of the user who "
        + "imports accordingly.",
      "- The files have no ids. Sales gives new records its own ids; for these, `crosswalk.csv` contains the ids that "
        + "Configuration Migration packages would have.",
    ]
  }

  private var settings: [String] {
    [
      "- The Prospect to Cash solution must be installed; system pricing must be on, with discounts by line item.",
      "- New products are created as drafts unless the organisation creates active ones: publish them before orders.",
      "- Accounts and contacts that documents name, and products of earlier runs, must exist.",
      "- Price lists, currencies, units and unit groups must exist"
        + (isCSV ? ", each name once:" : " with the ids of the reference:"),
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
