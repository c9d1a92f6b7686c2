import Foundation

/// A page of the documentation.
struct Page {
  /// A reference to another page, or to a place of a page.
  struct Link {
    /// The path relative to the page; empty for a place of the page itself.
    var path: String
    var anchor: String?
  }

  /// Lines between fences.
  struct Block {
    /// The line of the opening fence, from 1.
    var line: Int
    var language: String
    var lines: [String]
  }

  /// The path in the repository.
  let name: String
  private let lines: [String]

  /// Reads a page of the repository.
  init(_ name: String) throws {
    self.name = name
    let text = try String(contentsOf: CommandRun.repository.appending(path: name), encoding: .utf8)
    lines = text.components(separatedBy: "\n")
  }

  /// All pages of the repository, but for what tests and sources describe themselves.
  static let all: [Page] = {
    let folders = ["", "docs", "samples"]
    let names = folders.flatMap { folder in
      let found = try? FileManager.default.contentsOfDirectory(
        atPath: CommandRun.repository.appending(path: folder).path)
      return (found ?? []).filter { $0.hasSuffix(".md") }.sorted().map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }
    return names.compactMap { try? Page($0) }
  }()

  /// The blocks of the page in their order.
  var blocks: [Block] {
    var blocks: [Block] = []
    var isInside = false
    for (place, line) in lines.enumerated() {
      if let language = line.wholeMatch(of: /```(\w*)/)?.1 {
        if !isInside { blocks.append(Block(line: place + 1, language: String(language), lines: [])) }
        isInside.toggle()
      } else if isInside {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }

  /// The lines that are not in blocks.
  private var prose: [String] {
    var isInside = false
    return lines.filter { line in
      if line.hasPrefix("```") { isInside.toggle() }
      return !isInside && !line.hasPrefix("```") && !line.hasPrefix("    ")
    }
  }

  /// The references to files of the repository. A link may begin in one line and end in the next.
  var links: [Link] {
    let text = prose.joined(separator: "\n").replacing(/`[^`\n]*`/, with: "")
    return text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.contains(/^(https?|mailto):/) }.map {
      let parts = $0.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return Link(path: parts[0], anchor: parts.count > 1 ? parts[1] : nil)
    }
  }

  /// The names of the page's places: those that web pages give to headings.
  var anchors: Set<String> {
    var counts: [String: Int] = [:]
    var anchors: Set<String> = []
    for heading in prose where heading.hasPrefix("#") {
      let title = heading.drop { $0 == "#" }.drop { $0 == " " }.replacing(/\]\([^)]*\)/, with: "")
      let kept = title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }
      let name = kept.replacing(" ", with: "-")
      let count = counts[name, default: 0]
      counts[name] = count + 1
      anchors.insert(count == 0 ? name : "\(name)-\(count)")
    }
    return anchors
  }
}
