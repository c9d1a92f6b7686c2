import Findings
import Mapping
import Packages

/// Columns and tables that the target may lack.
struct SalesSchemaChecks {
  private let checks: SalesRecords
  private let columns: [SourceColumn]

  init(_ checks: SalesRecords, _ columns: [SourceColumn]) {
    self.checks = checks
    self.columns = columns
  }

  /// Tells columns that neither the tool nor a reference of the target knows.
  func check() throws {
    guard checks.package.kind == .salesConfigurationMigration else { return }
    let table = checks.entity.name
    let known = checks.batch.target.sales.columns[table]
    guard checks.entity.schema != nil || known != nil else {
      return try checks.judge.tell(.unknownInTarget, .warning, checks.place, detail: .name(table))
    }
    for column in columns where column.part == .value && !column.isImplicit && !column.isKnown {
      let name = column.name.lowercased()
      if let known {
        if !known.contains(name) { try tell(column, .error) }
      } else {
        try tell(column, .warning)
      }
    }
  }

  private func tell(_ column: SourceColumn, _ severity: Severity) throws {
    try checks.judge.tell(
      .unknownInTarget, severity, checks.place, field: column.heading,
      detail: .name("\(checks.entity.name).\(column.name)"))
  }
}
