package import Mapping
package import Packages
package import Records

/// Somebody who sees what becomes of each record of a run: a list, a comparison, an explanation. A run has any number of
/// observers and knows none of them by name; they change nothing of it. Whatever an observer does not care for does nothing.
///
/// A record is one value, which says its task, its file, its number, its key, its values and what is wrong with it.
package protocol RunObserver: AnyObject {
  /// What the observer looks at of records of the template at hand that are written.
  var interest: WrittenInterest { get }

  // MARK: What passes

  /// All that templates look up is known, and no template has begun.
  func prepare(_ lookups: borrowing LookupContext, _ schemas: SchemaCatalogue) throws
  /// A template begins, whose tasks are ready to run.
  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies)
    throws
  /// The records of a company in a task come next.
  func begin(_ part: TaskPart)
  /// The records of a company that does not run, or of nobody, come next in a task: `other` is its place among these.
  func begin(other: Int, task index: Int)
  /// All records of a task have passed, but for those of companies that do not run.
  func end(task index: Int, _ states: [TaskState]) throws
  /// Adds to what is reported of the template at hand, all of whose records have passed.
  func add(to report: inout TemplateReport, _ lookups: borrowing LookupContext)
  /// A template has ended; `later` are those that still come.
  func end(_ template: Template, later: [Template]) throws
  /// All templates have run, so that values of this one are known which are written in second packages.
  func settle(_ template: Template, _ lookups: inout LookupContext) throws
  /// All templates have run.
  func end(_ context: RunContext, _ lookups: inout LookupContext) throws
  /// The packages that the observer writes for a template when all of them have ended.
  func packages(of template: Template, _ context: RunContext, _ lookups: inout LookupContext) throws -> [PackageReport]
  /// The run has ended well.
  func finish() throws

  // MARK: What becomes of a record

  /// In which form the observer takes the records of a task that are written, as far as each can tell by itself.
  func form(of index: Int) -> RecordForm?
  /// A record is written: its values are the mapper's outputs, if the observer looks at them.
  func written(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws
  /// A record is put aside with its values. It will be written, unless more turns out; then it is `withdrawn`, with the same
  /// values, before anything else becomes of it.
  func expected(_ record: inout RecordView, _ lookups: borrowing LookupContext)
  func withdrawn(_ record: inout RecordView, _ lookups: borrowing LookupContext)
  /// A record is rejected for its issues.
  func rejected(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws
  /// A record is filtered out, for its reason and clause.
  func filtered(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws
  /// A record is the same as one of another package, and filtered out for it.
  func merged(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws
  /// A record was made that no input has.
  func generated(_ line: borrowing GeneratedLine, _ lookups: borrowing LookupContext) throws
}

extension RunObserver {
  package var interest: WrittenInterest { .values }
  package func prepare(_ lookups: borrowing LookupContext, _ schemas: SchemaCatalogue) throws {}
  package func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) throws {}
  package func begin(_ part: TaskPart) {}
  package func begin(other: Int, task index: Int) {}
  package func end(task index: Int, _ states: [TaskState]) throws {}
  package func add(to report: inout TemplateReport, _ lookups: borrowing LookupContext) {}
  package func end(_ template: Template, later: [Template]) throws {}
  package func settle(_ template: Template, _ lookups: inout LookupContext) throws {}
  package func end(_ context: RunContext, _ lookups: inout LookupContext) throws {}
  package func packages(
    of template: Template, _ context: RunContext, _ lookups: inout LookupContext
  ) throws -> [PackageReport] { [] }
  package func finish() throws {}
  package func form(of index: Int) -> RecordForm? { nil }
  package func written(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {}
  package func expected(_ record: inout RecordView, _ lookups: borrowing LookupContext) {}
  package func withdrawn(_ record: inout RecordView, _ lookups: borrowing LookupContext) {}
  package func rejected(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {}
  package func filtered(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {}
  package func merged(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {}
  package func generated(_ line: borrowing GeneratedLine, _ lookups: borrowing LookupContext) throws {}
}

/// What an observer looks at of a record that is written.
package enum WrittenInterest {
  /// Nothing: it is not called when records are written, expected or withdrawn.
  case nothing
  /// All but its values.
  case record
  /// Its values too, so that each record must have been mapped when it is written.
  case values
}

/// The records of a company in a task, which come next.
package struct TaskPart {
  /// The place of the task in its template.
  package let task: Int
  package let state: TaskState
  package let company: RunCompany
  package let companies: RunCompanies
  /// Under which ids its records go to Sales.
  let identity: SalesIdentity
  /// The columns that second packages bring.
  let deferred: [WavePlan.Deferral]
  /// Which references lead to nobody.
  let waves: WavePlan
}

/// The line that a run makes of a document's freight tax.
package struct GeneratedLine: ~Copyable {
  /// The place of the lines' task in the template.
  package let task: Int
  package var values = GeneratedRecord()
  package var id = GUID(high: 0, low: 0)
  package var freight: DocumentIndex.Freight

  init(task: Int, _ freight: DocumentIndex.Freight) { (self.task, self.freight) = (task, freight) }
}
