import Records
import Synchronization

/// A log of changes: partitions whose rows are versions of records, of which the last one counts.
///
/// The log is read when somebody asks for its rows for the first time. Meanwhile each record takes one entry; what stays is two
/// bits for each row.
final class ChangeLog: ChangeCounts {
  /// What becomes of the rows of a partition.
  struct Fates: Sendable {
    /// Whether each row is the last version of its record, or cannot be read.
    fileprivate(set) var isLast = BitList()
    /// Whether each row deletes its record.
    fileprivate(set) var isDeletion = BitList()

    /// Leaves the rows of a batch that are records, or with `replaced` those that are none.
    func keep(_ rows: PartitionReader.Rows, of batch: inout RecordBatch) {
      guard rows == .records || rows == .replaced else { return }
      let first = batch.firstNumber - 1
      let records = (first..<first + batch.count).count { isLast[$0] && !isDeletion[$0] }
      if records == (rows == .records ? 0 : batch.count) {
        batch = RecordBatch(width: batch.width, firstNumber: batch.firstNumber)
        return
      }
      if rows == .records, records == batch.count { return }
      var next = 0
      var issue = 0
      var issues: [RecordIssue] = []
      var numbers: [UInt32] = []
      let width = batch.width
      for record in 0..<batch.count {
        let place = batch.firstNumber + record - 1
        let isRecord = isLast[place] && !isDeletion[place]
        let hasIssue = issue < batch.issues.count && batch.issues[issue].index == record
        if hasIssue { issue += 1 }
        guard isRecord == (rows == .records) else { continue }
        if hasIssue { issues.append(RecordIssue(index: next, batch.issues[issue - 1].issue)) }
        numbers.append(UInt32(truncatingIfNeeded: place + 1))
        if !isRecord { batch.deletions.append(isLast[place]) }
        if next < record {
          for column in 0..<width { batch.fields[next * width + column] = batch.fields[record * width + column] }
          batch.lines[next] = batch.lines[record]
        }
        next += 1
      }
      guard next < batch.count else { return }
      batch.fields.removeLast((batch.count - next) * width)
      batch.lines.removeLast(batch.count - next)
      (batch.issues, batch.numbers) = (issues, numbers)
    }
  }

  private struct State {
    var fates: [Fates]?
    var counts: (superseded: Int, deleted: Int)?
  }

  private let partitions = Mutex<[PackageEntity]>([])
  private let state = Mutex(State())

  /// Says which files the log consists of, in their order.
  func setPartitions(_ entities: [PackageEntity]) { partitions.withLock { $0 = entities } }

  var counts: (superseded: Int, deleted: Int)? { state.withLock { $0.counts } }

  /// What becomes of the rows of each partition. Throws what reading does.
  func fates(of package: Package) throws -> [Fates] {
    try state.withLock { state in
      if let known = state.fates { return known }
      var versions = LastVersions()
      let entities = partitions.withLock { $0 }
      var next = try entities.first.map { try PartitionReader($0, of: package, .raw) }
      for (place, entity) in entities.enumerated() {
        let reader = next
        // The file behind is begun meanwhile.
        next = place + 1 < entities.count ? try PartitionReader(entities[place + 1], of: package, .raw) : nil
        try versions.read(entity, reader ?? nil)
      }
      let (fates, counts) = versions.settled()
      (state.fates, state.counts) = (fates, counts)
      return fates
    }
  }
}

/// Finds the last version of each record.
private struct LastVersions {
  /// The last version so far.
  private struct Version {
    var number: Int64
    var modified: Int64
    var partition: UInt32
    var row: UInt32
  }

  private var ids = GUIDIndex()
  private var keys = KeyIndex()
  private var versions: [Version] = []
  private var fates: [ChangeLog.Fates] = []
  private var rows = 0
  /// Rows that are no versions of anything, and how many of them delete a record all the same.
  private var alone = 0
  private var deletedAlone = 0
  private var key = OutputBuffer(capacity: 128)

  /// Reads a partition whole.
  mutating func read(_ entity: PackageEntity, _ reader: PartitionReader?) throws {
    fates.append(ChangeLog.Fates())
    guard let partition = entity.partition as? Partition, let reader else { return }
    while let batch = try reader.next() {
      var issue = 0
      for record in 0..<batch.count {
        let isUnreadable = batch.issue(of: record, &issue)?.isUnreadable ?? false
        add(batch, record, isUnreadable, partition.versions)
      }
    }
  }

