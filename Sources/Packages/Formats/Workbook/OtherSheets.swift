import Archives
import Mapping

/// The sheets of a workbook besides the first one.
struct OtherSheets: InnerRecords {
  /// The workbook's own zip.
  let workbook: Container
  /// What messages call the folder or archive that it is in.
  let package: String

  var areNested: Bool { false }

  func children(
    of first: PackageEntity, schemas: SchemaCatalogue
  ) throws -> (known: [PackageEntity], others: [String]) {
    let found = try WorkbookEntityReader.otherSheets(in: workbook, fileName: first.file, schemas: schemas)
    for entity in found.known { try entity.columns.checkNames(file: entity.file, package: package) }
    return found
  }
}
