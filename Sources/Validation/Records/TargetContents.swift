import Mapping
import Packages
import Records

/// What is known of the targets before records are checked: from references, and from what comes with the same batch.
struct TargetContents {
  let finops: FinopsTarget
  let sales: SalesTarget

  /// Reads what the checks need to look up. `company` is that of records that nothing else says the company of.
  init(
    inputs: [Package], references: [Package], company: CompanyID, structures: PackageStructures,
    schemas: SchemaCatalogue
  ) throws {
    finops = try FinopsTarget(inputs: inputs, references: references, company: company)
    let tables = structures.migrations.values.flatMap(\.tables).filter { !$0.hasUpdateCompare }.map(\.name)
    let documents = try PricedDocuments(of: inputs + references, schemas)
    sales = try SalesTarget(
      inputs: inputs, references: references, documents: documents, matchedByName: Set(tables))
  }
}
