extension SalesFormat {
  /// Zips of CSV files.
  public static let importWizard = SalesFormat(
    "csv", title: "import wizard", hasIDs: false,
    importSteps: ["wizardFiles", "wizardLookups", "wizardValues", "wizardIDs"]
  ) { output in
    ImportWizardWriter(makeFile: output.makeFile) { _ in try output.makeZip() }
  }
}
