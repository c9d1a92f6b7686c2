import Archives
import Findings
import Mapping

/// Loose files: all of one folder or zip, whatever their sub-folders, are one package for each side.
extension PackageOpener {
  /// What the loose files of a container are.
  struct LooseFiles {
    var packages: [Package] = []
    /// Data files that nobody understands.
    var unknown: [UnknownFile] = []
  }

  /// The packages of the loose files, the first with the files that nobody understands. Throws
  /// `PackageError.notRecognised` if nobody understands any.
  func loose(_ container: Container, versions: [String: String] = [:]) throws -> [Package] {
    var files = try looseFiles(container)
    if files.packages.isEmpty, opensUnknownFiles, container.kind != .file,
      files.unknown.contains(where: { SourceFormat.namesData($0.entity.file) })
    {
      files.packages.append(
        Package(
          path: container.path, kind: .salesFiles, container: container, entities: [], versions: [:], notes: []))
    }
    guard !files.packages.isEmpty else { throw PackageError.notRecognised(package: container.path) }
    files.packages[0].unknownFiles += files.unknown
    for index in files.packages.indices { files.packages[index].versions.merge(versions) { own, _ in own } }
    return files.packages
  }

  func looseFiles(_ container: Container) throws -> LooseFiles {
    var sides: [Side: (entities: [PackageEntity], notes: [Finding])] = [:]
    var files = LooseFiles()
    /// Files that are packages by themselves.
    var whole: [Package] = []
    func add(_ entity: PackageEntity, _ notes: [Finding]) {
      guard let side = entity.schema?.side else { return }
      sides[side, default: ([], [])].entities.append(entity)
      sides[side]?.notes += notes
    }
    if let found = try sniffer.file(container) {
      var notes: [Finding] = []
      let others = try sniffer.children(of: found.entity, in: found, &notes)
      let isKnown = found.entity.schema != nil
      add(found.entity, found.entity.notes + notes)
      for (number, other) in others.enumerated() { add(other, number == 0 && !isKnown ? notes : []) }
    } else {
      for entry in container.entries where sniffer.mayHoldRecords(entry, of: container) {
        if let package = try package(of: entry, in: container) {
          whole.append(package)
          continue
        }
        guard let found = try sniffer.readable(entry, of: container) else {
          files.unknown.append(UnknownFile(entry, nil, of: container))
          continue
        }
        let entity = found.entity
        var notes: [Finding] = []
        let children = try sniffer.children(of: entity, in: found, &notes)
        if entity.schema != nil {
          add(entity, entity.notes + notes)
        } else if let table = ownerTable(of: entity) {
          var entity = entity
          (entity.name, entity.label) = (table, table)
          sides[.sales, default: ([], [])].entities.append(entity)
        } else if children.isEmpty {
          files.unknown.append(UnknownFile(entry, entity, of: container))
        } else {
          notes.insert(Finding(noted: .kindNotRecognised, file: entry.name, entity: entity.name), at: 0)
        }
        for (number, child) in children.enumerated() {
          add(child, number == 0 && entity.schema == nil ? notes : [])
        }
      }
    }
    files.packages = whole
    for side in Side.allCases {
      guard let found = sides[side] else { continue }
      files.packages.append(
        Package(
          path: container.path, kind: side == .finops ? .finopsFiles : .salesFiles, container: container,
          entities: found.entities, versions: [:], notes: found.notes))
    }
    return files
  }

  /// The package that a file is by itself; nil if it is none.
  private func package(of entry: EntryInfo, in container: Container) throws -> Package? {
    for format in PackageFormat.all {
      if let package = try format.openFile(entry, container, sniffer) { return package }
    }
    return nil
  }

  /// The table of Sales, of those that records are owned by, that a file without a schema holds: it has the table's id and
  /// a column by which owners are found.
  private func ownerTable(of entity: PackageEntity) -> String? {
    let names = Set(entity.columns.map { $0.heading.trimmingBlanks.lowercased() })
    let tables = [
      ("systemuser", ["domainname", "internalemailaddress"]), ("team", ["name"]), ("businessunit", ["name"]),
    ]
    return tables.first { names.contains("\($0.0)id") && !names.isDisjoint(with: $0.1) }?.0
  }
}
