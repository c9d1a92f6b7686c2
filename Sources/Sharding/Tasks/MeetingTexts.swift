import Conversion
import Findings
import Mapping
import Packages
import Records

/// The meeting texts of the records of one entity, as its first task knows their keys and documents.
final class MeetingTexts {
  private let run: TemplateRun
  private let task: Int
  private var mappers: [Int: Mapper] = [:]
  private var (shown, key, text) = (
    OutputBuffer(capacity: 64), OutputBuffer(capacity: 64), OutputBuffer(capacity: 64)
  )

  /// What maps the records of one file.
  private final class Mapper {
    var mapper: RecordMapper

    init(_ plan: consuming TaskPlan) { mapper = RecordMapper(plan) }
  }

  private init(_ run: consuming TemplateRun, task: Int) {
    self.run = run
    self.task = task
  }

  /// The texts of each entity, in lower case, that templates read.
  static func all(
    _ templates: [Template], _ context: RunContext, _ lookups: borrowing LookupContext
  ) throws -> [String: MeetingTexts] {
    var texts: [String: MeetingTexts] = [:]
    for template in templates {
      for (index, task) in template.tasks.enumerated() where texts[task.source.lowercased()] == nil {
        let run = try TemplateRun(template, context: context, lookups: lookups)
        texts[task.source.lowercased()] = MeetingTexts(run, task: index)
      }
    }
    return texts
  }

  /// Whether the records are lines of documents.
  var isOfLines: Bool { run.template.tasks[task].header != nil }

  /// Whether the records are headers of documents.
  var isOfHeaders: Bool { !isOfLines && run.template.tasks.contains { $0.header != nil } }

  /// What companies put before the numbers of the records; nil if nothing.
  var prefixes: KeyPrefixes? { run.prefixes(task) }

  /// The text of a record; nil if it meets nobody. `id` becomes that of a header.
  func text(
    _ batch: RecordBatch, _ record: Int, _ issue: Issue?, _ package: Package, _ entity: Int, id: inout GUID?,
    _ lookups: borrowing LookupContext
  ) -> [UInt8]? {
    guard let own = mapper(package, entity, width: batch.width) else { return nil }
    own.mapper.begin(record)
    key.truncate(to: 0)
    text.truncate(to: 0)
    if isOfLines { return line(&own.mapper, batch, record, lookups) }
    if issue?.isUnreadable ?? false { return nil }
    shown.truncate(to: 0)
    _ = own.mapper.key(batch, record, lookups, shown: &shown, comparable: &key)
    id = isOfHeaders ? own.mapper.recordGUID(batch, record) : nil
    let end = numberEnd
    if end == 0 { return id.map { Array($0.description.utf8) } }
    return form(0..<end)
  }

  private func mapper(_ package: Package, _ entity: Int, width: Int) -> Mapper? {
    let input = run.states[task].inputs.first { $0.package.path == package.path && $0.entity == entity }
    guard let input, input.columns.count == width else { return nil }
    if let known = mappers[input.number] { return known }
    let made = Mapper(run.states[task].pass.plan(input))
    mappers[input.number] = made
    return made
  }

  /// The text of the header of a line.
  private func line(
    _ mapper: inout RecordMapper, _ batch: RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> [UInt8]? {
    if mapper.namesHeaderByNumber(batch, record) {
      _ = mapper.headerNumber(batch, record, lookups, to: &key)
      return key.count == 0 ? nil : form(0..<key.count)
    }
    guard let row = mapper.headerRow(batch, record, lookups) else { return nil }
    _ = mapper.headerNumber(batch, record, lookups, to: &key)
    return key.count == 0 ? Array(row.id.description.utf8) : form(0..<key.count)
  }

  /// The number of the record whose text was asked for last as Sales compares it, once a prefix is before it.
  func number(behind prefix: [UInt8]) -> [UInt8] {
    var number = OutputBuffer(capacity: 64)
    number.append(prefix)
    number.append(key, 0..<numberEnd)
    return number.take()
  }

  /// Where the number ends with which the key begins.
  private var numberEnd: Int { key.span.firstIndex(of: 0, from: 0) ?? key.count }

  private func form(_ range: Range<Int>) -> [UInt8] {
    KeyForm.append(key.span.extracting(range), to: &text)
    return text.copy()
  }
}
