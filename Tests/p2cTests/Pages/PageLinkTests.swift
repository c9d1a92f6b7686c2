import Foundation
import Testing

@Suite("Links of the documentation")
struct PageLinkTests {
  @Test("Every link leads to a file, and to a heading that is there")
  func targets() throws {
    let anchors = Dictionary(uniqueKeysWithValues: Page.all.map { ($0.name, $0.anchors) })
    #expect(anchors.count > 20)
    for page in Page.all {
      let folder = CommandRun.repository.appending(path: page.name).deletingLastPathComponent()
      for link in page.links {
        let file = folder.appending(path: link.path).standardizedFileURL
        let target = link.path.isEmpty ? page.name : Self.name(of: file)
        let isThere = FileManager.default.fileExists(atPath: CommandRun.repository.appending(path: target).path)
        #expect(isThere, "\(page.name): \(link.path)")
        if let anchor = link.anchor, let places = anchors[target] {
          #expect(places.contains(anchor), "\(page.name): \(link.path)#\(anchor)")
        }
      }
    }
  }

  @Test("The index of the documentation has every page")
  func index() throws {
    let linked = Set(try Page("docs/README.md").links.map(\.path))
    let pages = Page.all.map(\.name).filter { $0.hasPrefix("docs/") && $0 != "docs/README.md" }
    for page in pages { #expect(linked.contains(String(page.dropFirst("docs/".count))), "\(page)") }
  }

  private static func name(of file: URL) -> String {
    String(file.path.dropFirst(CommandRun.repository.standardizedFileURL.path.count + 1))
  }
}
