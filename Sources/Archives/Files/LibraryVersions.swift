internal import CISAL
internal import CLibArchive
internal import CZlib

/// The versions of the libraries that archives are read and written with.
public enum LibraryVersions {
  /// The names with their versions, as the libraries give them themselves.
  public static var all: [(name: String, version: String)] {
    // The C strings are the libraries' own, which live as long as the process and are never changed.
    let archive = unsafe String(cString: archive_version_string()).split(separator: " ").last.map(String.init) ?? ""
    let zlib = unsafe String(cString: zlibVersion())
    let storage = "\(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION).\(ISAL_PATCH_VERSION)"
    return [("libarchive", archive), ("zlib", zlib), ("ISA-L", storage)]
  }
}
