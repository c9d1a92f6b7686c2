internal import CISAL
internal import Glibc

/// The deflate of Intel's Intelligent Storage Acceleration Library as a C handle: one stream that begins anew with each piece.
///
/// Up to version 2.30 at least, the code that takes the first byte of a stream without a dictionary, if it may take more
/// than that, enters the third byte under a hash of the stream's address: later matches depend on where the stream lies in
/// memory. So the first byte goes by itself where the piece is long enough for that, and shorter ones are left to zlib.
@safe final class IntelligentStorageDeflater: PieceDeflater {
  /// What the library calls levels; those that it has besides are no better.
  enum Effort {
    case fastest, smaller
  }

  private static let margin = 1_024
  /// Of so many bytes the library deflates only the first one, and looks at the others.
  private static let lookAhead = 289
  private let forShort: ZlibDeflater
  private let stream: UnsafeMutablePointer<isal_zstream>
  private let work: UnsafeMutablePointer<UInt8>
  private let workSize: UInt32
  private let level: UInt32

  /// Raw deflate (no zlib or gzip frame). Errors: no memory.
  init(_ effort: Effort) throws(SystemError) {
    forShort = try ZlibDeflater(level: 6)
    switch effort {
    case .fastest: (level, workSize) = (1, isal_level_buffer_size_1)
    case .smaller: (level, workSize) = (2, isal_level_buffer_size_2)
    }
    // Allocated at addresses that stay and freed in deinit; filled in before each use.
    unsafe stream = .allocate(capacity: 1)
    unsafe work = .allocate(capacity: Int(workSize))
  }

  deinit {
    // Allocated in init, freed once, here.
    unsafe stream.deallocate()
    unsafe work.deallocate()
  }

  func bound(_ plainBytes: Int) -> Int {
    // What does not get smaller is stored in blocks of at most 64 KiB, each with a head of 5 bytes; one may begin within
    // the table of another, and an empty one ends the piece.
    plainBytes + (plainBytes >> 12) + 1_024
  }

  /// Puts everything back to the beginning, whatever pieces came before: which ones those were depends on the threads, and
  /// so would the bytes if anything of them were left.
  private func begin() {
    // Both buffers belong to this object, which one thread uses, and have these sizes.
    unsafe memset(stream, 0, MemoryLayout<isal_zstream>.size)
    unsafe memset(work, 0, Int(workSize))
    unsafe isal_deflate_init(stream)
    unsafe stream.pointee.level = level
    unsafe stream.pointee.level_buf = work
    unsafe stream.pointee.level_buf_size = workSize
  }

  func pack(_ piece: inout DeflatePiece) -> Int {
    let hasDictionary = !piece.dictionary.isEmpty
    if !hasDictionary && piece.plain.count <= Self.lookAhead { return forShort.pack(&piece) }
    begin()
    // The dictionary is copied by the library within the call.
    unsafe piece.dictionary.withUnsafeMutableBufferPointer { bytes in
      if !bytes.isEmpty { _ = unsafe isal_deflate_set_dict(stream, bytes.baseAddress, UInt32(bytes.count)) }
    }
    let size = bound(piece.plain.count)
    // The library looks at bytes behind the input, though it takes none of them: what it finds must be the same always.
    let count = piece.plain.count
    piece.plain.append(addingCapacity: Self.margin) { $0.append(repeating: 0, count: Self.margin) }
    defer { piece.plain.removeLast(Self.margin) }
    let alone = hasDictionary ? 0 : Self.lookAhead
    let (isLast, flush) = (piece.isLast, UInt16(piece.isLast ? NO_FLUSH : SYNC_FLUSH))
    // Input and output stay in place within the closures; the library is given their lengths, and forgets them after.
    return unsafe piece.plain.withUnsafeMutableBufferPointer { plain in
      unsafe piece.packed.withUnsafeMutableBufferPointer { packed in
        unsafe stream.pointee.next_in = plain.baseAddress
        unsafe stream.pointee.next_out = packed.baseAddress
        // Always as much as for a new buffer: what the library makes may depend on it.
        unsafe stream.pointee.avail_out = UInt32(size)
        if alone > 0 {
          unsafe stream.pointee.avail_in = UInt32(alone)
          let code = unsafe isal_deflate(stream)
          let left = unsafe stream.pointee.avail_in
          precondition(code == COMP_OK && left == 0, "ISA-L did not take the first bytes")
        }
        unsafe stream.pointee.avail_in = UInt32(count - alone)
        unsafe stream.pointee.end_of_stream = isLast ? 1 : 0
        unsafe stream.pointee.flush = flush
        let code = unsafe isal_deflate(stream)
        // The bound holds for one call, so there is room left whenever the library has written all.
        let (left, room) = unsafe (stream.pointee.avail_in, stream.pointee.avail_out)
        precondition(code == COMP_OK && left == 0 && room > 0, "ISA-L stopped before the end")
        return size - Int(room)
      }
    }
  }
}
