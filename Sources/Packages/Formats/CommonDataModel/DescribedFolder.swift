import Archives
import Findings
import Records

/// The folder that a description is of: its files, and its documents within their limits.
final class DescribedFolder {
  /// What no export comes near to.
  enum Limit {
    static let documentBytes: UInt64 = 64 << 20
    static let allDocumentBytes: UInt64 = 256 << 20
    static let documents = 1_000
    static let entities = 10_000
    static let attributes = 16_384
    /// Those of all definitions: many may share a base.
    static let allAttributes = 4_000_000
    static let partitions = 100_000
    static let depth = 32
    static let nameBytes = 512
  }

  let container: Container
  /// The folder's place in the container, with its slash; empty for the root.
  let root: String
  private var documents = 0
  private var documentBytes: UInt64 = 0
  private var sortedNames: [String]?

  init(_ container: Container, root: String) { (self.container, self.root) = (container, root) }

  /// A file by its path below the folder; names match with regard to case.
  func entry(_ path: String) -> EntryInfo? { container.entry(named: root + path) }

  /// The paths of all files below the folder, in the order of their bytes.
  var names: [String] {
    if let sortedNames { return sortedNames }
    let prefix = root.utf8.count
    let names = container.entries.compactMap { entry -> String? in
      guard entry.name.utf8.starts(with: root.utf8), entry.name.utf8.count > prefix else { return nil }
      return String(decoding: entry.name.utf8.dropFirst(prefix), as: UTF8.self)
    }
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    sortedNames = sorted
    return sorted
  }

  /// The paths of all files below a folder, whose path ends with a slash or is empty, in the order of their bytes.
  func names(below folder: String) -> ArraySlice<String> {
    // All that begins alike stands together.
    var low = 0
    var high = names.count
    while low < high {
      let middle = (low + high) / 2
      if names[middle].utf8.lexicographicallyPrecedes(folder.utf8) { low = middle + 1 } else { high = middle }
    }
    return names[low...].prefix { $0.utf8.starts(with: folder.utf8) }
  }

  /// Whether files are below a folder, whose path ends with a slash or is empty.
  func hasFolder(_ folder: String) -> Bool { !names(below: folder).isEmpty }

  /// The paths of the files in a folder itself, whose path ends with a slash, in the order of their bytes.
  func files(in folder: String) -> [String] {
    names(below: folder).filter { name in
      let rest = name.utf8.dropFirst(folder.utf8.count)
      return !rest.contains(UInt8(ascii: "/")) && !rest.isEmpty
    }
  }

  /// Reads a document. What is wrong with its form is thrown as a `DescriptionFault`.
  func read(_ path: String, _ body: (inout JSONReader) throws -> Void) throws {
    guard let entry = entry(path) else { throw DescriptionFault(.missing(path), in: root + path) }
    documents += 1
    documentBytes += entry.size
    guard entry.size <= Limit.documentBytes else { throw DescriptionFault(.excessive(what: "64 MiB"), in: root + path) }
    guard documentBytes <= Limit.allDocumentBytes else {
      throw DescriptionFault(.excessive(what: "256 MiB of documents"), in: root + path)
    }
    guard documents <= Limit.documents else {
      throw DescriptionFault(.excessive(what: "1,000 documents"), in: root + path)
    }
    do {
      var reader = try JSONReader(try container.readAll(entry, limit: Int(Limit.documentBytes)))
      try body(&reader)
      try reader.finish()
    } catch let fault as JSONFault {
      throw DescriptionFault(fault, in: root + path)
    }
  }

  /// All bytes of a small file; nil if it is not there or too large.
  func small(_ path: String, limit: Int) throws -> [UInt8]? {
    guard let entry = entry(path), entry.size <= UInt64(limit) else { return nil }
    return try container.readAll(entry, limit: limit)
  }
}

extension JSONReader {
  /// A text that is a name, which is not empty and has at most 512 bytes.
  mutating func name() throws -> String {
    let name = try text()
    guard !name.isEmpty, name.utf8.count <= DescribedFolder.Limit.nameBytes else { throw wrongForm() }
    return name
  }

  /// A text; nil for `null`.
  mutating func optionalText() throws -> String? { try isNull() ? nil : try text() }
}
