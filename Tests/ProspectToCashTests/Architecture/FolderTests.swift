import Foundation
import Testing

/// The map of `docs/ARCHITECTURE.md` against the sources.
@Suite("Direction of dependencies")
struct FolderTests {
  private static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private let tree: SourceTree
  private let map: [String: [String: Set<String>]]

  init() throws {
    tree = try SourceTree(Self.project.appending(path: "Sources"))
    map = try Self.map()
  }

  /// For each target the folders of the map, with those that each may use.
  private static func map() throws -> [String: [String: Set<String>]] {
    let page = try String(contentsOf: project.appending(path: "docs/ARCHITECTURE.md"), encoding: .utf8)
    var map: [String: [String: Set<String>]] = [:]
    for row in page.split(separator: "\n") where row.hasPrefix("| `") {
      let cells = row.split(separator: "|").map { $0.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 } }
      guard cells.count == 3, let name = cells[0].first?.element, let slash = name.firstIndex(of: "/") else { continue }
      let target = String(name[..<slash])
      let folder = String(name[name.index(after: slash)...])
      map[target, default: [:]][folder] = Set(cells[2].map { String($0.element) })
    }
    return map
  }

  @Test("Every folder of sources is in the map, and the map has no other")
  func complete() {
    for (target, folders) in tree.folders where folders != ["."] && !folders.isEmpty {
      #expect(Set(map[target]?.keys.map { $0 } ?? []) == folders.subtracting(["."]), "folders of \(target)")
    }
  }

  @Test("Folders use only those that the map allows")
  func directions() {
    for (target, uses) in tree.uses {
      for use in uses where use.from != "." {
        #expect(map[target]?[use.folder]?.contains(use.from) ?? false, "\(target)/\(use)")
      }
    }
  }

  @Test("The map has nothing that no folder needs")
  func needed() {
    for (target, folders) in map {
      for (folder, allowed) in folders {
        let found = Set(tree.uses[target]?.filter { $0.folder == folder }.map(\.from) ?? [])
        #expect(allowed.subtracting(found).isEmpty, "\(target)/\(folder)")
      }
    }
  }

  @Test("No folder needs itself by way of others")
  func circles() {
    for (target, folders) in map {
      for folder in folders.keys {
        var reached: Set<String> = []
        var open = folders[folder] ?? []
        while let next = open.popFirst() {
          guard reached.insert(next).inserted else { continue }
          open.formUnion(folders[next] ?? [])
        }
        #expect(!reached.contains(folder), "\(target)/\(folder) is in a circle")
      }
    }
  }

  @Test("Targets import those above them only, and jobs not each other")
  func imports() throws {
    let tiers = [
      ["CLibArchive", "CLibXML2", "CZlib", "CISAL", "CBuild", "CReserve", "Findings", "Faults"],
      ["Archives", "Records"],
      ["Mapping"], ["Packages"], ["Conversion"],
      [
        "Validation", "Reconciliation", "Repair", "Inspection", "Profiling", "Explaining", "Sealing", "TemplateTesting",
        "Sharding",
      ],
      ["Reporting"],
      ["ProspectToCash"], ["p2c"],
    ]
    #expect(Set(tree.imports.keys) == Set(tiers.joined()))
    for (target, imported) in tree.imports {
      let place = try #require(tiers.firstIndex { $0.contains(target) })
      #expect(imported.isSubset(of: Set(tiers[..<place].joined())), "\(target) imports \(imported.sorted())")
    }
  }

  @Test("A type that a folder below uses from one above is found")
  func found() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "p2c-folders-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in [
      ("Target/Low/Low.swift", "struct Low {\n  // High\n  let text = \"High\"\n  var other: High?\n}\n"),
      ("Target/High/High.swift", "import Other\n\nstruct High {\n  private struct Inner {}\n  let low: Low\n}\n"),
      ("Other/Other.swift", "public enum Other {}\n"),
    ] {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let tree = try SourceTree(folder)
    #expect(
      tree.uses["Target"] == [
        .init(folder: "Low", file: "Low.swift", type: "High", from: "High"),
        .init(folder: "High", file: "High.swift", type: "Low", from: "Low"),
      ])
    #expect(tree.imports["Target"] == ["Other"] && tree.folders["Other"] == ["."])
  }
}
