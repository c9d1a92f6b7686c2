import Archives

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

  /// Compares a folder with its list. Throws `ArchiveError`.
  init(_ folder: String, _ list: ChecksumList) throws {
    let inventory = try FolderInventory(folder)
    var changed: [String] = []
    var added = inventory.others.filter { list.digests[$0] == nil }
    for file in inventory.files where file != ChecksumList.fileName && file != Seal.fileName {
      guard let digest = list.digests[file] else {
        added.append(file)
        continue
      }
      if try FileDigest(file, of: inventory).sha256 != digest { changed.append(file) }
    }
    // A link in the place of a file, be it to the same bytes, is not that file.
    changed += inventory.others.filter { list.digests[$0] != nil }
    let present = Set(inventory.files + inventory.others)
    self.folder = folder
    files = list.digests.count
    self.changed = changed.sorted()
    self.added = added.sorted()
    missing = list.digests.keys.filter { !present.contains($0) }.sorted()
  }

  /// Whether every file is as it was, and no signature is wrong or missed.
  public var isRight: Bool {
    changed.isEmpty && added.isEmpty && missing.isEmpty && seal != .wrong && seal != .missing
  }

  /// The result and the exit code of the command.
  public var result: RunResult { isRight ? .ok : .findings }
}

extension SealCheck {
  /// The outcome in words, for a terminal.
  public var text: String {
    var lines = changed.map { "changed: \(SealCheck.printable($0))" }
    lines += added.map { "added: \(SealCheck.printable($0))" }
    lines += missing.map { "missing: \(SealCheck.printable($0))" }
    let count = lines.count
    switch seal {
    case .none: lines.append("seal: none")
    case .missing: lines.append("seal: missing; the folder was never sealed, or its seal was taken away")
    case .unchecked: lines.append("seal: not checked; give the sender's key with --public-key")
    case .right(let fingerprint): lines.append("seal: right, of the key \(fingerprint)")
    case .wrong: lines.append("seal: wrong; \(ChecksumList.fileName) was changed, or another key has sealed it")
    }
    lines.append("\(folder): \(count == 0 ? "all \(files) files are as they were" : "\(count) differences")")
    return lines.joined(separator: "\n")
  }

  /// The outcome for programs.
  public func json() throws -> String {
    try SealJSON(self).indentedJSON() + "\n"
  }

  /// Names come from strangers: what could steer a terminal is shown as its number.
  private static func printable(_ name: String) -> String {
    name.unicodeScalars.map {
      $0.properties.generalCategory.isShown ? String($0) : "\\u{\(String($0.value, radix: 16))}"
    }
    .joined()
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isShown: Bool {
    switch self {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }
}

/// The shape of a check's JSON.
private struct SealJSON: Encodable {
  var schemaVersion = 1
  var result: String
  var files: Int
  var changed: [String]
  var added: [String]
  var missing: [String]
  var seal: String
  var key: String?

  init(_ check: SealCheck) {
    result = check.result.rawValue
    (files, changed, added, missing) = (check.files, check.changed, check.added, check.missing)
    switch check.seal {
    case .none: seal = "none"
    case .missing: seal = "missing"
    case .unchecked: seal = "unchecked"
    case .right(let fingerprint): (seal, key) = ("right", fingerprint)
    case .wrong: seal = "wrong"
    }
  }
}
