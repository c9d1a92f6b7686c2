import Archives
import Conversion
import Crypto
import Findings
import Mapping
import Records

/// Merges the lists of parts, and compares the number of their rows with the counts.
struct MergedLists {
  private let folders: TaskFolders
  private let output: OutputDirectory

  /// Lists of tasks in folders, merged into an output.
  init(_ folders: TaskFolders, _ output: OutputDirectory) { (self.folders, self.output) = (folders, output) }

  /// Writes the lists of templates, which have been reported on. Throws `ShardError` for files that are not whole, or have more or
  /// fewer rows than records were counted. The digests of the lists by their names.
  func write(_ stages: [ShardMerge.Stage], _ reports: [TemplateReport]) throws -> [String: String] {
    var digests: [String: String] = [:]
    digests[ListNames.crosswalk] = try write(
      ListNames.crosswalk, stages, reports, places: { _ in [ListNames.crosswalk] }
    ) {
      $0.written - $0.generated
    }
    digests[ListNames.filtered] = try write(
      ListNames.filtered, stages, reports, places: { $0.tasks.indices.map { RowPlaces.filtered(task: $0) } }
    ) {
      $0.filtered
    }
    for (stage, report) in zip(stages, reports) {
      for (task, counts) in zip(stage.template.tasks, report.tasks.map(\.counts)) {
        let name = ListNames.rejects(of: stage.template.name, task.name)
        var file: MergedList?
        try append(name, [name], of: stage.tasks, to: &file, rows: counts.rejected)
        digests[name] = try file?.finish()
      }
    }
    return digests
  }

  private func write(
    _ name: String, _ stages: [ShardMerge.Stage], _ reports: [TemplateReport], places: (Template) -> [String],
    rows: (TaskCounts) -> Int
  ) throws -> String? {
    var file: MergedList?
    for (stage, report) in zip(stages, reports) {
      let wanted = report.tasks.reduce(0) { $0 + rows($1.counts) }
      try append(name, places(stage.template), of: stage.tasks, to: &file, rows: wanted)
    }
    return try file?.finish()
  }

  /// Appends the rows of a list of tasks that run side by side. The file is begun with the head of the first one.
  private func append(
    _ name: String, _ places: [String], of tasks: [String], to file: inout MergedList?, rows wanted: Int
  ) throws {
    var sources: [ListSource] = []
    for task in tasks {
      let outputs = try folders.receipt(task).outputs
      guard let list = outputs.first(where: { $0.path == name }) else { continue }
      let places = places.map { place in outputs.first { $0.path == RowPlaces.name(of: place) } }
      sources.append(try ListSource(list, places, of: task, folders))
    }
    var count = 0
    if let first = sources.first {
      let own = try file ?? MergedList(output.file(name))
      if file == nil { try own.write(first.head) }
      file = own
      var rows = OrderedRows(sources)
      var buffer = OutputBuffer(capacity: 1 << 18)
      try rows.forEach(&buffer) { buffer, _ in
        count += 1
        if buffer.count > 1 << 17 { try own.write(buffer.take()) }
      }
      try own.write(buffer.take())
    }
    guard count == wanted else {
      throw ShardError.counts(reason: "\(name) has \(count) rows of \(wanted) records")
    }
  }
}

/// A list of the output.
private final class MergedList {
  private let file: OutputFile
  private var hash = SHA256()

  init(_ file: OutputFile) { self.file = file }

  func write(_ rows: [UInt8]) throws {
    hash.update(data: rows)
    try file.write(rows)
  }

  /// Ends the list; its digest.
  func finish() throws -> String {
    try file.close(sync: false)
    return FileDigest.text(hash.finalize())
  }
}
