import Packages
import Records

/// Somebody who wants to see the records that a template reads, so that they need not be read a second time.
protocol RecordTap: AnyObject {
  /// Whether an input's records are still wanted.
  func wants(_ input: TaskInput) -> Bool
  /// Takes a batch, before the template sees it.
  func take(_ batch: RecordBatch, of input: TaskInput, _ scan: PackageScan) throws
  /// Is told that all of an input's records have come.
  func end(_ input: TaskInput, _ scan: PackageScan) throws
}
