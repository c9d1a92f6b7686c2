import Archives

/// The folders of an incremental export, each with what came in some minutes. Their names say when.
struct TimestampFolders {
  /// A folder that is read: its name, and the attributes that its own description gives to entities.
  struct Folder {
    var name: String
    var attributes: [String: [DescribedAttribute]] = [:]
    /// The document that says so.
    var document = ""
  }

  private(set) var folders: [Folder] = []
  /// The folders that are still being written.
  private(set) var unfinished: [String] = []

  private static let changelog = "Changelog/changelog.info"

  /// No folders.
  init() {}

  /// The timestamp folders beside the description, with the attributes of some entities, whose names are in lower case. Throws
  /// `DescriptionFault`, `ArchiveError`.
  init(_ folder: DescribedFolder, entities: Set<String>) throws {
    var names: [String] = []
    for name in folder.names {
      guard let slash = name.firstIndex(of: "/"), case let first = String(name[..<slash]), first != names.last,
        TimestampFolders.isTimestamp(first)
      else { continue }
      names.append(first)
    }
    if names.isEmpty { return }
    // By their own bytes: with what follows, a slash, others would come first.
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var latest: [String: [DescribedAttribute]] = [:]
    let open = String(decoding: try folder.small(TimestampFolders.changelog, limit: 64 << 10) ?? [], as: UTF8.self)
      .split(whereSeparator: { $0.isWhitespace || $0 == "/" || $0 == "\"" }).map(String.init)
    for name in names {
      let document = "\(name)/\(ModelDocument.fileName)"
      let entry = folder.entry(document)
      if open.contains(name) || entry?.size == 0 {
        unfinished.append(name)
        continue
      }
      var one = Folder(name: name)
      if entry != nil {
        one.document = document
        for entity in try ModelDocument.read(document, in: folder).entities {
          let name = entity.name.lowercased()
          guard entities.contains(name) else { continue }
          // Most folders say the same: it is kept once.
          if latest[name] != entity.attributes { latest[name] = entity.attributes }
          one.attributes[name] = latest[name]
        }
      }
      folders.append(one)
    }
  }

  /// Whether a folder's name is a time: `yyyy-MM-ddTHH`, minute and second, with or without a fraction and `Z`.
  static func isTimestamp(_ name: String) -> Bool {
    let marks: [UInt8] = Array(":._-".utf8)
    var bytes = Array(name.utf8)[...]
    if bytes.last == UInt8(ascii: "Z") { bytes.removeLast() }
    let pattern = Array("0000-00-00T00:00:00".utf8)
    guard bytes.count >= pattern.count else { return false }
    for (byte, wanted) in zip(bytes, pattern) {
      let isRight =
        switch wanted {
        case UInt8(ascii: "0"): 0x30...0x39 ~= byte
        case UInt8(ascii: ":"): marks.contains(byte)
        default: byte == wanted
        }
      if !isRight { return false }
    }
    let fraction = bytes.dropFirst(pattern.count)
    if fraction.isEmpty { return true }
    return marks.contains(fraction[fraction.startIndex]) && fraction.count > 1
      && fraction.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
  }
}
