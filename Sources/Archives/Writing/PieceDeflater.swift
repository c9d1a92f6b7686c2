internal import Faults
internal import Glibc

/// Deflates pieces one after another, each by itself. One thread at a time.
protocol PieceDeflater {
  /// How much room deflated bytes may take, the end of the piece included.
  func bound(_ plainBytes: Int) -> Int

  /// Deflates the piece's plain bytes into its packed ones, of which there are enough, and gives how many were used.
  func pack(_ piece: inout DeflatePiece) -> Int
}

extension PieceDeflater {
  /// Deflates the piece's plain bytes into its packed ones, which are grown as needed, and computes their checksum.
  func deflate(_ piece: inout DeflatePiece) {
    piece.gather()
    piece.crc = Checksum.of(piece.plain)
    let missing = bound(piece.plain.count) - piece.packed.count
    if missing > 0 {
      piece.packed.append(addingCapacity: missing) { $0.append(repeating: 0, count: missing) }
    }
    piece.packedCount = pack(&piece)
  }
}

/// The deflater of a level from 0 to 9. Errors: no memory.
///
/// ISA-L packs as well as zlib does at level 3, in a quarter of the time that zlib takes at level 1. Whoever wants fewer
/// bytes than that gets zlib's.
func makeDeflater(level: Int) throws(SystemError) -> any PieceDeflater {
  if Fault.number(of: .allocate) != nil { throw SystemError(number: ENOMEM) }
  switch level {
  case 1: return try IntelligentStorageDeflater(.fastest)
  case 2, 3: return try IntelligentStorageDeflater(.smaller)
  default: return try ZlibDeflater(level: level)
  }
}
