public import Archives
import Records

/// What the beginning of `data.xml` says: encoding, time stamp, dialect of its dates.
public struct ConfigurationMigrationHead: Sendable {
  /// The encoding of the bytes.
  let encoding: TextEncoding
  /// The time of the export, as it is written there; nil if there is none.
  public let timestamp: String?

  /// Reads up to the root element.
  public init(_ entry: EntryInfo, of container: Container) throws(ArchiveError) {
    self.init(try MarkupHead(entry, of: container))
  }

  /// Reads that of a package's data, or of a file that is such data by itself; nil if there is none.
  public init?(of container: Container) throws(ArchiveError) {
    let root = PackageRoot(container, of: PackageFormat.configurationMigration.files)
    let data = container.kind == .file ? container.entries.first : root.entry(ConfigurationMigration.dataFile)
    guard let data else { return nil }
    let head = try MarkupHead(data, of: container)
    guard container.kind != .file || head.root?.name == "entities" else { return nil }
    self.init(head)
  }

  private init(_ head: MarkupHead) {
    encoding = head.encoding
    timestamp = head.root?.attribute("timestamp")
  }

  /// `current` (ISO 8601), `2019` (as the exporting PC wrote dates), or `unknown` without a time stamp.
  var dialect: String {
    guard let timestamp else { return "unknown" }
    let bytes = Array(timestamp.utf8)
    return DateTime(bytes.span) == nil && DateTime.epoch(iso: timestamp) == nil ? "2019" : "current"
  }

  /// Whether an XML file is a `data.xml`, whatever its name. Throws `PackageError`, `ArchiveError`.
  static func isData(_ entry: EntryInfo, of container: Container) throws -> Bool {
    let layout = try XMLLayout(entry, of: container)
    return layout.rootName == "entities" && layout.recordName == "entity"
  }

  /// The tables and columns that the data themselves have; for packages without a schema.
  func tables(_ entry: EntryInfo, of container: Container) throws -> [ConfigurationMigrationSchema.Table] {
    var tables: [ConfigurationMigrationSchema.Table] = []
    var current: Int?
    let feed = XMLFeed.events(entry, of: container, cuttingAt: 4, keepsText: false)
    while let batch = try feed.next() {
      var element = ""
      var attributes: [String: String] = [:]
      func close() {
        if element == "entity", let name = attributes["name"]?.lowercased() {
          current = tables.firstIndex { $0.name == name }
          if current == nil {
            tables.append(
              .init(name: name, label: attributes["displayname"] ?? name, fields: []))
            current = tables.count - 1
          }
        } else if element == "field", let current, let name = attributes["name"]?.lowercased(),
          !tables[current].fields.contains(where: { $0.name == name })
        {
          let type = attributes["lookupentity"]?.isEmpty == false ? "entityreference" : ""
          tables[current].fields.append(.init(name: name, label: name, type: type))
        }
        element = ""
        attributes = [:]
      }
      for event in batch.events {
        switch event.kind {
        case .start:
          close()
          element = batch.names[Int(event.name)]
        case .attribute where element == "entity" || element == "field":
          let name = batch.names[Int(event.name)]
          if name == "name" || name == "displayname" || name == "lookupentity" {
            attributes[name] = String(decoding: batch.bytes[Int(event.start)..<Int(event.end)], as: UTF8.self)
          }
        default: continue
        }
      }
      close()
    }
    return tables
  }
}
