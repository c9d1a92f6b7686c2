import Findings
import Mapping
import Packages
import Records

/// What else the key of a record says: that it looks like an earlier one, or that the record was rejected for it before.
extension TemplateRun {
  /// Adds the warning that a key looks like an earlier one, if it was found out; once for each record.
  mutating func addAlike(_ number: Int, _ index: Int) {
    guard !states[index].alikes.isEmpty, let alike = states[index].alikes.removeValue(forKey: number) else { return }
    let place = states[index].place(of: alike.record)
    verdict.add(
      .keyLooksLikeAnother, detail: .alike(key: alike.key, package: place.input.package.path, record: place.number))
  }

  /// Adds the fault for which a row was rejected before, unless its key is known to be free now.
  mutating func addReturned(
    _ index: Int, _ batch: RecordBatch, _ record: Int, _ input: TaskInput, _ knowledge: borrowing Knowledge
  ) throws {
    guard states[index].returned.mayHold(input), verdict.keyState == .whole else { return }
    for code in states[index].returned.codes(batch, record, of: input) {
      if verdict.issues.contains(where: { $0.code == code }) { continue }
      let judgement = try states[index].returned.judge(verdict.comparable, code: code, company: company, knowledge)
      switch judgement {
      case .free: continue
      case .unknown: verdict.add(code, detail: .takenKey(package: nil, record: 0))
      case .taken(let package, let record):
        verdict.add(code, detail: .takenKey(package: package, record: RecordNumber(record)))
      }
    }
  }
}
