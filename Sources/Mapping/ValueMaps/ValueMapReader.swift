/// Reads value maps as `value_maps.yaml` and templates of a project's own write them: by name, each with `entries`,
/// `otherwise` and `countries: true` for all codes and names of countries besides.
struct ValueMapReader {
  /// What codes and names of countries mean.
  let codes: CommonCodes

  /// The maps of the node by name.
  func maps(_ node: LocatedNode) throws(ProjectError) -> [String: ValueMap] {
    var maps: [String: ValueMap] = [:]
    for member in try node.members() { maps[member.name] = try map(member.value, named: member.name) }
    return maps
  }

  private func map(_ node: LocatedNode, named name: String) throws(ProjectError) -> ValueMap {
    var map = ValueMap(entries: [:])
    for member in try node.members(of: ["entries", "otherwise", "countries"]) {
      switch member.name {
      case "entries":
        map.entries.merge(try Self.entries(member.value, of: name)) { _, new in new }
      case "otherwise":
        map.otherwise = try Self.otherwise(member.value, of: name)
      default:
        map.mapsCountries = try member.value.flag()
      }
    }
    return map
  }

  /// The entries by source value in lower case.
  static func entries(_ node: LocatedNode, of map: String) throws(ProjectError) -> [String: String] {
    var entries: [String: String] = [:]
    for member in try node.members() {
      let value = try member.value.text()
      guard entries.updateValue(value, forKey: member.name.lowercased()) == nil else {
        throw .wrongValueMap(
          member.place, map: map, value: member.name, expected: "one entry for each value, in any case")
      }
    }
    return entries
  }

  /// `keep`, `reject` or `default: X`.
  static func otherwise(_ node: LocatedNode, of map: String) throws(ProjectError) -> ValueMap.Otherwise {
    let text = try node.text()
    switch text {
    case "keep": return .keep
    case "reject": return .reject
    default:
      let value = text.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
      guard text.hasPrefix("default:"), !value.isEmpty else {
        throw .wrongValueMap(node.place, map: map, value: text, expected: "keep, reject or \"default: X\"")
      }
      return .value(String(value))
    }
  }

  /// The entries of a CSV file with the columns `source` and `destination`.
  static func entries(ofFile text: String, place: ProjectPlace, map: String) throws(ProjectError) -> [String: String] {
    let rows = CommaSeparatedText(text).rows
    guard let head = rows.first, head.cells.map({ $0.lowercased() }) == ["source", "destination"] else {
      throw .wrongValueMap(
        place.atLine(1), map: map, value: rows.first?.cells.joined(separator: ",") ?? "",
        expected: "the heading source,destination")
    }
    var entries: [String: String] = [:]
    for row in rows.dropFirst() {
      guard row.cells.count == 2, entries.updateValue(row.cells[1], forKey: row.cells[0].lowercased()) == nil else {
        throw .wrongValueMap(
          place.atLine(row.line), map: map, value: row.cells.joined(separator: ","),
          expected: "two cells, and each source value once in any case")
      }
    }
    return entries
  }
}
