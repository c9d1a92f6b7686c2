import Mapping

/// What came out of a task: a row for each record that was read, in its order, then those that were generated.
struct TestedTask {
  /// What came out of one record.
  struct Row {
    var verdict: RecordVerdict
    /// The codes of findings that are no mere information, sorted.
    var codes: [String]
    /// The values that were written, by column in lower case.
    var values: [String: String]
    /// The columns of these values that a new expectation names, in its order.
    var columns: [String]
  }

  let task: TaskTemplate
  var rows: [Row]

  /// The text that was written to a field of a row; empty for nothing.
  func value(of field: String, in row: Int) -> String {
    let values = rows[row].values
    if let value = values[field.lowercased()] { return value }
    let column = SourcePath(field).column.lowercased()
    return values[column] ?? ""
  }

  /// The expectation that says what came out: with the fields that an earlier one names, or all that are filled in rows that
  /// it does not have.
  func expectation(like earlier: ExpectedTask?) -> ExpectedTask {
    let expected = rows.indices.map { index -> ExpectedRow in
      let row = rows[index]
      guard let old = earlier.flatMap({ $0.rows.indices.contains(index) ? $0.rows[index] : nil }) else {
        let fields = row.columns.map { ExpectedRow.Field(name: $0, value: row.values[$0.lowercased()] ?? "") }
        return ExpectedRow(row.verdict, codes: row.codes, fields: fields)
      }
      let fields = old.fields.map { ExpectedRow.Field(name: $0.name, value: value(of: $0.name, in: index)) }
      let isUnsaid = old.statedVerdict == nil && row.verdict == .written
      return ExpectedRow(isUnsaid ? nil : row.verdict, codes: row.codes, fields: fields)
    }
    return ExpectedTask(name: task.name, rows: expected)
  }

  /// How the rows differ from what is expected.
  func differences(from expected: ExpectedTask) -> [TemplateTestDifference] {
    var differences: [TemplateTestDifference] = []
    func compare(_ row: Int, _ field: String, _ expected: String, _ actual: String) {
      if expected == actual { return }
      differences.append(
        TemplateTestDifference(task: task.name, row: row + 1, field: field, expected: expected, actual: actual))
    }
    for (index, (row, wanted)) in zip(rows, expected.rows).enumerated() {
      compare(index, "verdict", wanted.verdict.rawValue, row.verdict.rawValue)
      compare(index, "codes", wanted.codes.joined(separator: " "), row.codes.joined(separator: " "))
      for field in wanted.fields { compare(index, field.name, field.value, value(of: field.name, in: index)) }
    }
    compare(min(rows.count, expected.rows.count), "rows", "\(expected.rows.count)", "\(rows.count)")
    return differences
  }
}

/// One thing that came out otherwise than a test expects.
public struct TemplateTestDifference: Sendable, Equatable, Encodable {
  /// The task.
  public var task: String
  /// The row among those of the task, from 1; of a wrong number of rows the first that the other side lacks.
  public var row: Int
  /// The destination field, or `verdict`, `codes` or `rows`.
  public var field: String
  /// What the test expects.
  public var expected: String
  /// What came out.
  public var actual: String
}
