import Findings
import Records

/// Reads the members of a project file.
enum ProjectReader {
  private static let members = [
    "inputs", "references", "output", "to", "company", "only", "fileFormat", "salesFormat", "cdmLocation", "delta",
    "rejectLimit", "templates", "environments", "companies", "proposals", "waves", "sourceCulture",
  ]

  /// Reads them into the project. `fileFormats` are the names of the formats of entity files, `salesFormats` those of the formats
  /// of packages for Sales.
  static func read(
    _ root: LocatedNode, into project: inout ProjectFile, fileFormats: [String], salesFormats: [String]
  ) throws(ProjectError) {
    var proposals: LocatedNode?
    for member in try root.members(of: members) {
      let value = member.value
      switch member.name {
      case "inputs": project.inputs = try names(value)
      case "references": project.references = try names(value)
      case "output": project.output = try name(value)
      case "to": project.to = try FieldReader.choice(value, among: Side.allCases)
      case "company": project.selectedCompanies = try CompaniesReader.names(value)
      case "only": project.only = try templates(value, known: project.templates.names)
      case "fileFormat": project.fileFormat = try word(value, among: fileFormats)
      case "salesFormat": project.salesFormat = try word(value, among: salesFormats)
      case "cdmLocation": project.folderLocation = try value.text()
      case "delta": project.delta = try value.flag()
      case "waves": project.waves = try value.answer()
      case "sourceCulture": project.sourceCulture = try culture(value)
      case "rejectLimit": project.rejectLimit = try limit(value)
      case "companies": project.companies = try CompaniesReader.companies(value, project)
      case "proposals": proposals = value
      case "environments": project.environments = try EnvironmentsReader.environments(value)
      default: try readTemplates(value, into: &project)
      }
    }
    // What the project says of templates wins, wherever it stands.
    if let proposals { try ProposalsReader.read(proposals, into: &project) }
  }

  private static func readTemplates(_ node: LocatedNode, into project: inout ProjectFile) throws(ProjectError) {
    for member in try node.members() {
      guard let template = try project.templates.template(named: member.name) else {
        throw .unknownName(
          member.place, kind: .template, name: member.name, of: "the tool", known: project.templates.names)
      }
      let reader = TemplateChangesReader(template: template, project: project)
      project.changes[member.name] = try reader.changes(member.value)
    }
  }

  private static func templates(_ node: LocatedNode, known: [String]) throws(ProjectError) -> [String] {
    for item in try node.items() where !known.contains(try item.text()) {
      throw .unknownName(item.place, kind: .template, name: try item.text(), of: "the tool", known: known)
    }
    return try node.texts()
  }

  private static func names(_ node: LocatedNode) throws(ProjectError) -> [String] {
    var names: [String] = []
    for item in try node.items() { names.append(try name(item)) }
    return names
  }

  /// A text that is not empty.
  static func name(_ node: LocatedNode) throws(ProjectError) -> String {
    let text = try node.text()
    guard !text.isEmpty else { throw .wrongValue(node.place, what: node.what, value: "", expected: "a name") }
    return text
  }

  private static func word(_ node: LocatedNode, among words: [String]) throws(ProjectError) -> String {
    let text = try node.text()
    guard words.contains(text) else {
      throw .wrongValue(
        node.place, what: node.what, value: text, expected: "one of \(words.joined(separator: ", "))")
    }
    return text
  }

  private static func culture(_ node: LocatedNode) throws(ProjectError) -> SourceCulture {
    let text = try node.text()
    guard let culture = SourceCulture(text) else {
      throw .wrongValue(
        node.place, what: node.what, value: text, expected: "one of \(SourceCulture.names.joined(separator: ", "))")
    }
    return culture
  }

  private static func limit(_ node: LocatedNode) throws(ProjectError) -> String {
    let text = try node.text()
    let isPercentage = text.hasSuffix("%")
    let parts = (isPercentage ? text.dropLast() : text[...]).split(separator: ".", omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
    guard isNumber, parts.count <= (isPercentage ? 2 : 1) else {
      throw .wrongValue(
        node.place, what: node.what, value: text, expected: "a number such as 100, or a percentage such as 5%")
    }
    return text
  }
}
