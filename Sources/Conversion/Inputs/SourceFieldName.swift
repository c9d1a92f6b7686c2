import Mapping
import Packages

extension FieldMapping {
  /// The column of a source file that the field's values come from, as findings name it: the first source that the file has; of
  /// a value in another record the lookup. The destination's column for fields without a source.
  func column(in entity: PackageEntity) -> String {
    let names = Set(entity.columns.map { $0.name.lowercased() })
    for source in sources {
      for name in [source.text, source.column] where names.contains(name.lowercased()) { return name }
    }
    return sources.first?.column ?? column
  }
}
