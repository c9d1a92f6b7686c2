import Conversion
import Findings
import Mapping
import Packages
import Records

/// The meeting texts of the records of one entity, as its first task knows their keys and documents.
final class MeetingTexts {
  private let run: TemplateRun
  private let task: Int

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

  /// The text of a record of an input that meets nobody.
  static func ofNobody(_ input: Int, _ batch: borrowing RecordBatch, _ record: Int) -> [UInt8] {
    Array("#\(input).\(batch.number(of: record))".utf8)
  }

  /// Whether the records are lines of documents.
  var isOfLines: Bool { run.template.tasks[task].header != nil }

  /// Whether the records are headers of documents.
  var isOfHeaders: Bool { !isOfLines && run.template.tasks.contains { $0.header != nil } }

  /// What companies put before the numbers of the records; nil if nothing.
  var prefixes: KeyPrefixes? { run.prefixes(task) }

  /// The texts of the records of one file; nil if no task reads it.
  func file(_ package: Package, _ entity: Int, width: Int) -> FileTexts? {
    let input = run.states[task].inputs.first { $0.package.path == package.path && $0.entity == entity }
    guard let input, input.columns.count == width else { return nil }
    return FileTexts(run.states[task].pass.plan(input), isOfLines: isOfLines, isOfHeaders: isOfHeaders)
  }
}
