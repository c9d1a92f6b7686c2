import Foundation

/// The sources of the package, as far as the direction in which they use each other goes: imports of targets, and types
/// that the folders of a target take from one another.
struct SourceTree {
  /// A use of a type by a file of another folder.
  struct Use: Hashable, CustomStringConvertible {
    var folder: String
    var file: String
    var type: String
    var from: String

    var description: String { "\(folder)/\(file) uses \(type) of \(from)" }
  }

  /// The modules of this package that each target imports.
  private(set) var imports: [String: Set<String>] = [:]
  /// The folders of each target that have sources; `.` for the target's own.
  private(set) var folders: [String: Set<String>] = [:]
  /// The uses of types across the folders of a target.
  private(set) var uses: [String: Set<Use>] = [:]

  /// Reads all Swift files below a folder, whose folders are the targets.
  init(_ root: URL) throws {
    let manager = FileManager.default
    for target in try manager.contentsOfDirectory(atPath: root.path).sorted() {
      guard let names = try? manager.subpathsOfDirectory(atPath: root.appending(path: target).path) else { continue }
      var files: [SourceFile] = []
      for name in names where name.hasSuffix(".swift") {
        let text = try String(contentsOf: root.appending(path: "\(target)/\(name)"), encoding: .utf8)
        files.append(SourceFile(name, text))
      }
      imports[target] = files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
      folders[target] = Set(files.map(\.folder))
      uses[target] = SourceTree.uses(files)
    }
    let targets = Set(imports.keys)
    for target in targets { imports[target]?.formIntersection(targets) }
  }

  private static func uses(_ files: [SourceFile]) -> Set<Use> {
    var owners: [String: Set<String>] = [:]
    var known: [String: Set<String>] = [:]
    for file in files {
      for type in file.sharedTypes { owners[type, default: []].insert(file.folder) }
      known[file.folder, default: []].formUnion(file.types)
    }
    var uses: Set<Use> = []
    for file in files {
      for word in file.words.subtracting(known[file.folder] ?? []) {
        for owner in owners[word] ?? [] where owner != file.folder {
          uses.insert(Use(folder: file.folder, file: file.name, type: word, from: owner))
        }
      }
    }
    return uses
  }
}

/// What a file of Swift says of types, found without a parser: comments and texts are passed over.
struct SourceFile {
  let folder: String
  let name: String
  /// The modules that it imports.
  private(set) var imports: Set<String> = []
  /// All types that it declares.
  private(set) var types: Set<String> = []
  /// Those that other files can name by themselves.
  private(set) var sharedTypes: Set<String> = []
  /// All words that begin with a capital letter.
  private(set) var words: Set<String> = []

  private static let keywords: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]

  /// A file by its path in the target.
  init(_ path: String, _ text: String) {
    let parts = path.split(separator: "/")
    name = String(parts[parts.count - 1])
    folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/")
    for line in SourceFile.code(text).split(separator: "\n") {
      let isIndented = line.hasPrefix(" ")
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      if let place = words.firstIndex(of: "import"), place + 1 < words.count {
        imports.insert(String(words[place + 1]))
      }
      if let place = words.firstIndex(where: SourceFile.keywords.contains), place + 1 < words.count {
        let name = String(words[place + 1])
        types.insert(name)
        let isPrivate = words[..<place].contains { $0 == "private" || $0 == "fileprivate" }
        if !isIndented, !isPrivate { sharedTypes.insert(name) }
      }
      for word in words where word.first?.isUppercase ?? false { self.words.insert(String(word)) }
    }
  }

  /// The text without comments and without what is in quotes.
  private static func code(_ text: String) -> String {
    var code: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    var isInText = false
    while index < bytes.count {
      let byte = bytes[index]
      if isInText {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isInText = false }
      } else if byte == UInt8(ascii: "\"") {
        isInText = true
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == byte {
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        continue
      } else {
        code.append(byte)
      }
      index += 1
    }
    return String(decoding: code, as: UTF8.self)
  }
}
