import Archives
import Records

/// What `Manifest.xml` of an F&O data package says, read tolerantly: members count wherever they stand.
struct FinopsManifest: Sendable {
  /// One entity of the package.
  struct Entity: Sendable {
    var label: String
    var target: String
    var file: String
    var sourceFormat: String
    /// The sheet of a workbook, as `Customers_V3$`.
    var sheet: String
    var isDisabled: Bool
    var level: Int?
    /// Pairs of staging column and column in the file.
    var maps: [(field: String, column: String)]
    /// Names that the packed query of the export holds beside the entity's own: the export was filtered.
    var queryData: String
  }

  var project: String
  var entities: [Entity]
  /// Where F&O reads something else than this.
  var departures: [PackageNote] = []

  /// Reads a package's manifest; nil if its root is none of a manifest's.
  init?(_ entry: EntryInfo, of container: Container) throws {
    var bytes: [UInt8] = []
    var namespace = ""
    let events = try XMLFeed.all(entry, of: container, limit: XMLTree.longestDocument, keepsText: true) {
      (bytes, namespace) = ($0, $1)
    }
    guard let document = XMLTree(events), let manifest = FinopsManifest(document) else { return nil }
    self = manifest
    departures = ManifestContract(document, bytes: bytes, namespace: namespace, file: entry.name).notes
  }

  /// Reads the document; nil if its root is none of a manifest's.
  init?(_ document: XMLTree) {
    guard document.name.lowercased() == "datamanagementpackagemanifest" else { return nil }
    project = document.child("DefinitionGroupName")?.text ?? ""
    let list = document.child("PackageEntityList")?.children ?? []
    entities = list.filter { $0.name == "DataManagementPackageEntityData" }.map { entity in
      func text(_ name: String) -> String { entity.child(name)?.text ?? "" }
      return Entity(
        label: text("EntityName"), target: text("TargetEntity"), file: text("InputFilePath"),
        sourceFormat: text("SourceFormat"), sheet: text("ExcelSheetName"),
        isDisabled: ["true", "1", "yes"].contains(text("Disable").lowercased()),
        level: Int(text("LevelInExecutionUnit").trimmingBlanks),
        maps: (entity.child("EntityMapList")?.children ?? []).map {
          ($0.child("EntityField")?.text ?? "", $0.child("XMLField")?.text ?? "")
        },
        queryData: text("QueryData"))
    }
  }
}
