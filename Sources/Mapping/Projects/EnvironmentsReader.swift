import Findings

/// Reads what a project says of the versions of the two systems.
enum EnvironmentsReader {
  /// The statements of the node.
  static func environments(_ node: LocatedNode) throws(ProjectError) -> Environments {
    var environments = Environments()
    for member in try node.members(of: ["finops", "sales"]) {
      if member.name == "finops" {
        environments.finops = try finops(member.value)
      } else {
        environments.sales = try sales(member.value)
      }
    }
    return environments
  }

  private static func finops(_ node: LocatedNode) throws(ProjectError) -> Environments.FinanceAndOperations {
    var finops = Environments.FinanceAndOperations()
    for member in try node.members(of: ["application", "platform", "hotfixes"]) {
      switch member.name {
      case "application": finops.application = try version(member.value)
      case "platform": finops.platform = try version(member.value)
      default: for item in try member.value.items() { finops.hotfixes.append(try hotfix(item)) }
      }
    }
    return finops
  }

  private static func sales(_ node: LocatedNode) throws(ProjectError) -> Environments.Sales {
    var sales = Environments.Sales()
    for member in try node.members(of: ["version", "prospectToCash"]) {
      if member.name == "version" {
        sales.version = try version(member.value)
      } else {
        sales.prospectToCash = try version(member.value)
      }
    }
    return sales
  }

  private static func version(_ node: LocatedNode) throws(ProjectError) -> ProductVersion {
    let text = try node.text()
    guard let version = ProductVersion(text) else {
      throw .wrongValue(node.place, what: node.what, value: text, expected: "a version such as 7.2.11792.56024")
    }
    return version
  }

  private static func hotfix(_ node: LocatedNode) throws(ProjectError) -> String {
    let text = try node.text().uppercased()
    let digits = text.dropFirst(2)
    guard text.hasPrefix("KB"), !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else {
      throw .wrongValue(node.place, what: node.what, value: text, expected: "a number such as KB4045570")
    }
    return text
  }
}
