import Archives
import Mapping
import Records

extension EntityFormat {
  /// UTF-16.
  public static let csvUnicode = EntityFormat("csv-unicode") { CSVEntityReader($0, $1, of: $2) }
    .with { $0.hasCultures = true }

  /// Any other encoding.
  public static let csv = EntityFormat("csv") { CSVEntityReader($0, $1, of: $2) }
    .with { $0.hasCultures = true }
}

extension SourceFormat {
  /// Text of fields between delimiters, below a header. Whatever is nothing else is taken for it.
  static let csv = SourceFormat(fileEndings: CSVHead.fileEndings) { _, _ in
    true
  } sniff: { file in
    SniffedFile(entity: try entity(file))
  }

  private static func entity(_ file: FileToSniff) throws -> PackageEntity {
    let (entry, container) = (file.entry, file.container)
    let isUTF8 = file.inferred.isUTF8(file: entry.name, package: container.path)
    guard let layout = try CSVEntityReader.layout(entry, of: container, isUTF8: isUTF8) else {
      let named = try file.schema ?? file.match.schema(named: entry.name)
      return PackageEntity(
        name: named?.name ?? entry.name, label: named?.label ?? entry.name, schema: named, file: entry.name,
        format: .csv, encoding: .utf8, dialect: CSVDialect(), columns: [], level: nil)
    }
    let matched = try file.schema ?? file.match.schema(fileName: entry.name, headings: layout.headings)
    let columns = try SourceColumn.named(layout.headings, schema: matched, file.schemas)
    if matched != nil { try columns.checkNames(file: entry.name, package: container.path) }
    let isUnicode = layout.encoding == .utf16LittleEndian || layout.encoding == .utf16BigEndian
    return PackageEntity(
      name: matched?.name ?? entry.name, label: matched?.label ?? entry.name, schema: matched, file: entry.name,
      format: isUnicode && matched?.side != .sales ? .csvUnicode : .csv, encoding: layout.encoding,
      markSize: layout.mark, dialect: layout.dialect, columns: columns, level: nil)
  }
}
