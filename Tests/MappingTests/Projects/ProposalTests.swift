import Foundation
import Mapping
import Testing

@Suite("Proposals of a project")
struct ProposalTests {
  private static let proposal =
    "{map: country_name_to_iso, value: (Danmark), to: DK, accept: yes, templates: [accounts, quotes], records: 3, "
    + "score: 1.000, by: name-da}"

  private func read(_ text: String, in folder: TemporaryFolder) throws -> ProjectFile {
    try ProjectFile.read(
      try folder.write("job.yaml", text), templates: try Catalogues.templates.get(),
      schemas: try Catalogues.schemas.get(), fileFormats: ["csv"])
  }

  private func entry(_ value: String, _ project: ProjectFile, _ template: String = "accounts") throws -> String? {
    project.adjust(try Catalogues.template(template)).valueMaps["country_name_to_iso"]?.entries[value]
  }

  @Test("An accepted proposal is an entry of the map of each template that it names, in any case")
  func accepted() throws {
    let project = try read("proposals: [\(Self.proposal)]", in: try TemporaryFolder())
    #expect(try entry("(danmark)", project) == "DK")
    #expect(try entry("(danmark)", project, "quotes") == "DK")
    #expect(try entry("(danmark)", project, "orders-to-finops") == nil)
  }

  @Test("One that is not accepted counts for nothing")
  func refused() throws {
    let project = try read(
      "proposals: [\(Self.proposal.replacingOccurrences(of: "yes", with: "no"))]", in: try TemporaryFolder())
    #expect(try entry("(danmark)", project) == nil)
    #expect(project.changes.isEmpty)
  }

  @Test(
    "The list may be in another file, with or without its name; the project's own entries win",
    arguments: ["proposals: [\(ProposalTests.proposal)]", "- \(ProposalTests.proposal)"])
  func file(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("values.yaml", text)
    #expect(try entry("(danmark)", try read("proposals: values.yaml", in: folder)) == "DK")
    let own = "templates: {accounts: {valueMaps: {country_name_to_iso: {entries: {(DANMARK): FO}}}}}"
    for job in ["proposals: values.yaml\n\(own)", "\(own)\nproposals: values.yaml"] {
      let project = try read(job, in: folder)
      #expect(try entry("(danmark)", project) == "FO")
      #expect(try entry("(danmark)", project, "quotes") == "DK")
    }
  }

  @Test(
    "What is wrong in a proposal is a mistake of the project",
    arguments: [
      ("accept: yes", "accept: maybe"), ("to: DK", "to: ''"), ("country_name_to_iso", "no_such_map"),
      ("[accounts, ", "[acounts, "), ("records: 3", "colour: red"), ("map: country_name_to_iso, ", ""),
      ("value: (Danmark), ", ""), ("to: DK, ", ""), (", templates: [accounts, quotes]", ""),
    ])
  func wrong(part: String, wrong: String) throws {
    #expect(Self.proposal.contains(part))
    let text = Self.proposal.replacingOccurrences(of: part, with: wrong)
    let error = try #require(throws: ProjectError.self) {
      try read("proposals: [\(text)]", in: try TemporaryFolder())
    }
    #expect(error.exitCode == 78)
  }

  @Test("Two accepted proposals that contradict each other, and a file that is not there, are mistakes")
  func contradiction() throws {
    let other = Self.proposal.replacingOccurrences(of: "to: DK", with: "to: NO")
    for text in ["[\(Self.proposal), \(other)]", "nowhere.yaml"] {
      let error = try #require(throws: ProjectError.self) {
        try read("proposals: \(text)", in: try TemporaryFolder())
      }
      #expect(error.exitCode == 78)
    }
    let same = try read("proposals: [\(Self.proposal), \(Self.proposal)]", in: try TemporaryFolder())
    #expect(try entry("(danmark)", same) == "DK")
  }
}
