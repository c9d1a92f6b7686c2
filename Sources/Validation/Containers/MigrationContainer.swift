import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// The files of a Configuration Migration package as an importer finds them, and what it reads before the records.
struct MigrationContainer {
  private let reporter: FindingReporter
  private let container: Container
  private let root: PackageRoot
  private let place: FindingPlace

  init(_ reporter: FindingReporter, _ container: Container, _ root: PackageRoot) {
    self.reporter = reporter
    self.container = container
    self.root = root
    place = FindingPlace(package: container.path)
  }

  /// Checks the files; what the schema says, if it can be read.
  func check() throws -> ConfigurationMigrationSchema? {
    let names = Set(container.entries.map(\.name))
    let wanted =
      [ConfigurationMigration.dataFile, ConfigurationMigration.schemaFile]
      + (container.kind == .zip ? [ContentTypes.fileName] : [])
    for name in wanted where !names.contains(name) {
      try reporter.report(.containerIsWrong, .error, place.file(name), detail: .name(name))
    }
    if let data = root.entry(ConfigurationMigration.dataFile),
      let timestamp = try ConfigurationMigrationHead(data, of: container).timestamp
    {
      try check(timestamp, file: data.name)
    }
    guard let entry = root.entry(ConfigurationMigration.schemaFile),
      let schema = try ifReadable({ try ConfigurationMigrationSchema(entry, of: container) })
    else { return nil }
    if let mode = schema.movingDateMode {
      try reporter.report(.relativeDates, .error, place.file(entry.name), field: "dateMode", detail: .name(mode))
    }
    return schema
  }

  private func check(_ timestamp: String, file: String) throws {
    let bytes = Array(timestamp.utf8)
    guard DateTime(bytes.span) == nil, DateTime.epoch(iso: timestamp) == nil else { return }
    try reporter.report(.timestampUnreadable, .error, place.file(file), field: "timestamp", detail: .name("timestamp"))
  }
}
