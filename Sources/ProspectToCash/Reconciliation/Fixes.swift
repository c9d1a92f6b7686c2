import Archives
import Mapping
import Packages
import Records

/// Writes import packages that make one side like the other: records that it lacks with all fields, and of those that
/// differ the key and the fields in which any differs.
struct Fixes {
  private let folder: OutputDirectory
  private let options: ConversionOptions

  /// Packages in the folder, written as the options say.
  init(to folder: OutputDirectory, _ options: ConversionOptions) {
    self.folder = folder
    var options = options
    options.isDryRun = false
    self.options = options
  }

  /// Writes the packages of a template that was compared by. `context` is that of the comparison.
  func write(
    _ template: Template, _ tasks: [ComparedTask], _ context: RunContext, _ knowledge: borrowing Knowledge
  ) throws -> [PackageReport] {
    let context = RunContext(
      options: options, inputs: context.inputs, schemas: context.schemas, output: folder, findings: context.findings,
      progress: context.progress, crosswalk: Crosswalk(nil), time: context.time, indexed: context.indexed)
    return try write(template, "new", tasks.map(\.missing), nil, context, knowledge)
      + write(template, "changed", tasks.map(\.changed), tasks, context, knowledge)
  }

  private func write(
    _ template: Template, _ suffix: String, _ records: [RecordSet], _ changed: [ComparedTask]?, _ context: RunContext,
    _ knowledge: borrowing Knowledge
  ) throws -> [PackageReport] {
    guard records.contains(where: { !$0.isEmpty }) else { return [] }
    var template = template
    template.name += "-\(suffix)"
    if changed != nil {
      // What a record makes besides itself is made when it is new.
      for index in template.tasks.indices { template.tasks[index].generates = nil }
    }
    var run = try TemplateRun(template, context: context, knowledge: knowledge)
    run.kept = records
    for (index, task) in (changed ?? []).enumerated() {
      let keys = Set(run.states[index].destination.keys.map { $0.lowercased() } + task.keyColumns)
      run.states[index].written.removeAll { name, place in
        !task.changedFields.contains(place) && (template.destination == .sales || !keys.contains(name.lowercased()))
      }
    }
    try run.rewrite(knowledge)
    while try run.sink.advance() { try run.rewrite(knowledge) }
    var packages = run.sink.packages
    OutputDigests.fill(&packages, try OutputDigests.values([OutputDigests(packages.map(\.path), in: folder)]))
    return packages
  }
}
