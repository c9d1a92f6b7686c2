import Archives
import Findings
import Mapping

extension PackageFormat {
  /// A zip of entity files with a manifest that names them.
  static let finopsPackage = PackageFormat(
    kinds: [.finopsDataPackage], files: [FinopsManifest.fileName.lowercased(), FinopsManifest.headerName.lowercased()]
  ) { container, root, sniffer, versions in
    try checkHeader(container, root, &versions)
    guard let entry = root.entry(FinopsManifest.fileName), let manifest = try FinopsManifest(entry, of: container)
    else { return nil }
    return [try package(manifest, container, root, sniffer, versions)]
  }

  private static func checkHeader(
    _ container: Container, _ root: PackageRoot, _ versions: inout [String: String]
  ) throws {
    guard let header = root.entry(FinopsManifest.headerName),
      let document = XMLTree(try XMLFeed.all(header, of: container, limit: 1 << 20, keepsText: true))
    else { return }
    if let version = document.child("PackageVersion")?.text { versions["packageVersion"] = version }
    if let type = document.child("ManifestType")?.text, type.hasSuffix("DataManagementTemplatePackageManifest") {
      throw PackageError.unsupported(what: "a template package", package: container.path)
    }
  }

  private static func package(
    _ manifest: FinopsManifest, _ container: Container, _ root: PackageRoot, _ sniffer: EntitySniffer,
    _ versions: [String: String]
  ) throws -> Package {
    let schemas = sniffer.schemas
    var package = Package(
      path: container.path, kind: .finopsDataPackage, container: container, entities: [],
      versions: versions.merging(["project": manifest.project]) { _, own in own }, notes: manifest.departures)
    for one in manifest.entities where !one.isDisabled {
      guard let file = root.entry(one.file) else {
        package.notes.append(Finding(noted: .dataFileMissing, file: one.file, entity: one.name))
        continue
      }
      let schema = try schemas.schema(named: one.target) ?? schemas.schema(labelled: one.label, of: .finops)
      let found = try sniffer.file(file, of: container, schema: schema, sheet: one.sheet)
      var entity = found.entity
      // The label of a composite is not that of its outer records.
      if entity.composite == nil || entity.schema == nil {
        entity.label = one.label
        if schema == nil { entity.name = one.name }
      }
      entity.level = one.level
      package.notes += entity.notes
      if entity.schema == nil || entity.composite == nil && schema == nil {
        package.notes.append(Finding(noted: .kindNotRecognised, file: file.name, entity: entity.name))
      }
      package.entities.append(entity)
      // The manifest names the sheet of a workbook.
      if found.inner?.areNested ?? false {
        package.entities += try sniffer.children(of: entity, in: found, &package.notes)
      }
    }
    for entry in sniffer.filesBeside(
      Set(manifest.entities.map { (root.folder + $0.file).lowercased() }), in: container)
    {
      let entity = try sniffer.readable(entry, of: container)?.entity
      if let schema = entity?.schema {
        // A file that could be read, but that the manifest does not name.
        package.notes.append(
          Finding(noted: .fileNameDiffers, file: entry.name, entity: schema.name, name: entry.name))
      } else {
        package.unknownFiles.append(UnknownFile(entry, entity, of: container))
      }
    }
    return package
  }
}
