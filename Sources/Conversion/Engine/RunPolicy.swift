import Mapping
import Packages
import Records

/// What the records of a template belong to: each stands alone, or they make documents. So it is the policy that knows when
/// a record can be decided, and what it must be written with.
///
/// A policy is lent the run; it has none of its own.
protocol RunPolicy: ~Copyable {
  /// Whether records are decided when they pass for the first time, not after a survey.
  var isFirstPass: Bool { get }
  /// Looks at the records of a company before any record is written, if what becomes of one may depend on later ones.
  mutating func survey(_ company: RunCompany, _ run: inout TemplateRun, _ lookups: inout LookupContext) throws
  /// Plans the packages of some companies, as far as their sizes are known.
  func plan(_ group: [RunCompany], _ run: inout TemplateRun)
  /// Goes on with the records of a company in a task.
  mutating func select(
    _ company: RunCompany, task index: Int, _ run: inout TemplateRun, _ lookups: inout LookupContext)
  /// Decides all records of the company at hand in a task, and writes those that are written.
  mutating func write(_ index: Int, _ run: inout TemplateRun, _ lookups: borrowing LookupContext) throws
  /// Decides one record that can be read.
  mutating func decide(
    _ record: inout RecordView, _ run: inout TemplateRun, _ lookups: borrowing LookupContext) throws
  /// Writes again what was written of the company at hand in a task, into the packages that take it now.
  mutating func rewrite(_ index: Int, _ run: inout TemplateRun, _ lookups: borrowing LookupContext) throws
}
