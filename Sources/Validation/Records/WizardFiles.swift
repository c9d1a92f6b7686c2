import Archives
import Findings
import Mapping
import Packages
import Records

/// Loose files of Sales as the import wizard takes them: names, headings, sizes, order.
struct WizardFiles {
  private let reporter: FindingReporter
  private let package: Package

  init(_ reporter: FindingReporter, _ package: Package, _ target: TargetContents) {
    self.reporter = reporter
    self.package = package
  }

  /// Reports all of it.
  func check() throws {
    try checkSizes()
    for (number, entity) in package.entities.enumerated() {
      try checkNames(entity)
      for table in (entity.schema?.neededTables ?? []) + (entity.schema?.header.map { [$0.entity] } ?? []) {
        if let later = package.indices(of: table).last, later > number {
          try reporter.report(
            .neededRecordComesLater, .error, FindingPlace(package, entity), detail: .name(package.entities[later].file))
        }
      }
    }
  }

  /// Files up to 8 MB, zips up to 32 MB, all files of a zip written alike.
  private func checkSizes() throws {
    let container = package.container
    if container.kind == .zip, container.bytes > 32 << 20 {
      try reporter.report(.tooLargeOrMixed, .error, FindingPlace(package), detail: .name("32 MB"))
    }
    for entity in package.entities {
      let size = container.entry(named: entity.file)?.size ?? 0
      if size > 8 << 20 {
        try reporter.report(.tooLargeOrMixed, .error, FindingPlace(package, entity), detail: .name("8 MB"))
      }
    }
    guard container.kind == .zip, let first = package.entities.first else { return }
    for entity in package.entities.dropFirst() where entity.dialect != first.dialect || entity.format != first.format {
      try reporter.report(.tooLargeOrMixed, .error, FindingPlace(package, entity), detail: .name(first.file))
    }
  }

  private func checkNames(_ entity: PackageEntity) throws {
    let place = FindingPlace(package, entity)
    let name = PackageRoot.fileName(entity.file)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let isTemplate = entity.columns.contains { $0.isHidden }
    if !isTemplate, let schema = entity.schema, stem.lowercased() != schema.label.lowercased() {
      try reporter.report(.headingIsNoDisplayName, .warning, place, detail: .name(name))
    }
    var hasTechnical = false
    for column in entity.columns where column.part == .value && !column.isImplicit {
      let heading = column.heading
      if SchemaMatch.added.contains(heading.lowercased()) || column.isHidden { continue }
      if heading.contains(where: { $0 == "\"" || $0.isNewline }) || !column.isKnown {
        try reporter.report(.headingIsNoDisplayName, .warning, place, field: heading, detail: .name(heading))
      } else if !column.isByDisplayName, !hasTechnical, !isDisplayName(heading, of: column, entity) {
        // Technical names throughout are one thing to say.
        hasTechnical = true
        try reporter.report(.headingIsNoDisplayName, .warning, place, field: heading, detail: .name(heading))
      }
    }
  }

  /// Whether a heading is the column's display name; blanks around it do not count.
  private func isDisplayName(_ heading: String, of column: SourceColumn, _ entity: PackageEntity) -> Bool {
    guard let name = entity.schema?.attribute(named: column.name)?.displayName else { return false }
    return KeyText.bytes(name) == KeyText.bytes(heading)
  }
}
