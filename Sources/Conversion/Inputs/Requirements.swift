package import Findings
package import Mapping

/// Compares what a project says the two systems run with what the templates need.
package struct Requirements {
  private let environments: Environments?
  private let templates: [Template]

  package init(_ environments: Environments?, templates: [Template]) {
    self.environments = environments
    self.templates = templates
  }

  /// What is missing; one remark if nothing is stated.
  package var findings: [Finding] {
    guard let environments, environments.finops != nil || environments.sales != nil else {
      return [Finding(.noVersionsStated, .info)]
    }
    return (environments.finops.map(lacking) ?? []) + (environments.sales.map(lacking) ?? [])
  }

  private func lack(_ code: FindingCode, of need: Message) -> Finding {
    Finding(code, .error, detail: .message(need))
  }

  /// A line of F&O versions with what it needs.
  private struct Release {
    var from: String
    var application: String
    var platform: String
    var hotfixes: [String]
  }

  private static let releases = [
    Release(from: "7.3", application: "7.3.11971.56116", platform: "7.0.4709.41129", hotfixes: []),
    Release(from: "7.2", application: "7.2.11792.56024", platform: "7.0.4565.16212", hotfixes: []),
    // Version 1611 with platform update 8.
    Release(
      from: "7.1", application: "7.1", platform: "7.0.4565.16212", hotfixes: ["KB4051266", "KB4037542", "KB4033093"]),
  ]

  private func lacking(_ finops: Environments.FinanceAndOperations) -> [Finding] {
    var findings: [Finding] = []
    let oldest = Requirements.releases[Requirements.releases.count - 1]
    let release = finops.application.map { application in
      Requirements.releases.first { !Requirements.isOlder(application, than: $0.from) } ?? oldest
    }
    if let application = finops.application, let release, Requirements.isOlder(application, than: release.application) {
      findings.append(lack(.finopsBuildTooOld, of: "application \(release.application)"))
    }
    let platform = release?.platform ?? oldest.platform
    if let stated = finops.platform, Requirements.isOlder(stated, than: platform) {
      findings.append(lack(.finopsBuildTooOld, of: "platform \(platform)"))
    }
    guard let release else { return findings }
    for hotfix in release.hotfixes where !finops.hotfixes.contains(hotfix) {
      findings.append(lack(.hotfixMissing, of: Message(verbatim: hotfix)))
    }
    guard release.from == "7.2" else { return findings }
    // KB4045570 contains KB4036524, which contains KB4036461.
    if needs("orders-to-finops"), !finops.hotfixes.contains("KB4045570") {
      findings.append(lack(.hotfixMissing, of: "KB4045570"))
    } else if needs("orders-to-sales"), !finops.hotfixes.contains("KB4036524"), !finops.hotfixes.contains("KB4045570") {
      findings.append(lack(.hotfixMissing, of: "KB4036524"))
    }
    return findings
  }

  private func lacking(_ sales: Environments.Sales) -> [Finding] {
    var findings: [Finding] = []
    let oldest = "8.2.1.207"
    if let version = sales.version, Requirements.isOlder(version, than: oldest) {
      findings.append(lack(.salesTooOld, of: Message(verbatim: oldest)))
    }
    let solution = needs("orders-to-finops") ? "1.15.0.0" : "1.14.0.0"
    guard let stated = sales.prospectToCash, !Requirements.isOlder(stated, than: solution) else {
      return findings + [lack(.solutionMissing, of: Message(verbatim: solution))]
    }
    return findings
  }

  private func needs(_ name: String) -> Bool { templates.contains { $0.name.hasPrefix(name) } }

  private static func isOlder(_ version: ProductVersion, than text: String) -> Bool {
    ProductVersion(text).map { version < $0 } ?? false
  }
}
