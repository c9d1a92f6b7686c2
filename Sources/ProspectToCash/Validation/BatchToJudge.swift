import Findings
import Mapping
import Packages
import Records

/// Records of one entity that are about to be judged, here or on another thread.
///
/// Checks know what earlier records had, and are nobody's but one thread's at a time: while batches lie on the bench, only
/// the bench calls them and what they share with the checks of other entities.
struct BatchToJudge: @unchecked Sendable {
  let judge: Judge
  let checks: any RecordChecks
  let batch: RecordBatch
  let columns: [SourceColumn]
  let place: Place

  /// What is found in the batch, not told yet.
  func findings() throws -> [Finding] { try judge.holding(tell) }

  /// Tells what is found in the batch.
  func tell() throws {
    try tellUnreadable()
    try checks.judge(batch, columns: columns)
  }

  /// Records that could not be read as their file's header says, or have a cell that is too long.
  private func tellUnreadable() throws {
    for fault in batch.faults {
      var there = place
      (there.record, there.line) = (batch.firstNumber + fault.index, Int(batch.lines[fault.index]))
      switch fault.kind {
      case .undecodable: try judge.tell(.cannotBeDecoded, .error, there)
      case .fieldCount(let found):
        try judge.tell(.fieldCountDiffers, .error, there, detail: .fields(found: found, expected: columns.count))
      case .company: break
      case .cell(let column):
        try judge.tell(
          .tooLong, .error, place.record(batch, fault.index, checks), field: columns[column].heading,
          detail: .limit(RecordFault.longestCell))
      case .quote: try judge.tell(.quoteNeverCloses, .error, there)
      }
    }
  }
}
