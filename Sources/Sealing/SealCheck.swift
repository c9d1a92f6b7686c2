import Archives
public import Conversion

/// What a folder is, compared with its list of checksums, and the list with its seal.
public struct SealCheck: Equatable {
  /// What is to be said of the signature.
  public enum SealState: Equatable {
    /// There is none, and nobody asked for one.
    case none
    /// There is none, although a key was given to check it with.
    case missing
    /// There is one, and no key was given.
    case unchecked
    /// It is of the key, and of this list.
    case right(fingerprint: String)
    /// It is of another key, or of another list.
    case wrong
    /// There is a folder in its place.
    case folder
  }

  /// The folder as it was given.
  public let folder: String
  /// How many files the list has.
  public let files: Int
  /// Files that are not what they were.
  public let changed: [String]
  /// What is there and not in the list.
  public let added: [String]
  /// Files that are gone.
  public let missing: [String]
  /// What is to be said of the signature.
  public internal(set) var seal = SealState.none

  /// Compares a folder with its list, names by their bytes. Throws `ArchiveError`.
  init(_ folder: String, _ list: ChecksumList, _ progress: Progress) throws {
    let inventory = try FolderInventory(folder)
    progress.report(.package(folder))
    progress.meter?.expect(bytes: inventory.bytes)
    progress.meter?.beginPass(bytes: inventory.bytes)
    var changed: [String] = []
    var added = inventory.others.filter { list.digest(of: $0) == nil }
    for file in inventory.files where file != ChecksumList.fileName && file != Seal.fileName {
      guard let digest = list.digest(of: file) else {
        added.append(file)
        continue
      }
      if try FileDigest(file, of: inventory, meter: progress.meter).sha256 != digest { changed.append(file) }
    }
    added += SealCheck.folders(of: inventory, withoutFileOf: list).map { $0 + "/" }
    // A link in the place of a file, be it to the same bytes, is not that file.
    changed += inventory.others.filter { list.digest(of: $0) != nil }
    let present = Set((inventory.files + inventory.others).map { Array($0.utf8) })
    self.folder = folder
    files = list.files.count
    self.changed = SealCheck.sorted(changed)
    self.added = SealCheck.sorted(added)
    missing = SealCheck.sorted(list.files.filter { !present.contains(Array($0.utf8)) })
  }

  /// The folders in which no file of the list belongs, but for that of the packages, which is there and empty where a
  /// conversion had none to write.
  private static func folders(of inventory: FolderInventory, withoutFileOf list: ChecksumList) -> [String] {
    var wanted: Set<[UInt8]> = []
    for file in list.files {
      let bytes = Array(file.utf8)
      for end in bytes.indices where bytes[end] == 0x2F { wanted.insert(Array(bytes[..<end])) }
    }
    let all = inventory.files + inventory.others + inventory.folders
    if !all.contains(where: { $0.hasPrefix(OutputFolder.packages + "/") }) {
      wanted.insert(Array(OutputFolder.packages.utf8))
    }
    return inventory.folders.filter { !wanted.contains(Array($0.utf8)) }
  }

  private static func sorted(_ names: [String]) -> [String] {
    names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether every file is as it was, and no signature is wrong or missed.
  public var isRight: Bool {
    changed.isEmpty && added.isEmpty && missing.isEmpty && ![.wrong, .missing, .folder].contains(seal)
  }

  /// The result and the exit code of the command.
  public var result: RunResult { isRight ? .ok : .findings }
}
