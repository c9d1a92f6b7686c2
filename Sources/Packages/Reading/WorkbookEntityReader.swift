import Archives
import Mapping
import Records

/// Reads the records of a workbook's sheet.
struct WorkbookEntityReader {
  /// The entity whose records the workbook holds; nil if it has no sheet with a header.
  static func entity(
    in workbook: Container, fileName: String, schemas: SchemaCatalogue, schema: EntitySchema?
  ) throws -> PackageEntity? { nil }

  /// A reader of the records.
  init(_ entity: PackageEntity, entry: EntryInfo, of container: Container) throws {}

  /// The next batch; nil at the end.
  mutating func next() throws -> RecordBatch? { nil }
}
