/// What becomes of a record, as tests of templates and explanations call it.
public enum RecordVerdict: String, Sendable, CaseIterable {
  /// It is written.
  case written
  /// It is not meant to be written.
  case filtered
  /// Something is wrong with it.
  case rejected
  /// Another input has it with the same content.
  case merged
  /// The destination has it with the same content.
  case unchanged
  /// No input has it: the template has made it.
  case generated
}

/// Records of one entity that a test gives, as a CSV file would have them.
public struct GivenRecords: Sendable, Equatable {
  /// The technical name of the entity.
  public var entity: String
  /// The headings.
  public var columns: [String]
  /// For each record a text for each column.
  public var rows: [[String]]
}

/// What a test expects of one record.
public struct ExpectedRow: Sendable, Equatable {
  /// What becomes of it; nil where the test does not say it, which means that it is written.
  public var statedVerdict: RecordVerdict?
  /// The codes of what is wrong with it or noteworthy, sorted and each once.
  public var codes: [String] = []
  /// The values that are compared, in the order of the test.
  public var fields: [Field] = []

  /// A destination field and its value.
  public struct Field: Sendable, Equatable {
    /// The name, as the test has it.
    public var name: String
    /// The text that is written; empty for nothing.
    public var value: String

    /// A field and its value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What becomes of the record.
  public var verdict: RecordVerdict { statedVerdict ?? .written }

  /// An expectation.
  public init(_ verdict: RecordVerdict?, codes: [String] = [], fields: [Field] = []) {
    statedVerdict = verdict
    self.codes = codes
    self.fields = fields
  }
}

/// What a test expects of a task's records: a row for each that is read, then those that are generated.
public struct ExpectedTask: Sendable, Equatable {
  /// The task's name.
  public var name: String
  /// The rows in the order of the records.
  public var rows: [ExpectedRow]

  /// An expectation of a task.
  public init(name: String, rows: [ExpectedRow]) {
    self.name = name
    self.rows = rows
  }
}

/// A test of a template: some records, and what is to become of them.
public struct TemplateTest: Sendable {
  /// The name, which no other test of the file has.
  public var name: String
  /// The records of the template's source side, by entity.
  public var given: [GivenRecords]
  /// Records of either side that are only looked into.
  public var references: [GivenRecords]
  /// What is expected, by task; tasks that are not named are not compared.
  public var expected: [ExpectedTask]
  /// The template's changes, entities and templates under which the test runs.
  public var project: ProjectFile
}
