extension SalesFormat {
  /// Zips of CSV files.
  public static let importWizard = SalesFormat(
    "csv", title: "import wizard", hasIDs: false,
    importSteps: [
      "Import with the import wizard (Import data, one zip at a time): files and headings are mapped automatically, since they are "
        + "display names in English; in another language map them manually.",
      "Map lookups to numbers: products to Product ID, accounts to Account Number, contacts to Contact Number, "
        + "orders to Order ID; currencies, price lists, units and unit groups to their name.",
      "Dates are `yyyy-MM-dd HH:mm:ss` in UTC and numbers have a decimal point: set the regional options of the user who "
        + "imports accordingly.",
      "The files have no ids. Sales gives new records its own ids; for these, `crosswalk.csv` contains the ids that "
        + "Configuration Migration packages would have.",
    ]
  ) { output in
    ImportWizardWriter(makeFile: output.makeFile) { _ in try output.makeZip() }
  }
}
