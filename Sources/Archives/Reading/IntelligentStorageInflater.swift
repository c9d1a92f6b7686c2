internal import CISAL
internal import Faults
internal import Glibc

/// The inflate of Intel's Intelligent Storage Acceleration Library as a C handle: one raw deflate stream.
@safe final class IntelligentStorageInflater {
  private let state: UnsafeMutablePointer<inflate_state>

  /// Errors: no memory.
  init() throws(SystemError) {
    if Fault.number(of: .allocate) != nil { throw SystemError(number: ENOMEM) }
    // Allocated and zeroed at an address that stays, and freed in deinit.
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: inflate_state())
    unsafe isal_inflate_init(state)
  }

  deinit {
    // Allocated in init, freed once, here.
    unsafe state.deallocate()
  }

  /// Inflates bytes of `packed` into `buffer[offset...]`: how many were made, and how many of the packed ones are left.
  /// Nil if they are no deflate stream.
  func inflate(_ packed: [UInt8], _ range: Range<Int>, into buffer: inout [UInt8], at offset: Int, count: Int)
    -> (made: Int, left: Int)?
  {
    precondition(packed.indices.contains(range) && offset >= 0 && count >= 0 && offset + count <= buffer.count)
    // Both ranges were checked above, and both buffers stay in place within the closures. The library only reads the
    // packed bytes; it is given the lengths, keeps what it needs of both in its own state, and forgets them after.
    let code = unsafe packed.withUnsafeBufferPointer { input in
      unsafe buffer.withUnsafeMutableBufferPointer { output in
        unsafe state.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress?.advanced(by: range.lowerBound))
        unsafe state.pointee.avail_in = UInt32(range.count)
        unsafe state.pointee.next_out = output.baseAddress?.advanced(by: offset)
        unsafe state.pointee.avail_out = UInt32(count)
        return unsafe isal_inflate(state)
      }
    }
    guard code >= ISAL_DECOMP_OK else { return nil }
    // The state belongs to this object, which one thread uses.
    return unsafe (count - Int(state.pointee.avail_out), Int(state.pointee.avail_in))
  }

  /// Whether the stream has ended and all its bytes were handed out.
  var isAtEnd: Bool {
    // The state belongs to this object.
    unsafe state.pointee.block_state == ISAL_BLOCK_FINISH
  }

  /// Whole packed bytes that the library has taken and not used; at the end they are behind the stream.
  var bytesHeld: Int {
    // The state belongs to this object.
    Int(unsafe state.pointee.read_in_length) / 8
  }
}
