import Archives
import Mapping
import Records

/// A file of a package that holds the records of one entity.
struct EntityFile {
  /// Its name in the package.
  var name: String
  /// The technical name of the entity.
  var entity: String
  /// The name of the sheet, for formats with sheets.
  var sheet: String
  /// The columns in the file's order, and the places of their fields in the template.
  var columns: [(name: String, field: Int)]
}

/// Writes files of entities in one format, one after another. Its owner has the buffer that bytes are collected in.
///
/// There is one call for each record; what it does for fields is no call of this protocol.
protocol EntityFileWriter: AnyObject {
  /// Begins a file in the package, and appends what comes before its records.
  func begin(_ file: EntityFile, in zip: ZipWriter, _ output: inout OutputBuffer) throws

  /// Appends a record that a mapper has mapped. Of a record of many megabytes only parts need be in the buffer at a time,
  /// which `flush` empties.
  func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, to output: inout OutputBuffer,
    flush: (inout OutputBuffer) throws -> Void
  ) throws

  /// Takes bytes that were collected.
  func write(_ bytes: ArraySlice<UInt8>, to zip: ZipWriter) throws(ArchiveError)

  /// Appends what comes after the records.
  func appendEnd(to output: inout OutputBuffer)

  /// Ends the file, of which all bytes have been taken.
  func end(in zip: ZipWriter) throws

  /// The bytes of the file that were taken so far, before deflating.
  func plainBytes(in zip: ZipWriter) -> UInt64
}

/// Formats whose bytes are those of the package's entry.
extension EntityFileWriter {
  func write(_ bytes: ArraySlice<UInt8>, to zip: ZipWriter) throws(ArchiveError) { try zip.write(bytes) }

  func appendEnd(to output: inout OutputBuffer) {}

  func end(in zip: ZipWriter) throws { try zip.end() }

  func plainBytes(in zip: ZipWriter) -> UInt64 { zip.plainBytes }
}
