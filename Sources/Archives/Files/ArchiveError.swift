public import Findings
internal import Glibc

/// What can go wrong with archives and files: where it happened and what it was.
///
/// `path` names the file as it was given, an inner archive as `OUTER.zip!INNER.zip`; `entry` is the name within it.
public enum ArchiveError: Error, Sendable, Equatable {
  /// There is nothing at the path.
  case notFound(path: String)
  /// The path is there and cannot be opened or listed.
  case unreadable(path: String, errno: Int32)
  /// The path is a device, a pipe or a socket.
  case notRegular(path: String)
  /// The path is a folder, and a file is needed.
  case isFolder(path: String)
  /// The input is to come from standard input, which is a terminal.
  case isTerminal(path: String)
  /// The file is called an archive and is none.
  case notAnArchive(path: String)
  /// The archive's list of entries is missing, incomplete or damaged.
  case truncated(path: String)
  /// The entry is packed in a way that neither system uses.
  case unsupportedMethod(entry: String, path: String, method: Int)
  /// The entry's name leads out of the archive, is absolute or empty, or holds control characters.
  case unsafeEntryName(entry: String, path: String)
  /// Two entries have the same name, perhaps in another case.
  case duplicateEntry(entry: String, path: String)
  /// The entry needs a password.
  case encryptedEntry(entry: String, path: String)
  /// The entry unpacks to far more than any export would.
  case growsTooMuch(entry: String, path: String)
  /// The archive unpacks, with everything else under the path that was given, to more bytes than are allowed.
  case unpacksToTooMuch(path: String, bytes: UInt64, limit: UInt64)
  /// The entry is larger than what is read of such a file at once.
  case entryTooLarge(entry: String, path: String, limit: Int)
  /// The archive or folder has more entries than are read.
  case tooManyEntries(path: String)
  /// Size, checksum, name or place of the entry do not agree with its data.
  case sizesDisagree(entry: String, path: String)
  /// The entry is a link, a device or a pipe; or a folder where a file is needed.
  case notAFile(entry: String, path: String)
  /// An archive within an archive within an archive.
  case nestedTooDeep(entry: String, path: String)
  /// An output file or folder cannot be made.
  case cannotCreate(path: String, errno: Int32)
  /// The output is there already.
  case outputExists(path: String)
  /// The output is there already, and is a folder that the tool has not made.
  case notOurs(path: String)
  /// The file is not what it was when it was first opened.
  case changed(path: String)
  /// Reading failed half-way.
  case readFailed(path: String, errno: Int32)
  /// Writing, syncing or renaming failed half-way.
  case writeFailed(path: String, errno: Int32)
}

extension ArchiveError {
  /// The code in the catalogue of findings; nil for plain input and output errors.
  public var findingCode: FindingCode? {
    switch self {
    case .notAnArchive, .truncated, .unsupportedMethod: .notAnArchive
    case .unsafeEntryName: .unsafeEntryName
    case .duplicateEntry: .entryTwice
    case .encryptedEntry: .encryptedEntry
    case .growsTooMuch, .unpacksToTooMuch, .entryTooLarge, .tooManyEntries: .growsTooMuch
    case .sizesDisagree: .sizesDisagree
    case .notAFile: .entryIsNoFile
    case .nestedTooDeep: .nestedTooDeep
    case .notFound, .unreadable, .notRegular, .isFolder, .isTerminal, .cannotCreate, .outputExists, .notOurs,
      .changed, .readFailed, .writeFailed:
      nil
    }
  }

  /// The limit of the machine behind it, whatever was under way then; nil if it is none.
  public var limit: MachineLimit? {
    switch self {
    case .unreadable(_, let number), .cannotCreate(_, let number), .readFailed(_, let number),
      .writeFailed(_, let number):
      MachineLimit(errno: number)
    default: nil
    }
  }

  /// The exit code of the command line: 65, 66, 71, 73 or 74 as in `sysexits.h`.
  public var exitCode: Int32 {
    if limit != nil { return MachineLimit.exitCode }
    switch self {
    case .notFound, .unreadable, .notRegular, .isFolder, .isTerminal: return 66
    case .cannotCreate, .outputExists, .notOurs: return 73
    case .changed, .readFailed, .writeFailed: return 74
    default: return 65
    }
  }

  /// The system's words for its error number; nil where there is none.
  public var systemWords: Message? {
    switch self {
    case .unreadable(_, let number), .cannotCreate(_, let number), .readFailed(_, let number),
      .writeFailed(_, let number):
      FileSystem.words(number)
    default: nil
    }
  }

