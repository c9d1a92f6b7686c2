import Findings
import Mapping
import Testing

@Suite("The order of templates")
struct TemplateOrderTests {
  private func template(_ order: Int, after: String? = nil, extends base: String = "accounts") -> String {
    "extends: \(base)\ntitle: Template \(order)\norder: \(order)\n"
      + (after.map { "after: [\($0)]\n" } ?? "after: []\n")
  }

  private func project(_ templates: [String: String], only: String) throws -> ProjectFile {
    let folder = try TemporaryFolder()
    for (name, text) in templates { try folder.write("\(name).yaml", text) }
    let schemas = try Catalogues.schemas.get()
    let catalogue = try Catalogues.templates.get().adding(folder: folder.path, schemas: schemas)
    return try ProjectFile.read(
      "only: [\(only)]\n", file: "job.yaml", templates: catalogue, schemas: schemas, fileFormats: [])
  }

  private func sorted(_ project: ProjectFile) throws -> [String] {
    let templates = try project.only.compactMap { try project.templates.template(named: $0) }
    return try TemplateOrder(templates, catalogue: project.templates, schemas: project.schemas).sorted.map(\.name)
  }

  @Test("Numbers decide, then names")
  func numbers() throws {
    let project = try project(
      ["zeta": template(10), "beta": template(20), "alpha": template(20)], only: "beta, alpha, zeta")
    #expect(try sorted(project) == ["zeta", "alpha", "beta"])
  }

  @Test("A template runs after those that it names, by name or title", arguments: ["zeta", "template 19"])
  func after(named: String) throws {
    let named = [
      "zeta": template(20), "alpha": template(20, after: named), "beta": template(19),
    ]
    #expect(try sorted(project(named, only: "alpha, zeta, beta")).firstIndex(of: "alpha") ?? 0 > 0)
  }

  @Test("Of two with one number the one that is named runs first")
  func equalNumbers() throws {
    let project = try project(["zeta": template(20), "alpha": template(20, after: "zeta")], only: "alpha, zeta")
    #expect(try sorted(project) == ["zeta", "alpha"])
  }

  @Test("The tool's templates have numbers that sort")
  func builtIn() throws {
    let project = try project([:], only: Catalogues.standardTemplates.joined(separator: ", "))
    #expect(try sorted(project).last == "invoices")
  }

  @Test("Templates that wait for each other are a mistake")
  func circle() throws {
    let error = try #require(throws: ProjectError.self) {
      try project(["one": template(60, after: "two"), "two": template(60, after: "one")], only: "one, two")
    }
    #expect(error.code == FindingCode(number: 4010) && error.exitCode == 78)
    #expect(error.description.contains("one (after) > two (after) > one"))
  }

  @Test("So are numbers that do not sort in the order that templates need")
  func wrongNumbers() throws {
    let error = try #require(throws: ProjectError.self) {
      try project(["early": template(5, after: "late"), "late": template(60)], only: "early, late")
    }
    #expect(error.code == FindingCode(number: 4010))
    #expect(error.description.contains("late has the order 60"))
    #expect(error.description.contains("early (after) > late"))
    // Quotes look up customers, so whoever writes customers comes before them.
    let lookup = try #require(throws: ProjectError.self) { try project(["late": template(60)], only: "quotes, late") }
    #expect(lookup.description.contains("quotes.RequestingCustomerAccountNumber > late"))
  }

  @Test("A name in after: that no template has is a mistake")
  func unknown() throws {
    let error = try #require(throws: ProjectError.self) {
      try project(["one": template(60, after: "acounts")], only: "one")
    }
    #expect(error.exitCode == 78 && error.description.contains("did you mean \"accounts\"?"))
  }
}
