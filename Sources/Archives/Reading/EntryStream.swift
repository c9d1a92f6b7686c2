internal import Synchronization

/// The bytes of one entry, in order. It may be handed from thread to thread.
public final class EntryStream: Sendable {
  /// The entry it reads.
  public let entry: EntryInfo
  private let state: Mutex<State>
  private let meter: ReadMeter?

  private enum State {
    case packed(ArchiveReader)
    case plain(ByteSource, position: UInt64)
    case tailing(TailingReader)
    case failed(ArchiveError)
  }

  /// An entry of a zip. Errors: `sizesDisagree`, `readFailed`.
  init(
    _ entry: EntryInfo, _ packed: ZipEntry, in source: ByteSource, limits: ReadLimits, meter: ReadMeter?
  ) throws(ArchiveError) {
    self.entry = entry
    self.meter = meter
    state = Mutex(.packed(try ArchiveReader(packed, in: source, limits: limits)))
  }

  /// A file as it is.
  init(_ entry: EntryInfo, plain source: ByteSource, meter: ReadMeter? = nil) {
    self.entry = entry
    self.meter = meter
    state = Mutex(.plain(source, position: 0))
  }

  /// An entry that is being written. Errors: those of opening a file.
  init(_ entry: EntryInfo, following tailing: TailingEntry) throws(ArchiveError) {
    self.entry = entry
    meter = nil
    state = Mutex(.tailing(try TailingReader(tailing)))
  }

  /// Fills `buffer[offset...]` with up to `count` bytes and returns how many; 0 at the end, and then size and checksum of
  /// a zip entry have been found to agree. Errors: `sizesDisagree`, `growsTooMuch`, `readFailed`; they stay.
  public func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws(ArchiveError) -> Int {
    let read = try state.withLock { (state) throws(ArchiveError) in
      do throws(ArchiveError) {
        switch state {
        case .failed(let failure): throw failure
        case .tailing(let reader): return try reader.read(into: &buffer, at: offset, count: count)
        case .packed(let reader): return try reader.read(into: &buffer, at: offset, count: count)
        case .plain(let source, let position):
          let read = try source.read(into: &buffer, at: offset, count: count, position: position)
          state = .plain(source, position: position + UInt64(read))
          return read
        }
      } catch {
        state = .failed(error)
        throw error
      }
    }
    meter?.add(bytes: read)
    return read
  }
}
