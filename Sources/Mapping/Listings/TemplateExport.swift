/// A file of an export of templates.
public struct ExportedFile: Sendable, Equatable {
  /// The file's name, such as `accounts.yaml`.
  public var name: String
  /// Its text.
  public var text: String
}

extension TemplateCatalogue {
  /// The templates with their tests, and the value maps, as files to edit, which a project takes from a folder `templates`
  /// beside it.
  public func export() throws(ProjectError) -> [ExportedFile] {
    var files: [ExportedFile] = []
    for name in names { files.append(ExportedFile(name: "\(name).yaml", text: try text(of: name))) }
    for name in standardNames + variantNames {
      let text = try BuiltInFiles.text(BuiltInFiles.tests(of: name))
      files.append(ExportedFile(name: name + BuiltInFiles.testEnding, text: text))
    }
    files.append(ExportedFile(name: Self.valueMapsFile, text: try BuiltInFiles.text(Self.valueMapsFile)))
    return files
  }
}
