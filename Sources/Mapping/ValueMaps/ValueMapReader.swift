import Findings

/// Reads value maps as `value_maps.yaml` and templates of a project's own write them: by name, each with `entries`,
/// `otherwise`, `countries: true` for all codes and names of countries besides, and `states: true` for the names of states.
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
    for member in try node.members(of: ["entries", "otherwise", "countries", "states"]) {
      switch member.name {
      case "entries":
        map.entries.merge(try Self.entries(member.value, of: name)) { _, new in new }
      case "otherwise":
        map.otherwise = try Self.otherwise(member.value, of: name)
      case "states":
        if try member.value.flag() { map.entries.merge(try Self.states()) { entry, _ in entry } }
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

  /// The names of the states and provinces that the tool knows, each with its code.
  static func states() throws(ProjectError) -> [String: String] {
    let file = "subdivisions.csv"
    let place = ProjectPlace(file: file, kind: .builtIn)
    return try entries(ofFile: try BuiltInFiles.text(file), place: place, map: file)
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

  /// The entries of a CSV file with the columns `source` and `destination`, or of one as `subdivisions.csv`, with the columns
  /// `country`, `code` and `name`: there each name becomes its code.
  static func entries(ofFile text: String, place: ProjectPlace, map: String) throws(ProjectError) -> [String: String] {
    let rows = CommaSeparatedText(text).rows
    let source: Int, destination: Int
    switch rows.first?.cells.map({ $0.lowercased() }) {
    case ["source", "destination"]: (source, destination) = (0, 1)
    case ["country", "code", "name"]: (source, destination) = (2, 1)
    default:
      throw .wrongValueMap(
        place.atLine(1), map: map, value: rows.first?.cells.joined(separator: ",") ?? "",
        expected: "the heading source,destination or country,code,name")
    }
    let width = rows[0].cells.count
    var entries: [String: String] = [:]
    for row in rows.dropFirst() {
      guard row.cells.count == width, case let value = row.cells[destination],
        entries.updateValue(value, forKey: row.cells[source].lowercased()) ?? value == value
      else {
        throw .wrongValueMap(
          place.atLine(row.line), map: map, value: row.cells.joined(separator: ","),
          expected: "\(width) cells, and one destination for each source value in any case")
      }
    }
    return entries
  }
}
