import Archives
import Conversion
import Findings
import Foundation
import Mapping
import Packages

/// Runs the records of a test through the conversion: once to see what becomes of each, and once to see what is written.
struct TestRun {
  /// The time of every run, which decides which price lists are valid: 2026-01-01.
  static let time: Int64 = 1_767_225_600

  private let test: TemplateTest
  private let template: Template
  private let findings: FindingCatalogue

  /// A run of a test of a template, with what the codes mean.
  init(_ test: TemplateTest, of template: Template, _ findings: FindingCatalogue) {
    self.test = test
    self.template = template
    self.findings = findings
  }

  /// What came out of each task. Throws `PackageError`, `ArchiveError`, `ProjectError`, `ConversionError`, `Failure`.
  func run() throws -> [TestedTask] {
    let folder = try GivenFiles(test)
    guard let given = folder.given else { return template.tasks.map { TestedTask(task: $0, rows: []) } }
    var options = ConversionOptions(inputs: [given], output: folder.output)
    options.references = folder.references.map { [PackagePath($0)] } ?? []
    options.project = test.project
    // No file of the project is read any more.
    options.project?.file = given
    options.companies = test.project.selectedCompanies
    options.destination = template.destination
    options.templates = [template.name]
    options.epoch = Self.time
    options.jobs = 1
    options.compression = 0
    options.readsBack = false
    let fates = try observe(options)
    return try seen(options) { summary, output in
      let codes = try Self.codes(output.temporaryPath(of: FindingFile.fileName), in: given)
      let paths = summary.packages.map { output.temporaryPath(of: $0.path) }
      var written = try WrittenRows(paths, schemas: test.project.schemas)
      return template.tasks.map { tested($0, fates[$0.name] ?? [], codes, &written) }
    }
  }

  private func conversion(_ options: ConversionOptions) -> Conversion {
    Conversion(options, schemas: test.project.schemas, templates: test.project.templates, findings: findings)
  }

  /// What becomes of each record.
  private func observe(_ options: ConversionOptions) throws -> [String: [RecordFates.Fate]] {
    var options = options
    options.isDryRun = true
    let conversion = conversion(options)
    return try InferredLayout.tried { inferred in
      let opener = PackageOpener(
        schemas: test.project.schemas, inferred: inferred, limits: options.readLimits,
        culture: options.project?.sourceCulture)
      let inputs = try Inputs.open(options, opener)
      let chosen = try conversion.choose(inputs)
      let fates = RecordFates()
      let sink = FindingSink(catalogue: findings, mostPerCode: 0)
      if !chosen.isEmpty { _ = try conversion.observe(chosen, inputs, inferred, sink, by: fates) }
      return fates.fates
    }
  }

  /// Ends a run before its output appears.
  private struct Seen: Error {}

  /// What a closure makes of the output of the run, which is removed then.
  private func seen<Result>(
    _ options: ConversionOptions, _ look: (ConversionSummary, OutputDirectory) throws -> Result
  ) throws -> Result {
    var result: Result?
    do {
      _ = try conversion(options).run { summary, output, _ in
        result = try look(summary, output)
        throw Seen()
      }
    } catch is Seen {}
    guard let result else { preconditionFailure("a run that ends has shown its output") }
    return result
  }

  /// What came out of a task.
  private func tested(
    _ task: TaskTemplate, _ fates: [RecordFates.Fate], _ codes: [Place: Set<String>], _ written: inout WrittenRows
  ) -> TestedTask {
    var read: [(record: Int, row: TestedTask.Row)] = []
    var generated: [TestedTask.Row] = []
    for fate in fates {
      let values = [.written, .generated].contains(fate.verdict) ? written.next(of: task.destination) : nil
      let found = codes[Place(entity: task.source.lowercased(), record: fate.record)] ?? []
      let row = row(fate.verdict, found.union(fate.codes.map(\.rawValue)), values, task)
      if fate.verdict == .generated { generated.append(row) } else { read.append((fate.record, row)) }
    }
    if task.generates == .priceListItems {
      while let item = written.next(of: ProductCatalogue.items) { generated.append(row(.generated, [], item, nil)) }
    }
    return TestedTask(task: task, rows: read.sorted { $0.record < $1.record }.map(\.row) + generated)
  }

  private func row(
    _ verdict: RecordVerdict, _ codes: Set<String>, _ written: WrittenRows.Row?, _ task: TaskTemplate?
  ) -> TestedTask.Row {
    var columns = written?.columns ?? []
    if let task, verdict == .written {
      columns = task.fields.map(\.column).filter { written?.values[$0.lowercased()] != nil }
      columns = columns.enumerated().filter { !columns[..<$0.offset].contains($0.element) }.map(\.element)
    }
    return TestedTask.Row(
      verdict: verdict, codes: verdict == .generated ? [] : codes.sorted(), values: written?.values ?? [:],
      columns: columns)
  }

  /// A record of an entity, by its name in lower case.
  private struct Place: Hashable {
    var entity: String
    var record: Int
  }

  /// The codes of findings about the records of a package that are no mere information, from the list of findings.
  private static func codes(_ path: String, in package: String) throws -> [Place: Set<String>] {
    let bytes = try WholeFile.read(path, limit: 1 << 30)
    let rows = CommaSeparatedText(String(decoding: bytes, as: UTF8.self)).rows.map(\.cells)
    let places = Dictionary(uniqueKeysWithValues: FindingRow.columns.enumerated().map { ($0.element, $0.offset) })
    func cell(_ row: [String], _ name: String) -> String { places[name].map { row[$0] } ?? "" }
    var codes: [Place: Set<String>] = [:]
    for row in rows.dropFirst() where row.count == FindingRow.columns.count {
      guard let record = Int(cell(row, "record")), cell(row, "package") == package,
        cell(row, "severity") != Severity.info.rawValue
      else { continue }
      codes[Place(entity: cell(row, "entity").lowercased(), record: record), default: []].insert(cell(row, "code"))
    }
    return codes
  }
}
