import Mapping

/// What a value without an entry might mean: entries of the map, labels of options, names in the destination.
struct Choices {
  /// The most names of a destination table that are looked through; of a table with more none are.
  static let mostNames = 2000

  /// Whether values are countries.
  let areCountries: Bool
  /// Whether values are units of measure.
  let areUnits: Bool
  /// By normal form what the options stand for that the map has an entry for.
  private(set) var labels: [String: Set<String>] = [:]
  /// By normal form what the entries of the map and the names in the destination stand for.
  private(set) var entries: [String: Set<String>] = [:]
  /// All of them as they are spelt.
  private(set) var spelled: [(text: [Unicode.Scalar], result: String)] = []
  /// What the map gives.
  let results: [String]

  init(map: ValueMap?, attribute: Attribute?, names: [String], isUnit: Bool) {
    areCountries = map?.mapsCountries ?? false
    areUnits = isUnit
    let known = (map?.entries ?? [:]).filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }
    results = Set(known.map(\.value)).sorted()
    for option in attribute?.options ?? [] {
      guard let result = map?.entries[String(option.value)] else { continue }
      labels[NormalForm.joined(option.label), default: []].insert(result)
      spell(option.label, result)
    }
    for (text, result) in known.map({ ($0.key, $0.value) }) + names.map({ ($0, $0) }) {
      entries[NormalForm.joined(text), default: []].insert(result)
      spell(text, result)
    }
  }

  private mutating func spell(_ text: String, _ result: String) {
    spelled.append((Array(NormalForm.spaced(text).unicodeScalars), result))
  }
}
