import Foundation
import Mapping
import ProspectToCash
import Synchronization
import TestSupport
import Testing

@Suite("The sample job")
struct SampleJobTests {
  private let root = #filePath.components(separatedBy: "/Tests/")[0]

  @Test("It mends what a value map can mend, and rejects what is left")
  func sample() throws {
    let folder = try TestFolder()
    let summary = try job(folder).run(progress: .silent)
    #expect(summary.result == .findings)
    let findings = try folder.text("out/findings.csv")
    for code in ["P2C2101", "P2C2104", "P2C2105"] { #expect(findings.contains(code)) }
    for code in ["P2C2201", "P2C2402"] { #expect(!findings.contains(code)) }
  }

  @Test("The page on projects shows the sample as it is")
  func page() throws {
    let sample = try String(contentsOfFile: root + "/samples/contoso-job.yaml", encoding: .utf8)
    let page = try String(contentsOfFile: root + "/docs/PROJECTS.md", encoding: .utf8)
    let lines = sample.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("#") }
    #expect(page.contains("```yaml\n" + lines.joined(separator: "\n") + "```"))
  }

  @Test("Progress tells the templates in their order, then the reports")
  func progress() throws {
    let folder = try TestFolder()
    let steps = Mutex<[ProspectToCash.Progress.Step]>([])
    _ = try job(folder).run(progress: ProspectToCash.Progress { step in steps.withLock { $0.append(step) } })
    let reported = steps.withLock { $0 }
    #expect((reported.first, reported.last) == (.looking, .writing))
    let templates = reported.compactMap { if case .template(let name) = $0 { name } else { nil } }
    #expect(templates == ["accounts", "contacts", "contacts-to-customers", "quotes", "orders-to-finops"])
    #expect(reported.contains(.records(task: "customers", 12)))
    #expect(folder.holds("out"))
  }

  private func job(_ folder: TestFolder) throws -> ConversionJob {
    try ConversionJob(running: root + "/samples/contoso-job.yaml", output: folder.path("out")) { _ in }
  }
}
