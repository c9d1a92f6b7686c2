/// Which columns of an entity the headings of an export in another language are.
public struct LocalizedHeadings: Sendable {
  /// What a heading is.
  public enum Column: Sendable, Equatable {
    /// The display name of a column, by its place among the attributes.
    case attribute(Int)
    /// What several columns are called, so that none can be chosen.
    case shared
  }

  /// For each language the places of the attributes that have a display name, in lower case.
  private let languages: [[String: [Int]]]

  init(_ schema: EntitySchema, _ labels: [LocalizedLabels]) {
    languages = labels.map { labels in
      var places: [String: [Int]] = [:]
      for (place, attribute) in schema.attributes.enumerated() {
        guard let label = attribute.displayName else { continue }
        for name in labels.names(ofColumn: label) { places[name.lowercased(), default: []].append(place) }
      }
      return places
    }
  }

  /// All display names, in lower case.
  public var names: Set<String> { Set(languages.flatMap(\.keys)) }

  /// What the headings of a file are that are none of its entity's own names, without case. All are of one language: the one
  /// that knows most of them. Where several know as many, a heading must mean the same in all of them.
  public func columns(_ headings: [String]) -> [String: Column] {
    let wanted = headings.map { $0.lowercased() }
    let counts = languages.map { names in wanted.count { names[$0] != nil } }
    guard let most = counts.max(), most > 0 else { return [:] }
    var columns: [String: Column] = [:]
    for heading in wanted {
      var places: Set<Int> = []
      for (language, count) in zip(languages, counts) where count == most { places.formUnion(language[heading] ?? []) }
      if places.count == 1, let place = places.first { columns[heading] = .attribute(place) }
      if places.count > 1 { columns[heading] = .shared }
    }
    return columns
  }
}
