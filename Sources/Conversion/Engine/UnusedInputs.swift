import Findings
import Mapping
import Packages

/// Inputs that are sound, but of no use to a run: no template reads any of their tables, and no lookup either (`P2C1412`).
struct UnusedInputs {
  private static let mostTables = 20

  private let unused: [Package]

  /// What the templates that run leave unused; `lookups` are the tables, in lower case, that lookups read.
  init(_ inputs: Inputs, _ templates: [Template], lookups: Set<String> = []) {
    if templates.isEmpty {
      unused = inputs.sources
      return
    }
    var used = Set(templates.flatMap(\.tasks).map { $0.source.lowercased() }).union(lookups)
    // Owners of records, by whom companies are known.
    used.formUnion([BusinessUnits.table] + OwnerTable.tables)
    unused = inputs.sources.filter { package in
      package.updates.isEmpty && !package.entities.contains { used.contains($0.name.lowercased()) }
    }
  }

  /// Reports one error if there is nothing else to do, otherwise a remark for each input that is not used.
  func report(isNothingToDo: Bool, to sink: FindingSink) throws {
    if isNothingToDo { return try sink.add(UnusedInputs.finding(.error, unused)) }
    for package in unused { try sink.add(UnusedInputs.finding(.info, [package])) }
  }

  private static func finding(_ severity: Severity, _ packages: [Package]) -> Finding {
    var tables: [String] = []
    for entity in packages.flatMap(\.entities) where !tables.contains(entity.name) { tables.append(entity.name) }
    let shown = tables.prefix(mostTables).joined(separator: ", ")
    return Finding(
      .noTemplateFits, severity, at: FindingPlace(package: packages.count == 1 ? packages[0].path : ""),
      detail: .name(tables.count > mostTables ? shown + ", …" : shown))
  }
}
