internal import Glibc

/// The process's standard input, as an input that `-` names.
public enum StandardInput {
  /// What names it on the command line and in reports.
  public static let path = "-"

  private static let pieceSize = 256 << 10

  /// Puts all of it into a file without a name where `TMPDIR` points: packages are read from several places. Errors:
  /// `isTerminal`, `unpacksToTooMuch` for more bytes than the limit, `readFailed`, `writeFailed`.
  static func spool(limit: UInt64) throws(ArchiveError) -> ScratchFile {
    if isatty(STDIN_FILENO) == 1 { throw .isTerminal(path: path) }
    let spool = try ScratchFile()
    var piece = [UInt8](repeating: 0, count: pieceSize)
    while true {
      let count: Int
      do throws(SystemError) {
        count = try FileSystem.read(STDIN_FILENO, &piece)
      } catch {
        throw .readFailed(path: path, errno: error.number)
      }
      if count == 0 { return spool }
      let size = spool.size + UInt64(count)
      guard size <= limit else { throw .unpacksToTooMuch(path: path, bytes: size, limit: limit) }
      try spool.write(piece[..<count])
    }
  }
}
