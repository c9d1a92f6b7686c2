import Findings
import Mapping
import Packages

/// What a manifest says of a package as a whole: members, names, doubles, order of execution.
struct ManifestChecks {
  private let reporter: FindingReporter
  private let place: FindingPlace
  private let manifest: FinopsManifest

  init(_ reporter: FindingReporter, _ place: FindingPlace, _ manifest: FinopsManifest) {
    self.reporter = reporter
    self.place = place
    self.manifest = manifest
  }

  /// Reports all of it.
  func check() throws {
    if manifest.project.contains("'") {
      try reporter.report(.apostropheInTheProjectName, .error, place, detail: .name("DefinitionGroupName"))
    }
    let enabled = manifest.entities.filter { !$0.isDisabled }
    for entity in enabled {
      try checkLabel(entity)
    }
    try checkDoubles(enabled)
    try checkOrder(enabled)
  }

  /// The name of an entity is the label that the target shows.
  private func checkLabel(_ entity: FinopsManifest.Entity) throws {
    let schemas = reporter.schemas
    let byLabel = try schemas.schema(labelled: entity.label, of: .finops)
    let byTarget = try schemas.schema(named: entity.target)
    let there = place.entity(entity.name)
    if let byLabel {
      // The label of another entity than the one that is meant.
      if let byTarget, byTarget.name != byLabel.name, byTarget.label.lowercased() != byLabel.label.lowercased() {
        try reporter.report(.entityNameIsNoLabel, .error, there, field: "EntityName", detail: .name(byTarget.label))
      }
      return
    }
    let plain = ManifestChecks.plain(entity.label)
    let technical = schemas.entries.first {
      $0.side == .finops && ($0.name.lowercased() == plain || ManifestChecks.plain($0.label) == plain)
    }
    let isOwn = !entity.target.isEmpty && entity.target.lowercased() == plain
    if let technical {
      try reporter.report(.entityNameIsNoLabel, .error, there, field: "EntityName", detail: .name(technical.label))
    } else if isOwn {
      try reporter.report(.entityNameIsNoLabel, .error, there, field: "EntityName", detail: .name(entity.label))
    } else if let byTarget {
      try reporter.report(.entityNameIsNoLabel, .warning, there, field: "EntityName", detail: .name(byTarget.label))
    }
  }

  private static func plain(_ label: String) -> String { label.filter { $0.isLetter || $0.isNumber }.lowercased() }

  private func checkDoubles(_ entities: [FinopsManifest.Entity]) throws {
    var names: Set<String> = []
    var files: Set<String> = []
    for entity in entities {
      let isNewName = names.insert(entity.label.lowercased()).inserted
      let isNewFile = entity.file.isEmpty || files.insert(entity.file.lowercased()).inserted
      if !isNewName || !isNewFile {
        try reporter.report(
          .entityOrFileListedTwice, .error, place.entity(entity.name),
          detail: .name(isNewName ? entity.file : entity.label))
      }
    }
  }

  /// Lines run behind their headers: in one unit, at a higher level.
  private func checkOrder(_ entities: [FinopsManifest.Entity]) throws {
    let schemas = reporter.schemas
    func technical(_ entity: FinopsManifest.Entity) throws -> String {
      try schemas.schema(named: entity.target)?.name ?? schemas.schema(labelled: entity.label, of: .finops)?.name ?? ""
    }
    let named = try entities.map { (name: try technical($0), entity: $0) }
    for line in named {
      guard let wanted = try schemas.schema(named: line.name)?.header?.entity,
        let header = named.first(where: { $0.name == wanted })
      else { continue }
      let there = place.entity(line.name)
      if line.entity.unit ?? 0 != header.entity.unit ?? 0 {
        try reporter.report(.linesBeforeTheirHeaders, .error, there, field: "ExecutionUnit", detail: .name(wanted))
      } else if line.entity.level ?? 0 < header.entity.level ?? 0 {
        try reporter.report(
          .linesBeforeTheirHeaders, .error, there, field: "LevelInExecutionUnit", detail: .name(wanted))
      } else if line.entity.level ?? 0 == header.entity.level ?? 0 {
        try reporter.report(
          .linesBeforeTheirHeaders, .warning, there, field: "LevelInExecutionUnit", detail: .name(wanted))
      }
    }
  }

  /// Whether the label is that of an entity made of others.
  static func isComposite(_ label: String) -> Bool {
    let lower = label.lowercased()
    return lower.contains("composite") || CompositeChecks.children[lower] != nil
  }
}
