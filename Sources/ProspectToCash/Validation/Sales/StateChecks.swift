import Findings
import Mapping
import Packages
import Records

/// States: what cannot be written, or bars later changes, and statuses of other states.
struct StateChecks {
  private let entity: PackageEntity
  private let states: [Int: Int]
  private let hasStatuses: Bool
  private static let documents: Set<String> = ["quote", "salesorder", "invoice"]
  private static let judged: Set<String> = [
    "quote", "salesorder", "invoice", "product", "pricelevel", "uom", "account", "contact", "uomschedule",
  ]

  init(_ entity: PackageEntity) {
    self.entity = entity
    let options = entity.schema?.attribute(named: "statuscode")?.options ?? []
    states = Dictionary(
      options.compactMap { option in option.state.map { (option.value, $0) } }, uniquingKeysWith: { first, _ in first })
    hasStatuses = !states.isEmpty
  }

  /// Judges a record.
  func check(_ batch: RecordBatch, _ record: Int, _ checks: SalesRecords) throws {
    guard StateChecks.judged.contains(entity.name) else { return }
    let (stateColumn, statusColumn) = (checks.row["statecode"], checks.row["statuscode"])
    if entity.name == "uom" { return try checkUnit(batch, record, checks) }
    if entity.name == "product" { try checkProduct(batch, record, checks, stateColumn, statusColumn) }
    guard let state = Int(checks.row.text(batch, record, stateColumn)) else { return }
    if StateChecks.documents.contains(entity.name), state != 0 {
      let isBarred = entity.name == "quote" && state >= 2
      try checks.tell(.stateBeforeItsTime, isBarred ? .error : .warning, batch, record, stateColumn)
    }
    guard hasStatuses, let status = Int(checks.row.text(batch, record, statusColumn)) else { return }
    if let owner = states[status] {
      if owner != state { try checks.tell(.statusOfAnotherState, .error, batch, record, statusColumn) }
    } else {
      try checks.tell(.statusOfAnotherState, status >= 100_000_000 ? .warning : .error, batch, record, statusColumn)
    }
  }

  private func checkProduct(
    _ batch: RecordBatch, _ record: Int, _ checks: SalesRecords, _ state: Int, _ status: Int
  ) throws {
    for column in [state, status] where column >= 0 && !batch.range(record, column).isEmpty {
      try checks.tellOnce(.productWithAState, .warning, batch, record, column)
      break
    }
    let structure = checks.row["productstructure"]
    if let kind = Int(checks.row.text(batch, record, structure)), kind != 1 {
      try checks.tell(.productThatCannotBeTransferred, .warning, batch, record, structure)
    } else if let value = Int(checks.row.text(batch, record, state)), value == 2 || value == 3 {
      try checks.tell(.productThatCannotBeTransferred, .warning, batch, record, state)
    }
  }

  /// The base unit of a group is made by the platform itself. Where records say which it is, nothing else counts.
  private func checkUnit(_ batch: RecordBatch, _ record: Int, _ checks: SalesRecords) throws {
    let flag = checks.row["isschedulebaseuom"]
    let stated = checks.row.text(batch, record, flag).lowercased()
    if !stated.isEmpty {
      if ["true", "1"].contains(stated) { try checks.tell(.baseUnitInThePackage, .warning, batch, record, flag) }
      return
    }
    let base = checks.row["baseuom"]
    if base >= 0, !batch.range(record, base).isEmpty { return }
    try checks.tell(.baseUnitInThePackage, .warning, batch, record, checks.row["name"])
  }
}
