import Foundation
// The example:
import ProspectToCash

func convert(_ package: String, to output: String) throws -> Bool {
  let job = try ConversionJob(packages: [package], output: output, project: nil) { options in
    options.rejectLimit = .records(100)
    options.maxRecords = 500_000
  }
  let summary = try job.run(progress: .silent)
  return summary.result == .ok
}
// The end of the example.
import TestSupport
import Testing

@Suite("Landing page of the library's documentation")
struct LandingPageTests {
  private let folder: TestFolder
  private static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  init() throws { folder = try TestFolder() }

  @Test("The example of the page is the code of this file")
  func example() throws {
    let page = try String(
      contentsOf: Self.project.appending(path: "Sources/ProspectToCash/ProspectToCash.docc/ProspectToCash.md"),
      encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let shown = try #require(
      page.components(separatedBy: "```swift\n").dropFirst().first?.components(separatedBy: "```").first)
    let code = try #require(
      source.components(separatedBy: "// The example:\n").dropFirst().first?
        .components(separatedBy: "// The end of the example.").first)
    #expect(shown == code)
  }

  @Test("The example converts the sample export, of which some records are rejected")
  func runs() throws {
    let output = folder.path("out")
    let isClean = try convert(Self.project.appending(path: "samples/contoso-sales.zip").path, to: output)
    #expect(!isClean)
    #expect(FileManager.default.fileExists(atPath: output + "/packages/010-accounts.zip"))
  }
}
