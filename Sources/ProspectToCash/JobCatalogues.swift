import Conversion
import Findings
import Mapping
import Packages

/// What a job knows of entities, templates and findings: the tool's own, with a project's changes.
struct JobCatalogues {
  let schemas: SchemaCatalogue
  let templates: TemplateCatalogue
  let findings: FindingCatalogue

  /// The catalogues of a job that may be narrowed to some templates and may override them. All of that is checked.
  /// Throws `ProjectError`, `Failure`.
  init(_ project: ProjectFile?, templates names: [String], overrides: [Override], language: Language) throws {
    schemas = try project?.schemas ?? SchemaCatalogue.builtIn()
    templates = try project?.templates ?? TemplateCatalogue.builtIn()
    for name in names where try templates.template(named: name) == nil {
      throw Failure(unknownTemplate: name, among: templates.names)
    }
    if project != nil { for name in names { try templates.check(name, against: schemas) } }
    for override in overrides { try override.check(in: templates) }
    findings = try FindingCatalogue.builtIn(in: language)
  }

  /// The project of a file, upon the tool's own templates and entities.
  static func project(_ file: String) throws(ProjectError) -> ProjectFile {
    try ProjectFile.read(
      file, templates: .builtIn(), schemas: .builtIn(), fileFormats: FinopsFileFormat.all.map(\.name),
      salesFormats: SalesFormat.all.map(\.name))
  }
}