  /// The path of the archive, file or folder, as given.
  public var path: String {
    switch self {
    case .notFound(let path), .unreadable(let path, _), .notRegular(let path), .isFolder(let path),
      .isTerminal(let path),
      .notAnArchive(let path), .truncated(let path), .unpacksToTooMuch(let path, _, _), .tooManyEntries(let path),
      .cannotCreate(let path, _),
      .outputExists(let path), .notOurs(let path), .changed(let path),
      .readFailed(let path, _), .writeFailed(let path, _), .unsupportedMethod(_, let path, _),
      .unsafeEntryName(_, let path), .duplicateEntry(_, let path), .encryptedEntry(_, let path),
      .growsTooMuch(_, let path), .entryTooLarge(_, let path, _), .sizesDisagree(_, let path),
      .notAFile(_, let path), .nestedTooDeep(_, let path):
      path
    }
  }

  /// The entry within the archive or folder; nil where the whole of it is meant.
  public var entry: String? {
    switch self {
    case .unsupportedMethod(let entry, _, _), .unsafeEntryName(let entry, _), .duplicateEntry(let entry, _),
      .encryptedEntry(let entry, _), .growsTooMuch(let entry, _), .entryTooLarge(let entry, _, _),
      .sizesDisagree(let entry, _), .notAFile(let entry, _), .nestedTooDeep(let entry, _):
      entry
    default: nil
    }
  }
}

extension ArchiveError: CustomStringConvertible {
  /// The same in English.
  public var description: String { words.description }

  /// The place, what is wrong there, and what to do. Names are as they are: whoever shows them on a terminal sees to it
  /// that it obeys none of them.
  public var words: Message {
    let place = entry.map { "\(path): \(Self.shortened($0))" } ?? path
    let code = findingCode.map { " [\($0)]" } ?? ""
    return "\(Self.shortened(place, limit: 4_200)): \(complaint)\(code)"
  }

  private var complaint: Message {
    if let limit { return limit.words }
    return switch self {
    case .notFound: "there is no such file or folder; check the path"
    case .unreadable(_, let number): "cannot be read (\(FileSystem.words(number))); check its permissions"
    case .notRegular: "is a device, a pipe or a socket; give a file or a folder"
    case .isFolder: "is a folder, not a file; replace it with the file"
    case .isTerminal: "standard input is a terminal; pipe a package into the command or name a file"
    case .notAnArchive: "is not a zip archive; export or copy the file again"
    case .truncated: "is truncated or damaged; export or copy the file again and compare its size"
    case .unsupportedMethod(_, _, let method): "is packed by method \(method), not deflate; pack it again with deflate"
    case .unsafeEntryName: "is an unsafe entry name; do not use this archive, export it again"
    case .duplicateEntry: "occurs twice, perhaps in different case; keep one and pack the files again"
    case .encryptedEntry: "is encrypted; unpack it with the password and pack it again without"
    case .growsTooMuch:
      "unpacks to far more than an export would; if it is genuine, unpack it and give the folder"
    case .unpacksToTooMuch(_, let bytes, let limit):
      "unpacks to \(bytes) bytes in total, more than the \(limit) allowed; if it is genuine, raise --max-unpacked-size"
    case .entryTooLarge(_, _, let limit):
      "is larger than the \(limit) bytes that such a file may have; check its origin"
    case .tooManyEntries: "has more entries than any export; check its origin"
    case .sizesDisagree: "has sizes or a checksum that do not agree with its data; export or copy the file again"
    case .notAFile: "is a link, a device, a pipe or a folder, not a file; replace it with the file"
    case .nestedTooDeep: "is an archive nested too deep; extract the inner package and give that"
    case .cannotCreate(_, let number): "cannot be created (\(FileSystem.words(number))); check folder and permissions"
    case .outputExists: "already exists; choose another name, or use --force if the command has it"
    case .notOurs:
      "is a folder that p2c has not made, so --force does not replace it; choose another name or remove the folder"
    case .changed: "changed while it was read; run again when nothing writes to it"
    case .readFailed(_, let number): "reading failed (\(FileSystem.words(number))); run again"
    case .writeFailed(_, let number): "writing failed (\(FileSystem.words(number))); free space and run again"
    }
  }

  /// Names come from strangers, and may be of any length.
  private static func shortened(_ text: String, limit: Int = 120) -> String {
    if text.isEmpty { return "(no name)" }
    return text.unicodeScalars.count > limit ? String(text.unicodeScalars.prefix(limit)) + "…" : text
  }
}
