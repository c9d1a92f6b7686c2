import Archives
import Findings
import Mapping
import Records

/// The values of a field that no value map has an entry for.
package struct UnmappedField: Sendable {
  /// One of them.
  package struct Value: Sendable {
    /// Its beginning, as read.
    package var text: String
    /// How many records have it.
    package var records: Int
    /// Whether the text is only its beginning.
    package var isCut: Bool

    package init(text: String, records: Int, isCut: Bool) {
      (self.text, self.records, self.isCut) = (text, records, isCut)
    }
  }

  package var task: String
  /// The field of the destination.
  package var field: String
  /// The columns of the source.
  package var source: String
  package var map: String
  /// How many records have such a value.
  package var records: Int
  /// How many different values there are.
  package var distinct: Int
  /// The most frequent ones.
  package var values: [Value]

  /// How many values of a field are kept as texts.
  package static let mostValues = 50

  package init(
    task: String, field: String, source: String, map: String, records: Int, distinct: Int, values: [Value]
  ) {
    (self.task, self.field, self.source, self.map) = (task, field, source, map)
    (self.records, self.distinct, self.values) = (records, distinct, values)
  }
}

/// Counts, for each field of a template, the values that no value map has an entry for, as an observer.
final class UnmappedValues: RunObserver {
  /// The most UTF-16 code units that are kept of a value.
  private static let longestValue = 200

  private struct Key: Hashable, Comparable {
    var task, field: Int

    static func < (one: Key, other: Key) -> Bool { (one.task, one.field) < (other.task, other.field) }
  }

  private let makeFile: () throws -> ScratchFile
  private var tasks: [TaskTemplate] = []
  private var counts: [Key: ValueCounts] = [:]
  private var fields: [UnmappedField] = []
  private var text = OutputBuffer(capacity: 256)

  /// Counts in memory, and in files that the function makes.
  init(makeFile: @escaping () throws -> ScratchFile) { self.makeFile = makeFile }

  var interest: WrittenInterest { .nothing }

  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) {
    tasks = states.map(\.task)
    counts = [:]
    fields = []
  }

  func rejected(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    // Spans are lent by local values only.
    var text = OutputBuffer.none
    swap(&text, &self.text)
    defer { swap(&text, &self.text) }
    for place in record.issues.all.indices {
      let issue = record.issues.all[place]
      guard issue.code == .notInValueMap, let field = issue.field else { continue }
      let slot = record.mapper.readValue(of: field, record.batch, record.index)
      text.truncate(to: 0)
      record.mapper.append(slot, record.batch, to: &text)
      if text.count == 0 { continue }
      let key = Key(task: record.task, field: field)
      try counts[key, default: ValueCounts(mostFrequent: UnmappedField.mostValues, makeFile: makeFile)].add(text.span)
    }
  }

  func end(task index: Int, _ states: [TaskState]) throws {
    for key in counts.keys.filter({ $0.task == index }).sorted() {
      guard var counted = counts.removeValue(forKey: key) else { continue }
      let field = tasks[index].fields[key.field]
      let result = try counted.finish()
      fields.append(
        UnmappedField(
          task: tasks[index].name, field: field.column, source: field.sources.map(\.text).joined(separator: ", "),
          map: field.valueMap ?? "", records: counted.total, distinct: result.distinct,
          values: result.frequent.map(UnmappedValues.shown)))
    }
  }

  func add(to report: inout TemplateReport, _ lookups: borrowing LookupContext) { report.unmapped = fields }

  /// A value as it is shown: its beginning.
  private static func shown(_ entry: ValueCounts.Entry) -> UnmappedField.Value {
    let end = UTF8Text.prefix(entry.bytes.span, utf16Length: longestValue)
    return UnmappedField.Value(
      text: KeyText.string(entry.bytes.span.extracting(0..<end)), records: entry.count, isCut: end < entry.bytes.count)
  }
}
