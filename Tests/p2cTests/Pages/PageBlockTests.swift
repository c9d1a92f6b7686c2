import Testing

@Suite("Blocks of the documentation")
struct PageBlockTests {
  /// What is in blocks of each language. Commands are only in those that are run.
  private static let languages = [
    "sh", "console", "yaml", "json", "text", "ini", "powershell", "swift", "csv", "html", "",
  ]

  @Test("Every command is in a block that is run")
  func commands() {
    for page in Page.all {
      for block in page.blocks {
        #expect(Self.languages.contains(block.language), "\(page.name):\(block.line): \(block.language)")
        guard !["sh", "console"].contains(block.language) else { continue }
        for line in block.lines {
          let isCommand = line.firstMatch(of: #/^\s*(\$ )?(bin/)?p2c /#) != nil
          #expect(!isCommand, "\(page.name):\(block.line): \(line)")
        }
      }
    }
  }
}
