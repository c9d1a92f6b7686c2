import Archives
import Mapping

/// A file whose format is to be found out, with what is known of it.
struct FileToSniff {
  /// Its name in its container.
  let name: String
  /// Its entry; of a container that is such a file by itself the first one.
  let entry: EntryInfo
  let container: Container
  /// The entity, if somebody says it; else it is found from columns and name.
  let schema: EntitySchema?
  /// The sheet that a manifest names; empty for none.
  let sheet: String
  let schemas: SchemaCatalogue
  let match: SchemaMatch
  let inferred: InferredLayout
}

/// What the beginning of a file says.
struct SniffedFile {
  /// The entity of its records, or of the outermost ones.
  var entity: PackageEntity
  /// The records within those or beside them, in formats that have such.
  var inner: (any InnerRecords)?
}

/// Records that stand within others, or beside them in the same file.
protocol InnerRecords {
  /// Whether the records are parts of those of the outermost entity.
  var areNested: Bool { get }
  /// The entities of the records within those of an entity, and the names of those that nobody knows.
  func children(of outermost: PackageEntity, schemas: SchemaCatalogue) throws -> (
    known: [PackageEntity], others: [String]
  )
}

extension [SourceColumn] {
  /// Sees that every column has a name, and no two the same. Throws `PackageError.header`.
  func checkNames(file: String, package: String) throws {
    var seen: Set<String> = []
    for column in self {
      let name = column.heading.trimmingBlanks.lowercased()
      guard !name.isEmpty, seen.insert(name).inserted else {
        throw PackageError.header(column: column.heading.trimmingBlanks, file: file, package: package)
      }
    }
  }
}
