/// A segment of an entry that is deflated now and joins the entry later, such as records that come after others that are
/// written at the same time. Its packed bytes wait in a scratch file. One thread at a time.
public final class DeflatedSpool {
  private let file: ScratchFile
  private var feed: DeflateFeed
  private var totals: DeflateTotals?

  /// A spool that deflates at level 0 to 9 with the pool's threads.
  public init(file: ScratchFile, level: Int, pool: DeflatePool) {
    self.file = file
    feed = DeflateFeed(level: level, pool: pool, to: file)
  }

  /// Plain bytes written so far.
  public var plainBytes: UInt64 { feed.plainBytes }

  /// Adds plain bytes. Errors: `writeFailed`, perhaps of bytes written before.
  public func write(_ chunk: [UInt8]) throws(ArchiveError) {
    try write(chunk[...])
  }

  /// Adds plain bytes. Errors: `writeFailed`, perhaps of bytes written before.
  /// With an owner they are not copied now: they stay in a buffer, which nobody changes while the owner is held.
  public func write(
    _ chunk: ArraySlice<UInt8>, lentBy owner: (any AnyObject & Sendable)? = nil
  ) throws(ArchiveError) {
    precondition(totals == nil, "the spool is finished")
    try feed.write(chunk, of: owner)
  }

  /// Waits until everything is in the scratch file. `ZipWriter.append` does so too.
  public func finish() throws(ArchiveError) {
    if totals == nil { totals = try feed.finish(endsStream: false) }
  }

  /// Copies the packed bytes to the end of a file and says what they are.
  func pour(into output: OutputFile) throws(ArchiveError) -> DeflateTotals {
    try finish()
    let totals = totals ?? DeflateTotals()
    file.rewind()
    try file.pour(totals.packed, into: output.write)
    return totals
  }
}
