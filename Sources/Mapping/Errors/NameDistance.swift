/// How alike names are, for suggestions.
package enum NameDistance {
  /// The name that is most alike, if one is a third of its length or less away; the first of several.
  package static func nearest(to name: String, among known: [String]) -> String? {
    let wanted = Array(name.lowercased())
    var best: (name: String, distance: Int)?
    for candidate in known {
      let distance = between(wanted, Array(candidate.lowercased()))
      if distance <= max(1, wanted.count / 3), distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The number of characters to insert, remove or change (Levenshtein).
  static func between(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (i, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in right.indices {
        let changed = diagonal + (character == right[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, diagonal + 1, row[j] + 1)
      }
    }
    return row[right.count]
  }
}
