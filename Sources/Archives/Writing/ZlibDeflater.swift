internal import CZlib
internal import Faults
internal import Glibc

/// zlib's deflate as a C handle: one stream that is reset between pieces and freed with the object.
@safe final class ZlibDeflater: PieceDeflater {
  private let stream: UnsafeMutablePointer<z_stream>

  /// Raw deflate (no zlib or gzip frame) at level 0 to 9. Errors: no memory.
  init(level: Int) throws(SystemError) {
    // Allocated and zeroed before zlib sees it, at an address that stays; freed in deinit.
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let code = unsafe deflateInit2_(
      stream, Int32(level), Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    // The object is whole by now, so that its deinit frees what was allocated.
    guard code == Z_OK else { throw SystemError(number: ENOMEM) }
  }

  deinit {
    // Made in init, ended and freed once, here.
    _ = unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  func bound(_ plainBytes: Int) -> Int {
    // The stream belongs to this object, which one thread uses; a flush may take a few bytes more.
    Int(unsafe deflateBound(stream, UInt(plainBytes))) + 64
  }

  func pack(_ piece: inout DeflatePiece) -> Int {
    // The stream belongs to this object, which one thread uses.
    _ = unsafe deflateReset(stream)
    // The dictionary is copied by zlib within the call.
    unsafe piece.dictionary.withUnsafeBufferPointer { bytes in
      if !bytes.isEmpty { _ = unsafe deflateSetDictionary(stream, bytes.baseAddress, UInt32(bytes.count)) }
    }
    // Input and output stay in place within the closures; zlib is given their lengths, and forgets them after.
    let isLast = piece.isLast
    return unsafe piece.plain.withUnsafeMutableBufferPointer { plain in
      unsafe piece.packed.withUnsafeMutableBufferPointer { packed in
        unsafe stream.pointee.next_in = plain.baseAddress
        unsafe stream.pointee.avail_in = UInt32(plain.count)
        unsafe stream.pointee.next_out = packed.baseAddress
        unsafe stream.pointee.avail_out = UInt32(packed.count)
        let code = unsafe CZlib.deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
        // deflateBound and the room for a flush hold for one call, so this cannot be short.
        let left = unsafe stream.pointee.avail_in
        precondition(code == (isLast ? Z_STREAM_END : Z_OK) && left == 0, "zlib stopped before the end")
        return unsafe packed.count - Int(stream.pointee.avail_out)
      }
    }
  }
}
