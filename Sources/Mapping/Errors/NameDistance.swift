/// How alike names are, for suggestions.
package enum NameDistance {
  /// The name that is most alike, if one is a third of its length or less away; the first of several. Neighbours that are swapped
  /// are one mistake.
  package static func nearest(to name: String, among known: [String]) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    var best: (name: String, distance: Int)?
    for candidate in known {
      let distance = Spelling.distance(wanted, Array(candidate.lowercased().unicodeScalars))
      if distance <= max(1, wanted.count / 3), distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }
}
