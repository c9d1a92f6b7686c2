import Archives
import Findings
import Mapping
import Packages
import Records

/// What `data_schema.xml` says that readers of records do not ask: types, uniqueness, plug-ins, moved dates.
struct MigrationStructure {
  /// A table of the schema.
  struct Table {
    var name: String
    var disablesPlugins: Bool
    /// Whether a field says how records are matched.
    var hasUpdateCompare: Bool
    /// The types of the fields, by name in lower case.
    var types: [String: String]
  }

  private(set) var tables: [String: Table] = [:]
  /// A mode that moves dates; nil if none does.
  private(set) var dateMode: String?

  /// Reads the document.
  init(_ document: XMLTree) {
    func note(_ mode: String?) {
      if let mode, !mode.isEmpty, mode.lowercased() != "absolute", dateMode == nil { dateMode = mode }
    }
    note(document.attribute("dateMode"))
    for element in document.children where element.name == "entity" {
      let name = (element.attribute("name") ?? "").lowercased()
      // A table that is listed twice is one.
      var table =
        tables[name] ?? Table(name: name, disablesPlugins: false, hasUpdateCompare: false, types: [:])
      if element.attribute("disableplugins")?.lowercased() == "true" { table.disablesPlugins = true }
      for field in element.child("fields")?.children ?? [] where field.name == "field" {
        note(field.attribute("dateMode"))
        if field.attribute("updateCompare")?.lowercased() == "true" { table.hasUpdateCompare = true }
        let field = (field.attribute("name") ?? "", field.attribute("type") ?? "")
        // What is listed twice counts as it stands first, as for readers.
        if table.types[field.0.lowercased()] == nil { table.types[field.0.lowercased()] = field.1.lowercased() }
      }
      tables[name] = table
    }
  }
}

/// The files of a Configuration Migration package as an importer finds them, and what it reads before the records.
struct MigrationContainer {
  private let judge: Judge
  private let container: Container
  private let root: PackageRoot
  private let place: FindingPlace

  init(_ judge: Judge, _ container: Container, _ root: PackageRoot) {
    self.judge = judge
    self.container = container
    self.root = root
    place = FindingPlace(package: container.path)
  }

  /// Judges the files; what the schema says, if it can be read.
  func check() throws -> MigrationStructure? {
    let names = Set(container.entries.map(\.name))
    let wanted = ["data.xml", "data_schema.xml"] + (container.kind == .zip ? ["[Content_Types].xml"] : [])
    for name in wanted where !names.contains(name) {
      try judge.tell(.containerIsWrong, .error, place.file(name), detail: .name(name))
    }
    if let timestamp = try root.timestamp { try check(timestamp, file: root.entry("data.xml")?.name ?? "data.xml") }
    guard let entry = root.entry("data_schema.xml"),
      let tree = try ifReadable({ try XMLTree.read(entry, of: container) })
    else { return nil }
    let structure = MigrationStructure(tree)
    if let mode = structure.dateMode {
      try judge.tell(.relativeDates, .error, place.file(entry.name), field: "dateMode", detail: .name(mode))
    }
    return structure
  }

  private func check(_ timestamp: String, file: String) throws {
    let bytes = Array(timestamp.utf8)
    guard DateTime(bytes.span) == nil, DateTime.epoch(iso: timestamp) == nil else { return }
    try judge.tell(.timestampUnreadable, .error, place.file(file), field: "timestamp", detail: .name("timestamp"))
  }
}
