package import Packages
package import Records

/// Somebody who wants to see the records that a template reads, so that they need not be read a second time.
///
/// A few batches are shown ahead of the template, so that both can be at work side by side.
package protocol RecordObserver: AnyObject {
  /// Whether an input's records are still wanted.
  func wants(_ input: TaskInput) -> Bool
  /// Takes a batch, some time before the template sees it.
  func take(_ batch: RecordBatch, of input: TaskInput, _ scan: PackageScan)
  /// Reports what was found in the oldest batch that nothing was reported of; the template sees that one next.
  func reportOldest() throws
  /// Reports that all of an input's records have come, and the template has seen them.
  func end(_ input: TaskInput, _ scan: PackageScan) throws
  /// Forgets the batches that nothing was reported of; nobody is at work on any when this returns.
  func abandon()
}

/// A pass over the records of an input, which observers are shown ahead of whoever asks for them.
package struct LookaheadScan {
  /// How many batches observers are ahead, unless one is large: nothing is read ahead of that.
  package static let lead = 4

  private(set) var scan: PackageScan
  private let input: TaskInput
  private let readers: [any RecordObserver]
  /// The batches that the observers have and nobody else has seen.
  private var ahead: [RecordBatch] = []
  private var isAtEnd = false
  /// Why no more records could be read; thrown when those before have been handed out.
  private var failure: (any Error)?

  init(_ scan: PackageScan, of input: TaskInput, readers: [any RecordObserver]) {
    self.scan = scan
    self.input = input
    self.readers = readers
  }

  /// The next batch; nil at the end.
  mutating func next() throws -> RecordBatch? {
    if readers.isEmpty { return try scan.next()?.batch }
    while ahead.count <= LookaheadScan.lead, !isAtEnd, !(ahead.last?.isLarge ?? false) { readAhead() }
    if ahead.isEmpty {
      if let failure { throw failure }
      return nil
    }
    for reader in readers { try reader.reportOldest() }
    return ahead.removeFirst()
  }

  private mutating func readAhead() {
    do {
      if let (_, batch) = try scan.next() {
        for reader in readers { reader.take(batch, of: input, scan) }
        ahead.append(batch)
      } else {
        isAtEnd = true
      }
    } catch {
      failure = error
      isAtEnd = true
    }
  }

  /// Ends the pass before its end, if it has not come to that.
  mutating func abandon() {
    if !ahead.isEmpty { for reader in readers { reader.abandon() } }
    ahead = []
  }
}
