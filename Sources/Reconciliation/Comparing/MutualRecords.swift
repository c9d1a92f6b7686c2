import Mapping
import Records
import Synchronization

/// Records that templates of both directions filter out although both sides have them, such as an order that Sales has not
/// confirmed and F&O has not either. A record that only one of them filters out is the other one's to compare. Several
/// threads may ask at once.
final class MutualRecords: Sendable {
  private let keptBack = Mutex<[String: KeyIndex]>([:])

  /// Whether the templates of both directions have kept the record back. The one to F&O is asked first, and is reported no.
  /// A record of Sales whose company nobody says is the same as that of any company. The company is put behind the key.
  func isKeptBackTwice(by task: ComparedTask, _ key: inout OutputBuffer, of company: CompanyID) -> Bool {
    let size = key.count
    company.append(to: &key)
    if task.template.destination == .sales {
      let direction = "\(task.task.source)>\(task.task.destination)".lowercased()
      return keptBack.withLock { $0[direction]?.find(key) != nil }
    }
    let direction = "\(task.task.destination)>\(task.task.source)".lowercased()
    keptBack.withLock { _ = $0[direction, default: KeyIndex()].insert(key, value: 0) }
    key.truncate(to: size)
    CompanyID.none.append(to: &key)
    keptBack.withLock { _ = $0[direction, default: KeyIndex()].insert(key, value: 0) }
    return false
  }
}
