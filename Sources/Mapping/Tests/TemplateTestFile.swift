import Findings

/// A file of tests of one template, `NAME.test.yaml`.
public struct TemplateTestFile: Sendable {
  /// The file as the user named it, or its name among those that come with the tool.
  public let file: String
  /// The template that is tested, with the changes of the project.
  public let template: Template
  /// The tests in their order.
  public let tests: [TemplateTest]
  let text: String
  let place: ProjectPlace

  /// The name of the template that a file's name says.
  static func template(named file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return name.hasSuffix(BuiltInFiles.testEnding) ? String(name.dropLast(BuiltInFiles.testEnding.count)) : name
  }
}

/// Reads files of tests: those of the tool and those of users, upon the tool's templates and entities or a project's.
public struct TemplateTestCatalogue {
  /// What the tests run with: templates, entities, changes of templates, and what is said of companies.
  private let project: ProjectFile
  private let isOfProject: Bool

  /// A catalogue upon a project; without one upon what comes with the tool.
  public init(_ project: ProjectFile?) throws(ProjectError) {
    var base: ProjectFile
    if let project {
      base = project
    } else {
      base = ProjectFile(file: "", templates: try TemplateCatalogue.builtIn(), schemas: try SchemaCatalogue.builtIn())
    }
    // Which companies run is for each test to say.
    base.selectedCompanies = []
    isOfProject = project != nil
    self.project = base
  }

  /// The names of the templates that need no file beside a test.
  public var templateNames: [String] { project.templates.names }

  /// The tests of the templates that come with the tool, or of those of them that are named, in import order. A variant
  /// extends what a project has made of its base and may not fit it, so with a project it must be named.
  public func builtIn(_ names: [String] = []) throws(ProjectError) -> [TemplateTestFile] {
    var files: [TemplateTestFile] = []
    let all = try TemplateCatalogue.builtIn()
    let known = isOfProject ? all.standardNames : all.names
    for name in names.isEmpty ? known : all.names.filter(names.contains) {
      let path = BuiltInFiles.tests(of: name)
      // What does not fit the templates of a project is a fault of the project.
      let place = ProjectPlace(file: path, kind: isOfProject ? .project : .builtIn)
      files.append(try file(try BuiltInFiles.text(path), at: place, beside: nil))
    }
    return files
  }

  /// The tests of a file. The template is that of `NAME.yaml` beside it, else the project's, else the tool's.
  public func read(_ path: String) throws(ProjectError) -> TemplateTestFile {
    let place = ProjectPlace(file: path, kind: .project)
    return try file(try TextFile.read(path, place: place), at: place, beside: Self.folder(of: path))
  }

  /// The tests of a text, as if it were that of a file.
  public func file(_ text: String, at path: String) throws(ProjectError) -> TemplateTestFile {
    try file(text, at: ProjectPlace(file: path, kind: .project), beside: Self.folder(of: path))
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// The tests of a text. With a folder, the template may be there.
  private func file(
    _ text: String, at place: ProjectPlace, beside folder: String?
  ) throws(ProjectError) -> TemplateTestFile {
    guard let root = try LocatedNode.root(of: text, in: place) else {
      throw .missing(place, what: "\"tests\"", of: "the file")
    }
    let members = try root.members(of: ["template", "tests"])
    try TemplateReader.require(["tests"], among: members, at: root.place, of: "the file")
    var name = TemplateTestFile.template(named: place.file)
    var namePlace = place
    for member in members where member.name == "template" {
      (name, namePlace) = (try member.value.text(), member.value.place)
    }
    var project = project
    if let folder {
      project.templates = try project.templates.adding(name, in: folder, schemas: project.schemas)
    }
    guard let template = try project.templates.template(named: name) else {
      throw .unknownName(namePlace, kind: .template, name: name, of: "the tool", known: project.templates.names)
    }
    let reader = TemplateTestReader(file: place, template: template, project: project)
    var tests: [TemplateTest] = []
    for member in members where member.name == "tests" {
      for item in try member.value.items() {
        let test = try reader.test(item)
        guard !tests.contains(where: { $0.name == test.name }) else {
          throw .wrongValue(item.place, what: "the name of a test", value: test.name, expected: "each name once")
        }
        tests.append(test)
      }
    }
    return TemplateTestFile(
      file: place.file, template: project.adjust(template), tests: tests, text: text, place: place)
  }
}
