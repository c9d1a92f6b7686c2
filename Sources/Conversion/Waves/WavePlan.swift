import Findings
import Mapping
import Records

/// Which references of a run go over in second packages, as a rehearsal has found out, and which lead to nobody.
package struct WavePlan: Sendable {
  /// A column that a task leaves out of its first packages.
  package struct Deferral: Sendable, Equatable {
    /// The place of the field in the template.
    package var field: Int
    /// The destination column.
    package var column: String
    /// The values that go over in the second packages.
    package var values: Int
  }

  /// Whose packages they are. All companies share those for Sales.
  struct Owner: Hashable, Sendable {
    var template: String
    var task: Int
    /// The number of the company; 0 for Sales.
    var company: Int
  }

  /// The references that the templates may defer, by template.
  private(set) var deferrable: [String: DeferrableReferences] = [:]
  private var deferrals: [Owner: [Deferral]] = [:]
  /// Of values for F&O those that name a record which was read and not written, behind what `key` puts before them.
  private var missing = KeyIndex()
  /// The references that lead to nobody.
  private(set) var findings: [Finding] = []

  /// A plan that defers nothing.
  init() {}

  /// The beginning of a plan.
  init(_ deferrable: [DeferrableReferences]) {
    self.deferrable = Dictionary(uniqueKeysWithValues: deferrable.map { ($0.template, $0) })
  }

  /// The columns that a task defers, by name.
  package func deferrals(of template: String, task: Int, company: Int) -> [Deferral] {
    deferrals[Owner(template: template, task: task, company: company)] ?? []
  }

  /// Whether a template defers a column of any task and company.
  func defers(_ template: String) -> Bool { deferrals.keys.contains { $0.template == template } }

  /// How many values of each column of a task go over in second packages, for all companies.
  func values(of template: String, task: Int) -> [String: Int] {
    var values: [String: Int] = [:]
    for (owner, deferrals) in deferrals where owner.template == template && owner.task == task {
      for deferral in deferrals { values[deferral.column, default: 0] += deferral.values }
    }
    return values
  }

  // MARK: Making a plan

  /// Defers columns of a task.
  mutating func add(_ own: [Deferral], of owner: Owner) { deferrals[owner] = own.sorted { $0.column < $1.column } }

  /// Adds a reference that leads to nobody.
  mutating func add(_ finding: Finding) { findings.append(finding) }

  /// Adds a value for F&O that is not written.
  mutating func addMissing(_ value: Span<UInt8>, field: Int, of owner: Owner) {
    var key = OutputBuffer(capacity: 64)
    WavePlan.loadKey(field, owner, value, &key)
    _ = missing.insert(key, value: 0)
  }

  /// Whether a value for F&O leads to nobody.
  func isMissing(_ value: Span<UInt8>, field: Int, of owner: Owner, _ key: inout OutputBuffer) -> Bool {
    if missing.count == 0 { return false }
    WavePlan.loadKey(field, owner, value, &key)
    return missing.find(key.span) != nil
  }

  private static func loadKey(_ field: Int, _ owner: Owner, _ value: Span<UInt8>, _ key: inout OutputBuffer) {
    key.truncate(to: 0)
    for byte in "\(owner.template)|\(owner.task)|\(owner.company)|\(field)|".utf8 { key.append(byte) }
    KeyText.append(value, to: &key)
  }
}
