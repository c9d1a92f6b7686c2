internal import CISAL

/// The deflate of Intel's Intelligent Storage Acceleration Library as a C handle: one stream that is reset between pieces.
@safe final class IntelligentStorageDeflater: PieceDeflater {
  /// What the library calls levels; those that it has besides are no better.
  enum Effort {
    case fastest, smaller
  }

  private let stream: UnsafeMutablePointer<isal_zstream>
  private let work: UnsafeMutablePointer<UInt8>

  /// Raw deflate (no zlib or gzip frame).
  init(_ effort: Effort) {
    let (level, size) =
      switch effort {
      case .fastest: (UInt32(1), isal_level_buffer_size_1)
      case .smaller: (UInt32(2), isal_level_buffer_size_2)
      }
    // Allocated at addresses that stay and freed in deinit; the library fills in the stream, and the buffer as it needs.
    unsafe stream = .allocate(capacity: 1)
    unsafe work = .allocate(capacity: Int(size))
    unsafe work.initialize(repeating: 0, count: Int(size))
    unsafe isal_deflate_init(stream)
    unsafe stream.pointee.level = level
    unsafe stream.pointee.level_buf = work
    unsafe stream.pointee.level_buf_size = size
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

  func pack(_ piece: inout DeflatePiece) -> Int {
    // The stream belongs to this object, which one thread uses.
    unsafe isal_deflate_reset(stream)
    // The dictionary is copied by the library within the call.
    unsafe piece.dictionary.withUnsafeMutableBufferPointer { bytes in
      if !bytes.isEmpty { _ = unsafe isal_deflate_set_dict(stream, bytes.baseAddress, UInt32(bytes.count)) }
    }
    unsafe stream.pointee.end_of_stream = piece.isLast ? 1 : 0
    unsafe stream.pointee.flush = UInt16(piece.isLast ? NO_FLUSH : SYNC_FLUSH)
    // Input and output stay in place within the closures; the library is given their lengths, and forgets them after.
    return unsafe piece.plain.withUnsafeMutableBufferPointer { plain in
      unsafe piece.packed.withUnsafeMutableBufferPointer { packed in
        unsafe stream.pointee.next_in = plain.baseAddress
        unsafe stream.pointee.avail_in = UInt32(plain.count)
        unsafe stream.pointee.next_out = packed.baseAddress
        unsafe stream.pointee.avail_out = UInt32(packed.count)
        let code = unsafe isal_deflate(stream)
        // The bound holds for one call, so there is room left whenever the library has written all.
        let (left, room) = unsafe (stream.pointee.avail_in, stream.pointee.avail_out)
        precondition(code == COMP_OK && left == 0 && room > 0, "ISA-L stopped before the end")
        return packed.count - Int(room)
      }
    }
  }
}
