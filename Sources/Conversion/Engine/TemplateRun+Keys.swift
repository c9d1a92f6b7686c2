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
    issues.add(
      .keyLooksLikeAnother, detail: .alike(key: alike.key, package: place.input.package.path, record: place.number))
  }

  /// Adds the fault for which a row was rejected before, unless its key is known to be free now.
  mutating func addReturned(
    _ index: Int, _ batch: RecordBatch, _ record: Int, _ input: TaskInput, _ lookups: borrowing LookupContext
  ) throws {
    guard states[index].returned.mayHold(input), issues.keyState == .whole else { return }
    for code in states[index].returned.codes(batch, record, of: input) {
      if issues.all.contains(where: { $0.code == code }) { continue }
      let outcome = try states[index].returned.check(issues.comparable, code: code, company: company, lookups)
      switch outcome {
      case .free: continue
      case .unknown: issues.add(code, detail: .takenKey(package: nil, record: 0))
      case .taken(let package, let record):
        issues.add(code, detail: .takenKey(package: package, record: RecordNumber(record)))
      }
    }
  }
}
