import Findings
import Mapping
import Packages

/// Columns and tables that the target may lack.
struct SalesSchemaChecks {
  private let checks: SalesRecords
  private let columns: [SourceColumn]
  private let platform: PlatformCatalogue

  init(_ checks: SalesRecords, _ columns: [SourceColumn]) throws {
    self.checks = checks
    self.columns = columns
    platform = try checks.reporter.schemas.platformCatalogue()
  }

  /// Reports tables and columns that neither the tool nor a reference of the target knows.
  func check() throws {
    guard isKnown else {
      try checks.reporter.report(.unknownInTarget, .warning, checks.place, detail: .name(checks.entity.name))
      return try checks.reporter.report(.kindNotRecognised, .info, checks.place, detail: .name(checks.entity.name))
    }
    for column in columns where column.part == .value && !column.isImplicit {
      guard let severity = severity(of: column) else { continue }
      try checks.reporter.report(
        .unknownInTarget, severity, checks.place, field: column.heading,
        detail: .name("\(checks.entity.name).\(column.name)"))
      try checks.reporter.report(
        .unknownColumn, .info, checks.place, field: column.heading, detail: .name(column.heading))
    }
  }

  private var entity: PackageEntity { checks.entity }
  private var target: SalesTarget { checks.batch.target.sales }

  /// Whether the tool or a reference knows the table.
  private var isKnown: Bool { entity.table?.isKnown ?? false || target.columns[entity.name] != nil }

  /// How bad it is that the target may lack a column; nil if it has it, or if the table is not known either.
  func severity(of column: SourceColumn) -> Severity? {
    guard !column.isKnown, isKnown else { return nil }
    let name = column.name.lowercased()
    if platform.knows(name, isCustom: column.isCustom, of: entity.name, entity.schema) { return nil }
    guard let known = target.columns[entity.name] else { return .warning }
    if known.contains(name) || name == entity.recordID { return nil }
    return target.ids[entity.name] == nil ? .warning : .error
  }
}
