// Hot path (`add`): no allocation per record but for the first one of a file.

import Archives
import Findings
import Mapping
import Packages
import Records

/// Writes which records were not meant to be written, and what decided: a row for every record that was filtered out.
///
/// The rows of a template's first task are written at once; those of the others wait until the template ends, so that
/// tasks come in their order even where they take turns.
final class FilteredList {
  /// Its name in the output.
  static let fileName = "filtered.csv"
  /// The columns of its rows.
  static let columns = [
    "template", "task", "package", "file", "entity", "key", "record", "line", "reason", "clause", "company",
  ]

  /// The rows of one task of the template under way.
  private struct TaskRows {
    /// The template and the task as the row begins.
    var name: [String] = []
    var buffer = OutputBuffer(capacity: 1 << 12)
    var spool: ScratchFile?
    /// The beginning of the rows of one file's entity.
    var head: [UInt8] = []
    var place: (package: String, entity: Int) = ("", -1)
  }

  private static let kept = 1 << 20

  private let file: OutputFile
  private let names: FilterClauses
  private let makeSpool: () throws -> ScratchFile
  private let encoder = CSVEncoder()
  private var tasks = [TaskRows()]
  /// The cells of the clauses that were listed.
  private var clauses: [[UInt8]] = []
  private var company: (name: String, cell: [UInt8]) = ("", [])
  private let reasons = FilterReason.allCases.map { (reason: $0, cell: Array($0.rawValue.utf8)) }
  private var scratch = OutputBuffer(capacity: 256)

  /// A list in a file; `makeSpool` makes files for rows that wait.
  init(_ file: OutputFile, clauses: FilterClauses, makeSpool: @escaping () throws -> ScratchFile) {
    self.file = file
    file.writeBehind()
    names = clauses
    self.makeSpool = makeSpool
    encoder.headings(FilteredList.columns, to: &tasks[0].buffer)
  }

  /// Begins a template: its tasks' rows come in the order of the tasks.
  func begin(_ template: Template) throws {
    try end()
    tasks[0].place = ("", -1)
    for (index, task) in template.tasks.enumerated() {
      if index > 0 { tasks.append(TaskRows()) }
      tasks[index].name = [template.name, task.name]
    }
  }

  /// Adds a record whose key is known.
  func add(_ record: inout RecordView) throws {
    let task = record.task
    if tasks[task].place != (record.input.package.path, record.input.entity) { begin(record.input, task) }
    if company.name != record.company { company = (record.company, cell(record.company)) }
    while clauses.count <= record.clause { clauses.append(cell(names.texts[clauses.count])) }
    // Taken out of the object meanwhile: a local value needs no check at every access.
    var output = OutputBuffer.none
    swap(&output, &tasks[task].buffer)
    output.append(tasks[task].head)
    appendHarmless(record.issues.shown, to: &output)
    encoder.delimiter(to: &output)
    FilteredList.append(record.ownNumber.value, to: &output)
    encoder.delimiter(to: &output)
    if record.line > 0 { FilteredList.append(Int(record.line), to: &output) }
    encoder.delimiter(to: &output)
    for known in reasons where known.reason == record.reason { output.append(known.cell) }
    encoder.delimiter(to: &output)
    output.append(clauses[record.clause])
    encoder.delimiter(to: &output)
    output.append(company.cell)
    encoder.lineEnd(to: &output)
    swap(&output, &tasks[task].buffer)
    guard tasks[task].buffer.count > FilteredList.kept else { return }
    if task == 0 {
      try tasks[0].buffer.drain { (bytes) throws(ArchiveError) in try file.write(bytes) }
    } else {
      let spool = try tasks[task].spool ?? makeSpool()
      tasks[task].spool = spool
      try tasks[task].buffer.drain { (bytes) throws(ArchiveError) in try spool.write(bytes) }
    }
  }

  /// Writes what is left and closes the file.
  func finish() throws {
    try end()
    try file.write(tasks[0].buffer.take())
    try file.close(sync: false)
  }

  /// Puts the rows of later tasks behind those of the first one.
  private func end() throws {
    guard tasks.count > 1 else { return }
    for index in tasks.indices {
      if let spool = tasks[index].spool {
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        spool.rewind()
        while true {
          let count = try spool.read(into: &piece, at: 0, count: piece.count)
          if count == 0 { break }
          try file.write(piece[..<count])
        }
      }
      try tasks[index].buffer.drain { (bytes) throws(ArchiveError) in try file.write(bytes) }
    }
    tasks = [TaskRows()]
  }

  private func begin(_ input: TaskInput, _ task: Int) {
    let entity = input.package.entities[input.entity]
    var head = OutputBuffer(capacity: 256)
    for text in tasks[task].name + [input.package.path, input.file, entity.name] {
      head.append(cell(text))
      encoder.delimiter(to: &head)
    }
    tasks[task].head = head.take()
    tasks[task].place = (input.package.path, input.entity)
  }

  private func cell(_ text: String) -> [UInt8] {
    var buffer = OutputBuffer(capacity: 64)
    let bytes = Array(SpreadsheetText.harmless(text).utf8)
    encoder.field(bytes.span, to: &buffer)
    return buffer.take()
  }

  private func appendHarmless(_ text: borrowing OutputBuffer, to output: inout OutputBuffer) {
    guard text.count > 0, SpreadsheetText.isHarmful(text.span[0]) else { return encoder.field(text.span, to: &output) }
    var marked = OutputBuffer.none
    swap(&marked, &scratch)
    marked.truncate(to: 0)
    marked.append(UInt8(ascii: "'"))
    marked.append(text.span)
    encoder.field(marked.span, to: &output)
    swap(&marked, &scratch)
  }

  private static func append(_ number: Int, to output: inout OutputBuffer) {
    var power = 1
    while number / power >= 10 { power *= 10 }
    while power > 0 {
      output.append(UInt8(0x30 + number / power % 10))
      power /= 10
    }
  }
}
