import Findings
import Mapping
import Packages
import Records

/// What else the key of a record says: that it looks like an earlier one, or that the record was rejected for it before.
extension TemplateRun {
  /// Adds the warning that a key looks like an earlier one, if it was found out; once for each record.
  mutating func addAlike(_ record: inout RecordView) {
    let index = record.task
    guard !states[index].alikes.isEmpty, let alike = states[index].alikes.removeValue(forKey: record.number) else {
      return
    }
    let place = states[index].place(of: alike.record)
    record.issues.add(
      .keyLooksLikeAnother, detail: .alike(key: alike.key, package: place.input.package.path, record: place.number))
  }

  /// Adds the fault for which a row was rejected before, unless its key is known to be free now.
  mutating func addReturned(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    let returned = states[record.task].returned
    guard returned.mayHold(record.input), record.issues.keyState == .whole else { return }
    for code in returned.codes(record.batch, record.index, of: record.input) {
      if record.issues.all.contains(where: { $0.code == code }) { continue }
      let outcome = try returned.check(record.issues.comparable, code: code, company: company, lookups)
      switch outcome {
      case .free: continue
      case .unknown: record.issues.add(code, detail: .takenKey(package: nil, record: 0))
      case .taken(let package, let number):
        record.issues.add(code, detail: .takenKey(package: package, record: RecordNumber(number)))
      }
    }
  }
}
