import Findings
import Mapping
import Packages
import Records

/// States: what cannot be written, or bars later changes, and statuses of other states; records that are not transferred. What
/// is asked of a table's records is in its schema.
struct StateChecks {
  private let rules: StateRules?
  private let untransferable: [UntransferableRecords]
  private let madeByPlatform: PlatformRecords?
  private let name: String
  /// The state of each status.
  private let states: [Int: Int]

  init(_ entity: PackageEntity) {
    rules = entity.schema?.states
    untransferable = entity.schema?.untransferable ?? []
    madeByPlatform = entity.schema?.madeByPlatform
    name = entity.schema?.primaryName ?? ""
    let options = entity.schema?.attribute(named: StateColumns.status)?.options ?? []
    states = Dictionary(
      options.compactMap { option in option.state.map { (option.value, $0) } }, uniquingKeysWith: { first, _ in first })
  }

  /// Checks a record.
  func check(_ batch: RecordBatch, _ record: Int, _ checks: SalesRecords) throws {
    if let madeByPlatform { try check(madeByPlatform, batch, record, checks) }
    if rules == nil, untransferable.isEmpty { return }
    let (stateColumn, statusColumn) = (checks.row[StateColumns.state], checks.row[StateColumns.status])
    if rules?.setAfterImport ?? false {
      for column in [stateColumn, statusColumn] where column >= 0 && !batch.range(record, column).isEmpty {
        try checks.reportOnce(.productWithAState, .warning, batch, record, column)
        break
      }
    }
    for reason in untransferable {
      let column = checks.row[reason.column]
      guard let number = Int(checks.row.text(batch, record, column)), reason.contain(number) else { continue }
      try checks.report(.productThatCannotBeTransferred, .warning, batch, record, column)
      break
    }
    guard let rules, let state = Int(checks.row.text(batch, record, stateColumn)) else { return }
    if let first = rules.first, state != first {
      let isLocked = rules.lockedFrom.map { state >= $0 } ?? false
      try checks.report(.stateBeforeItsTime, isLocked ? .error : .warning, batch, record, stateColumn)
    }
    guard !states.isEmpty, let status = Int(checks.row.text(batch, record, statusColumn)) else { return }
    if let owner = states[status] {
      if owner != state { try checks.report(.statusOfAnotherState, .error, batch, record, statusColumn) }
    } else {
      // Statuses of an organisation's own begin there.
      try checks.report(.statusOfAnotherState, status >= 100_000_000 ? .warning : .error, batch, record, statusColumn)
    }
  }

  /// Records that the platform makes itself. Where records say which these are, nothing else counts.
  private func check(
    _ made: PlatformRecords, _ batch: RecordBatch, _ record: Int, _ checks: SalesRecords
  ) throws {
    let flag = checks.row[made.flag]
    let stated = checks.row.text(batch, record, flag).lowercased()
    if !stated.isEmpty {
      if ["true", "1"].contains(stated) { try checks.report(.baseUnitInThePackage, .warning, batch, record, flag) }
      return
    }
    let lookup = checks.row[made.unlessFilled]
    if lookup >= 0, !batch.range(record, lookup).isEmpty { return }
    try checks.report(.baseUnitInThePackage, .warning, batch, record, checks.row[name])
  }
}
