package import Findings
package import Mapping

/// What the tool knows of entities, templates and findings.
package struct ShardCatalogues {
  let schemas: SchemaCatalogue
  let templates: TemplateCatalogue
  let findings: FindingCatalogue

  package init(schemas: SchemaCatalogue, templates: TemplateCatalogue, findings: FindingCatalogue) {
    (self.schemas, self.templates, self.findings) = (schemas, templates, findings)
  }
}
