internal import Synchronization

/// What everything unpacks to that is opened under one path: an archive with those in it, or all archives of a folder.
///
/// Counted is what lists of entries declare, before anything is unpacked. That is what unpacking comes to at most, since an
/// entry that has more than is declared is refused. What readers make of an entry beyond that, as cells of a workbook that
/// share a text, is counted while it is read.
final class UnpackedTotal: Sendable {
  /// An archive by the file that it is, or by the file and the entry that it is in there.
  struct Place: Hashable {
    var file: String
    var entry: String?
    /// Whether it is what was made of the entry, beyond its own bytes.
    var isMade = false
  }

  private struct State {
    var archives: [Place: UInt64] = [:]
    var total: UInt64 = 0
  }

  private let limit: UInt64
  private let state = Mutex(State())

  /// Nothing yet, of so many bytes.
  init(limit: UInt64) { self.limit = limit }

  /// Adds the sizes of an archive's entries; messages call it `path`. One that is opened again counts once.
  /// Errors: `unpacksToTooMuch`.
  func add(_ sizes: [UInt64], at place: Place, path: String) throws(ArchiveError) {
    let bytes = sizes.reduce(0, Self.sum)
    let total = state.withLock { state in
      // There may be hundreds of thousands: they are not added up again for each.
      let others = state.total - (state.archives.updateValue(bytes, forKey: place) ?? 0)
      state.total = Self.sum(others, bytes)
      return state.total
    }
    guard total <= limit else { throw .unpacksToTooMuch(path: path, bytes: total, limit: limit) }
  }

  /// Sizes are a stranger's: a sum that is too large for a number is as large as one can be.
  private static func sum(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
