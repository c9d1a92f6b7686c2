import Findings
public import Records

/// What a project says of a legal entity.
public struct ProjectCompany: Sendable, Equatable {
  /// Who owns a company's records in Sales.
  public enum Owner: Sendable, Equatable {
    /// A team, by its name or id.
    case team(String)
    /// A user, by the domain name, the internal e-mail address or the id.
    case user(String)

    /// The name or id.
    public var name: String {
      switch self {
      case .team(let name), .user(let name): name
      }
    }
  }

  /// The company.
  public var id: CompanyID
  /// The business unit of Sales that has the company's records: its name or id.
  public var businessUnit: String?
  /// What stands before natural keys in Sales; empty for nothing.
  public var prefix = ""
  /// Who owns the company's records in Sales.
  public var owner: Owner?
  /// Values for destination fields, in the order of the file; they win over those of the templates.
  public var defaults: [Override] = []

  /// A company of which nothing is said yet.
  public init(_ id: CompanyID) { self.id = id }
}

/// Reads what a project says of companies.
enum CompaniesReader {
  private static let members = ["businessUnit", "prefix", "owner", "defaults"]

  /// The companies of the node, in its order.
  static func companies(_ node: LocatedNode, _ project: ProjectFile) throws(ProjectError) -> [ProjectCompany] {
    var companies: [ProjectCompany] = []
    for member in try node.members() {
      let id = try id(member.name, at: member.place)
      guard !companies.contains(where: { $0.id == id }) else {
        throw .wrongValue(member.place, what: node.what, value: member.name, expected: "each company once")
      }
      let company = try company(id, member.value, project)
      if let unit = company.businessUnit,
        let other = companies.first(where: { $0.businessUnit.map { KeyText.bytes($0) } == KeyText.bytes(unit) })
      {
        throw .wrongValue(
          member.place, what: "\"\(member.value.path).businessUnit\"", value: unit,
          expected: "another business unit than that of \(other.id)")
      }
      companies.append(company)
    }
    return companies
  }

  /// The companies of a node that is one name or a list.
  static func names(_ node: LocatedNode) throws(ProjectError) -> [CompanyID] {
    var ids: [CompanyID] = []
    for item in node.isList ? try node.items() : [node] {
      let id = try id(try item.text(), at: item.place)
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  private static func id(_ name: String, at place: ProjectPlace) throws(ProjectError) -> CompanyID {
    guard let id = CompanyID(name) else {
      throw .wrongValue(place, what: "the company", value: name, expected: "1 to 4 letters, digits, _ or -")
    }
    return id
  }

  private static func company(
    _ id: CompanyID, _ node: LocatedNode, _ project: ProjectFile
  ) throws(ProjectError) -> ProjectCompany {
    var company = ProjectCompany(id)
    for member in try node.members(of: members) {
      switch member.name {
      case "businessUnit": company.businessUnit = try ProjectReader.name(member.value)
      case "prefix": company.prefix = try member.value.text()
      case "owner": company.owner = try owner(member.value)
      default:
        for template in try member.value.members() { company.defaults += try defaults(template, project) }
      }
    }
    return company
  }

  private static func owner(_ node: LocatedNode) throws(ProjectError) -> ProjectCompany.Owner {
    let text = try node.text()
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, !parts[1].isEmpty {
      if parts[0] == "team" { return .team(parts[1]) }
      if parts[0] == "user" { return .user(parts[1]) }
    }
    throw .wrongValue(node.place, what: node.what, value: text, expected: "team:NAME or user:NAME")
  }

  private static func defaults(
    _ member: LocatedNode.Member, _ project: ProjectFile
  ) throws(ProjectError) -> [Override] {
    guard let template = try project.templates.template(named: member.name) else {
      throw .unknownName(
        member.place, kind: .template, name: member.name, of: "the tool", known: project.templates.names)
    }
    var overrides: [Override] = []
    for field in try member.value.members() {
      guard template.hasField(named: field.name) else {
        throw .unknownName(
          field.place, kind: .field, name: field.name, of: "the template \(template.name)", known: template.fieldNames)
      }
      overrides.append(Override(template: template.name, field: field.name, value: try field.value.text()))
    }
    return overrides
  }
}
