package import Mapping
package import Packages
import Records

/// Somebody who is shown what becomes of each record of a run that writes nothing itself, such as a comparison.
///
/// A task is meant by its place in the template.
package protocol RunObserver: AnyObject {
  /// All that templates look up is known, and no template has begun.
  func prepare(_ lookups: borrowing LookupContext, _ schemas: SchemaCatalogue) throws
  /// A template begins, whose tasks are ready to run.
  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies)
    throws
  /// A task goes on with the records of a company.
  func select(_ company: RunCompany, in companies: RunCompanies, _ state: TaskState, task index: Int)
  /// In which form the observer takes the records of a task that are written, as far as each can tell by itself.
  func form(of index: Int) -> RecordForm
  /// A record is written: its values are the mapper's outputs.
  func written(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws
  /// A record is rejected for its issues.
  func rejected(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws
  /// A record is filtered out.
  func filtered(_ record: inout RecordView, _ reason: FilterReason, _ lookups: borrowing LookupContext) throws
  /// A record is the same as one of another package.
  func merged(_ record: inout RecordView)
  /// A record was made that no input has.
  func generated(
    _ index: Int, _ record: borrowing GeneratedRecord, _ freight: DocumentIndex.Freight,
    _ lookups: borrowing LookupContext) throws
  /// A template has ended; `later` are those that still come.
  func end(_ template: Template, later: [Template]) throws
  /// The packages that the observer writes for a template when all of them have ended.
  func packages(of template: Template, _ context: RunContext, _ lookups: inout LookupContext) throws -> [PackageReport]
}
