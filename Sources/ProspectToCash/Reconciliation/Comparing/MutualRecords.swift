import Mapping
import Records

/// Records that templates of both directions keep back although both sides have them, such as an order that Sales has not
/// confirmed and F&O has not either. A record that only one of them keeps back is the other one's to compare.
final class MutualRecords {
  private var keptBack: [String: KeyIndex] = [:]

  /// Whether the templates of both directions have kept the record back. The one to F&O is asked first, and is told no.
  func isKeptBackTwice(by task: ComparedTask, _ key: borrowing OutputBuffer) -> Bool {
    if task.template.destination == .sales {
      return keptBack["\(task.task.source)>\(task.task.destination)".lowercased()]?.find(key) != nil
    }
    _ = keptBack["\(task.task.destination)>\(task.task.source)".lowercased(), default: KeyIndex()].insert(key, value: 0)
    return false
  }
}
