import Findings
import Packages
import Records

/// Puts the findings of tasks into the order of the whole run.
struct MergedFindings {
  let sink: FindingSink
  /// What was reported of files: every part reports the same.
  private var reported: Set<[UInt8]> = []

  /// Findings that go to a sink.
  init(_ sink: FindingSink) { self.sink = sink }

  /// Adds the findings of tasks that run side by side. Throws `ShardError` for files that are not whole.
  mutating func add(of tasks: [String], _ folders: TaskFolders) throws {
    var sources: [FindingSource] = []
    for task in tasks {
      guard let list = try folders.receipt(task).outputs.first(where: { $0.path == PlacedFindings.fileName }) else {
        throw ShardError.damaged(PlacedFindings.fileName, of: task)
      }
      sources.append(try FindingSource(list, of: task, folders))
    }
    var rows = OrderedRows(sources)
    try rows.forEach { bytes, source in
      do {
        var reader = PackedReader(Array(bytes))
        let finding = try reader.finding()
        guard reader.isAtEnd else { throw PackedError() }
        if finding.place.record != nil || isNew(finding) { try sink.add(finding) }
      } catch is PackedError {
        throw source.damage
      }
    }
  }

  private mutating func isNew(_ finding: Finding) -> Bool {
    var same = finding
    // A column is derived for its table, whichever file shows it.
    if finding.code == .columnDerived { (same.place.package, same.place.file) = ("", "") }
    var packed = PackedWriter()
    packed.add(same)
    return reported.insert(packed.bytes).inserted
  }
}
