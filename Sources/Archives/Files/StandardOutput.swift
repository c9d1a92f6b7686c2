internal import Glibc

/// The process's standard output, for results.
public enum StandardOutput {
  /// Writes text as UTF-8. That nobody reads any more is no error. Errors: `writeFailed`, as when a disk is full.
  public static func write(_ text: String) throws(ArchiveError) {
    do throws(SystemError) {
      try FileSystem.write(STDOUT_FILENO, Array(text.utf8)[...])
    } catch {
      if error.number != EPIPE { throw .writeFailed(path: "standard output", errno: error.number) }
    }
  }
}
