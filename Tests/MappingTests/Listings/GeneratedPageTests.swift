import Findings
import Foundation
import Mapping
import Testing

/// Pages of the documentation that are made from the tool's data. `P2C_UPDATE_DOCS=1` writes them anew.
@Suite("Generated documentation")
struct GeneratedPageTests {
  @Test("The page on templates is what the templates say")
  func templates() throws { try compare("TEMPLATES.md", with: Catalogues.templates.get().page()) }

  @Test("The page on findings is what the catalogue says")
  func findings() throws { try compare("FINDINGS.md", with: FindingCatalogue.builtIn().page) }

  private func compare(_ name: String, with page: String, file: String = #filePath) throws {
    let root = file.components(separatedBy: "/Tests/")[0]
    let path = root + "/docs/" + name
    if ProcessInfo.processInfo.environment["P2C_UPDATE_DOCS"] == "1" {
      try Data(page.utf8).write(to: URL(fileURLWithPath: path))
    }
    let written = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    #expect(written == page, "docs/\(name) is stale; P2C_UPDATE_DOCS=1 bin/test --filter GeneratedPage writes it anew")
  }
}