  private mutating func add(
    _ batch: borrowing RecordBatch, _ record: Int, _ isUnreadable: Bool, _ columns: Partition.VersionColumns
  ) {
    let place = fates.count - 1
    let row = fates[place].isLast.count
    let isDeletion = !isUnreadable && RecordBatch.truth(batch.field(record, columns.deletion)) == true
    fates[place].isDeletion.append(isDeletion)
    rows += 1
    guard !isUnreadable, let (entry, isNew) = entry(batch, record, columns) else {
      // What cannot be read takes part in nothing; a row without an id is a record of its own.
      alone += 1
      if isDeletion { deletedAlone += 1 }
      fates[place].isLast.append(true)
      return
    }
    fates[place].isLast.append(false)
    let version = Version(
      number: LastVersions.number(batch.field(record, columns.version)),
      modified: DateTime.ticks(batch.field(record, columns.modified)), partition: UInt32(place),
      row: UInt32(truncatingIfNeeded: row))
    if isNew {
      versions.append(version)
    } else if (version.number, version.modified) >= (versions[entry].number, versions[entry].modified) {
      versions[entry] = version
    }
  }

  /// The entry of a row's record, and whether it is a new one; nil if it has no id.
  private mutating func entry(
    _ batch: borrowing RecordBatch, _ record: Int, _ columns: Partition.VersionColumns
  ) -> (entry: Int, isNew: Bool)? {
    let own = columns.id >= 0 && !batch.range(record, columns.id).isEmpty ? columns.id : columns.primaryID
    let next = UInt32(truncatingIfNeeded: versions.count)
    if own >= 0, !batch.range(record, own).isEmpty {
      if let id = GUID(batch.field(record, own)) {
        let (entry, isNew) = ids.insert(id, value: next)
        return (Int(ids[entry]), isNew)
      }
      key.truncate(to: 0)
      KeyText.append(batch.field(record, own), to: &key)
    } else {
      key.truncate(to: 0)
      var hasText = false
      for column in columns.keys {
        hasText = hasText || !batch.range(record, column).isEmpty
        key.append(0x1F)
        KeyText.append(batch.field(record, column), to: &key)
      }
      if !hasText { return nil }
    }
    let (entry, isNew) = keys.insert(key, value: next)
    return (Int(keys[entry]), isNew)
  }

  /// A version's number; the lowest for none.
  private static func number(_ text: Span<UInt8>) -> Int64 {
    var number: Int64 = 0
    let isNegative = text.count > 1 && text[0] == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    while index < text.count {
      guard case 0x30...0x39 = text[index] else { return .min }
      let (tens, isTooMuch) = number.multipliedReportingOverflow(by: 10)
      let (sum, isMore) = tens.addingReportingOverflow(Int64(text[index] - 0x30))
      if isTooMuch || isMore { return isNegative ? .min + 1 : .max }
      number = sum
      index += 1
    }
    return text.count == 0 ? .min : isNegative ? -number : number
  }

  /// What becomes of all rows, and how many are no records.
  consuming func settled() -> (fates: [ChangeLog.Fates], counts: (superseded: Int, deleted: Int)) {
    var fates = self.fates
    var deleted = deletedAlone
    for version in versions {
      let (partition, row) = (Int(version.partition), Int(version.row))
      fates[partition].isLast.set(row)
      if fates[partition].isDeletion[row] { deleted += 1 }
    }
    return (fates, (rows - alone - versions.count, deleted))
  }
}

/// One bit for each of many rows.
struct BitList: Sendable {
  private var words: [UInt64] = []
  private(set) var count = 0

  mutating func append(_ bit: Bool) {
    if count & 63 == 0 { words.append(0) }
    if bit { words[count >> 6] |= 1 << UInt64(count & 63) }
    count += 1
  }

  mutating func set(_ place: Int) { words[place >> 6] |= 1 << UInt64(place & 63) }

  subscript(place: Int) -> Bool { words[place >> 6] & 1 << UInt64(place & 63) != 0 }
}

extension RecordBatch {
  /// A field's bytes; none for a column that there is not.
  @_lifetime(borrow self)
  fileprivate func field(_ record: Int, _ column: Int) -> Span<UInt8> {
    bytes.span.extracting(column < 0 ? 0..<0 : range(record, column).bounds)
  }
}

extension DateTime {
  /// A date of ISO 8601 or of the order of the United States in units of 100 nanoseconds; the lowest for anything else.
  fileprivate static func ticks(_ text: Span<UInt8>) -> Int64 {
    if text.count == 0 { return .min }
    guard text.count > 19, text[4] == UInt8(ascii: "-") else {
      return (DateTime(text) ?? DateTime(american: text)).map { $0.epoch * 10_000_000 } ?? .min
    }
    var fraction: Int64 = 0
    var end = 19
    if text[19] == UInt8(ascii: ".") {
      end = 20
      var digits = 0
      while end < text.count, case 0x30...0x39 = text[end] {
        if digits < 7 { fraction = fraction * 10 + Int64(text[end] - 0x30) }
        digits += 1
        end += 1
      }
      while digits < 7 {
        fraction *= 10
        digits += 1
      }
    }
    let seconds = DateTime(text)?.epoch ?? DateTime.epoch(iso: String(decoding: text.copied, as: UTF8.self))
    return seconds.map { $0 * 10_000_000 + fraction } ?? .min
  }
}
