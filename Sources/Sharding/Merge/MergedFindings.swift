import Conversion
import Findings
import Packages
import Records

/// Puts the findings of tasks into the order of the whole run.
struct MergedFindings {
  let sink: FindingSink
  private let file: FindingFile
  /// What is counted of the rows that came last, its bytes, how many they are, and how many more of their code are listed.
  private var rows: (what: CountedFinding, bytes: [UInt8], count: Int, left: Int)?
  /// What was reported of files: every part reports the same.
  private var reported: Set<[UInt8]> = []

  /// Findings that go to a sink, which writes a file.
  init(_ sink: FindingSink, _ file: FindingFile) { (self.sink, self.file) = (sink, file) }

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
    var entry = OutputBuffer(capacity: 1 << 10)
    try rows.forEach(&entry) { entry, source in
      do {
        try add(entry.span)
      } catch is PackedError {
        throw source.damage
      }
      entry.truncate(to: 0)
    }
    countRows()
  }

  /// Adds an entry of a list. Throws `PackedError` if it is none.
  private mutating func add(_ bytes: Span<UInt8>) throws {
    guard !bytes.isEmpty else { throw PackedError() }
    let content = bytes.extracting(1...)
    switch PlacedFindings.Kind(rawValue: bytes[0]) {
    case .finding:
      countRows()
      var reader = PackedReader(content.copy)
      let finding = try reader.finding()
      guard reader.isAtEnd else { throw PackedError() }
      if finding.place.record != nil || isNew(finding) { try sink.add(finding) }
    case .row: try add(row: content)
    case nil: throw PackedError()
    }
  }

  /// Adds a row of `findings.csv`, which is behind what is counted of it.
  private mutating func add(row: Span<UInt8>) throws {
    guard let size = CountedFinding.size(row) else { throw PackedError() }
    let head = row.extracting(0..<size)
    if let rows, !head.holds(rows.bytes, at: 0) || rows.bytes.count != size { countRows() }
    if rows == nil {
      let bytes = head.copy
      let what = try CountedFinding(bytes)
      rows = (what, bytes, 0, sink.mostPerCode - sink.count(of: what.code))
    }
    rows?.count += 1
    if let rows, rows.count <= rows.left { try file.write(row: row.extracting(size...)) }
  }

  /// Counts the rows that came last.
  private mutating func countRows() {
    guard let rows else { return }
    sink.count(rows.count, of: rows.what.code, rows.what.severity, about: rows.what.entity, follow: rows.what.follow)
    self.rows = nil
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
