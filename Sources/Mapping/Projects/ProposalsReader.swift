import Findings

/// Reads proposed entries of value maps, as `p2c profile` writes them, and adds those that are accepted to the maps.
enum ProposalsReader {
  private static let members = ["map", "value", "to", "accept", "templates", "records", "score", "by"]

  /// An entry as the file has it.
  private struct Proposal {
    var place: ProjectPlace
    var map = ""
    var value = ""
    var to = ""
    var isAccepted = false
    var templates: [LocatedNode] = []
  }

  /// Reads the list, or that of the file that is named, into the project's changes. Entries that the project has for a map stay.
  static func read(_ node: LocatedNode, into project: inout ProjectFile) throws(ProjectError) {
    var accepted: [String: [String: [String: String]]] = [:]
    for item in try items(node, project) {
      let proposal = try proposal(item)
      for name in proposal.templates { try check(name, proposal, project) }
      guard proposal.isAccepted else { continue }
      let key = proposal.value.lowercased()
      for name in proposal.templates {
        let template = try name.text()
        if let known = accepted[template]?[proposal.map]?[key], known != proposal.to {
          throw .wrongValueMap(
            proposal.place, map: proposal.map, value: proposal.value,
            expected: "one accepted proposal for each value, in any case")
        }
        accepted[template, default: [:]][proposal.map, default: [:]][key] = proposal.to
      }
    }
    for (template, maps) in accepted {
      for (map, entries) in maps {
        var changes = project.changes[template] ?? TemplateChanges()
        changes.valueMaps[map, default: TemplateChanges.ValueMapChange()].entries.merge(entries) { own, _ in own }
        project.changes[template] = changes
      }
    }
  }

  /// The items of the list, or of the list in a file.
  private static func items(_ node: LocatedNode, _ project: ProjectFile) throws(ProjectError) -> [LocatedNode] {
    if node.isList || node.isEmpty { return try node.items() }
    let place = ProjectPlace(file: project.path(of: try ProjectReader.name(node)), kind: .valueMap)
    guard let root = try LocatedNode.root(of: try TextFile.read(place.file, place: place), in: place) else { return [] }
    if root.isList { return try root.items() }
    for member in try root.members(of: ["proposals"]) { return try member.value.items() }
    return []
  }

  private static func proposal(_ node: LocatedNode) throws(ProjectError) -> Proposal {
    var proposal = Proposal(place: node.place)
    var missing = ["map", "value", "to", "accept", "templates"]
    for member in try node.members(of: members) {
      missing.removeAll { $0 == member.name }
      switch member.name {
      case "map": proposal.map = try ProjectReader.name(member.value)
      case "value": proposal.value = try ProjectReader.name(member.value)
      case "to": proposal.to = try member.value.text()
      case "accept": proposal.isAccepted = try answer(member.value)
      case "templates": proposal.templates = try member.value.items()
      default: break
      }
    }
    if let name = missing.first { throw .missing(node.place, what: "\"\(name)\"", of: "a proposal") }
    if proposal.isAccepted, proposal.to.isEmpty {
      throw .wrongValue(
        node.place, what: "\"to\" of a proposal", value: "", expected: "the value to write, as it is accepted")
    }
    return proposal
  }

  private static func answer(_ node: LocatedNode) throws(ProjectError) -> Bool {
    switch try node.text() {
    case "yes": return true
    case "no": return false
    case let text: throw .wrongValue(node.place, what: "\"accept\" of a proposal", value: text, expected: "yes or no")
    }
  }

  private static func check(_ name: LocatedNode, _ proposal: Proposal, _ project: ProjectFile) throws(ProjectError) {
    let text = try name.text()
    guard let template = try project.templates.template(named: text) else {
      throw .unknownName(
        name.place, kind: .template, name: text, of: "the tool", known: project.templates.names)
    }
    let own = project.changes[text]?.valueMaps.keys.map { $0 } ?? []
    guard template.valueMaps[proposal.map] != nil || own.contains(proposal.map) else {
      throw .unknownName(
        proposal.place, kind: .valueMap, name: proposal.map, of: "the template \(text)",
        known: template.valueMaps.keys.sorted())
    }
  }
}
