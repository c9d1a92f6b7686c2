import Conversion
import Mapping
public import TemplateTesting

extension TemplateTestJob {
  /// Tests of the paths, upon the templates of a project file if one is given. Throws `ProjectError`, `ArchiveError`,
  /// `Failure`.
  public init(paths: [String], templates: [String], project: String?, updates: Bool) throws {
    try self.init(
      paths, templates: templates, project: try project.map { try JobCatalogues.project($0) }, updates: updates,
      findings: .builtIn())
  }
}
