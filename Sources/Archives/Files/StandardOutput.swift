internal import Glibc

/// The process's standard output, for results.
public enum StandardOutput {
  /// Keeps the numbers of standard streams that are closed: otherwise a file would get one, and messages would go into it.
  /// Writing to such a stream fails as before. Called once, before any file is opened.
  public static func reserveStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      // The lowest number that is free is this one. The path lives as a C string for the length of the call.
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes text as UTF-8. That nobody reads any more is no error. Errors: `writeFailed`, as when a disk is full.
  public static func write(_ text: String) throws(ArchiveError) {
    do throws(SystemError) {
      try FileSystem.write(STDOUT_FILENO, Array(text.utf8)[...])
    } catch {
      if error.number != EPIPE { throw .writeFailed(path: "standard output", errno: error.number) }
    }
  }
}
